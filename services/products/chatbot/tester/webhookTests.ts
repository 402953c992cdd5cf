import type { DomainModule } from '../../../engine/modules/module.ts';
import { webhookPolicy } from '../../../engine/outbound/webhookPolicy.ts';
import { openSecrets } from '../../../engine/resources/secrets.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { callWebhook, NOT_JSON } from '../../../engine/outbound/webhooks/call.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** `POST /api/v1/networks/test-webhook`: calls one of the bot's webhooks, and returns its result. Changes nothing. */
export const webhookTestsModule = {
  name: 'webhook tests',
  entity: 'network',
  handlers: {
    'test-webhook': {
      on: 'list',
      operation: 'update',
      input: 'test-webhook',
      output: {
        type: 'object',
        required: ['works', 'note', 'ms'],
        properties: {
          works: { type: 'boolean' },
          note: { type: 'string', description: 'What came of it, in words.' },
          ms: { type: 'integer' },
        },
      },
      run: async ({ input, context }) => {
        const { field, url } = input as { field: string; url: string };
        const key = await readSigningKey(context.services());
        const since = performance.now();
        const answer = await callWebhook({
          ...{ url, policy: webhookPolicy(context.settings), key },
          body: { event: 'test', text: 'สวัสดี hello' },
        });
        const ms = Math.round(performance.now() - since);
        const fault = 'fault' in answer ? answer.fault : findAnswerFault(field, answer.json);
        // A copy of what is sent needs no answer.
        const works = fault === undefined || (field === 'outgoingUrl' && fault === NOT_JSON);
        return { works, note: works ? t('Works, %{ms} ms', { ms }) : fault, ms };
      },
    },
  },
} satisfies DomainModule;

/** The problem with an answer; undefined for none. */
function findAnswerFault(field: string, json: unknown): string | undefined {
  if (field === 'outgoingUrl' || (json !== null && typeof json === 'object')) return undefined;
  return t('It answered JSON that is no object');
}

async function readSigningKey({ catalog, secretBox }: Services): Promise<string | undefined> {
  const { model, repository } = catalog.require('network');
  const [stored] = await repository.list({ take: 1 });
  const { signingKey: key } = stored
    ? (openSecrets(model, stored, secretBox) as { signingKey?: string })
    : {};
  return key;
}
