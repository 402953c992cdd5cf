import { callPlatform } from '../callPlatform.ts';
import type { WebhookCheck } from '../types.ts';
import { storedText } from '../../../schemas/texts/stored.ts';
import { messages } from '../../../schemas/texts/translate.ts';

/** Texts for LINE's reasons. */
const REASONS: Readonly<Record<string, string>> = messages({
  COULD_NOT_CONNECT: 'LINE could not connect to it',
  REQUEST_TIMEOUT: 'it did not answer LINE in time',
});

/** Lets LINE call the channel's webhook with a test event; undefined where LINE returns no result. */
export async function testLineWebhook(lineApiUrl: string, token: string): Promise<WebhookCheck | undefined> {
  const { status, body } = await callPlatform(`${lineApiUrl}/v2/bot/channel/webhook/test`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  if (status !== 200 || typeof body?.['success'] !== 'boolean') return undefined;
  if (body['success']) return { webhook: 'works' };
  const { reason, statusCode } = body;
  const why =
    typeof reason === 'string' && reason in REASONS
      ? storedText(REASONS[reason] ?? '')
      : storedText('it answered LINE with status %{status}', {
          status: typeof statusCode === 'number' ? statusCode : storedText('unknown'),
        });
  return {
    webhook: 'unreachable',
    webhookNote: storedText(
      'LINE’s test of the webhook failed: %{why}. Check its address at LINE, and the channel secret here.',
      { why },
    ),
  };
}
