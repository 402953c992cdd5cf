import { randomBytes } from 'node:crypto';
import type { DomainModule } from '../engine/modules/module.ts';
import { notFound } from '../engine/http/errors.ts';
import type { RecordWrite } from '../engine/resources/actions.ts';
import type { SecretBox } from '../engine/resources/secretBox.ts';

/** Channels that sign what they exchange with the console with a key of their own. */
const KEYED: readonly unknown[] = ['WEBCHAT', 'CUSTOM'];

/** The verb that gives a channel another key. */
export const NEW_KEY = 'new-api-key';

/** A new key, sealed into the draft and shown once. */
export function giveKey(write: RecordWrite, secretBox: SecretBox): void {
  if (!KEYED.includes(write.draft['type'])) return;
  const key = `mc_${randomBytes(24).toString('base64url')}`;
  write.draft['apiKey'] = secretBox.seal(key);
  write.revealOnce({ title: 'API key', value: key });
}

/** What Facebook is to say once to prove that it is asked by the channel's own people. No secret of anybody. */
export function giveVerifyToken({ draft }: RecordWrite): void {
  if (draft['type'] === 'FACEBOOK') draft['verifyToken'] ??= randomBytes(16).toString('hex');
}

/** `POST /api/v1/channels/refresh-api-key` with the id in its body; `{path}/{id}/new-api-key` does the same. */
export const apiKeysModule = {
  name: 'api keys',
  entity: 'channel',
  verbs: {
    'refresh-api-key': {
      on: 'list',
      operation: 'update',
      input: 'refresh-api-key',
      output: 'channel',
      run: ({ input, on }) => {
        const { id } = input as { id: string };
        if (!on) throw notFound();
        return on(id, NEW_KEY);
      },
    },
  },
} satisfies DomainModule;
