import { capabilitiesOf } from '../../schemas/channels/registry.ts';
import { textOf } from '../../schemas/model/text.ts';
import { randomBytes } from 'node:crypto';
import type { DomainModule } from '../engine/modules/module.ts';
import { notFound } from '../engine/http/errors.ts';
import type { RecordWrite } from '../engine/resources/actions.ts';
import type { SecretBox } from '../engine/resources/secretBox.ts';
import { t } from '../../schemas/texts/translate.ts';

/** The verb that issues another key for a channel. */
export const NEW_API_KEY = 'new-api-key';

/** Issues a new key: stores it encrypted in the draft, and reveals it once. */
export function issueApiKey(write: RecordWrite, secretBox: SecretBox): void {
  if (!capabilitiesOf(textOf(write.draft['type'])).hasOwnKey) return;
  // A restored channel keeps its key, which its senders still use.
  if (write.operation === 'restore' && write.draft['apiKey']) return;
  const key = `mc_${randomBytes(24).toString('base64url')}`;
  write.draft['apiKey'] = secretBox.seal(key);
  write.revealOnce({ title: t('API key'), value: key });
}

/** `POST /api/v1/channels/refresh-api-key` with the id in its body; `{path}/{id}/new-api-key` does the same. */
export const apiKeysModule = {
  name: 'api keys',
  entity: 'channel',
  handlers: {
    'refresh-api-key': {
      on: 'list',
      operation: 'update',
      input: 'refresh-api-key',
      output: 'channel',
      run: ({ input, runOnRecord }) => {
        const { id } = input as { id: string };
        if (!runOnRecord) throw notFound();
        return runOnRecord(id, NEW_API_KEY);
      },
    },
  },
} satisfies DomainModule;
