import { webhookPolicy } from '../../engine/outbound/webhookPolicy.ts';
import { signedRequest } from '../../engine/outbound/webhooks/signature.ts';
import { callPlatform } from '../callPlatform.ts';
import type { OutboundSettings, ChannelCredentials, CredentialsCheck } from '../types.ts';
import { credentialsFailed, credentialsMissing, credentialsOk } from '../credentialsCheck.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** Sends a `test` event to the webhook. */
export async function testWebhook(
  { webhookUrl, apiKey = '' }: ChannelCredentials,
  outbound: OutboundSettings,
): Promise<CredentialsCheck> {
  if (!webhookUrl) return credentialsMissing(storedText('Enter the webhook URL to connect it.'));
  const options = signedRequest(webhookPolicy(outbound), { event: 'test' }, apiKey);
  const { status } = await callPlatform(webhookUrl, options);
  if (status >= 200 && status < 300)
    return credentialsOk(storedText('The webhook answered %{status}', { status }));
  if (status === 401 || status === 403)
    return credentialsFailed(
      storedText('The webhook answered %{status}. Check that your webhook uses this channel’s API key.', {
        status,
      }),
    );
  return credentialsFailed(storedText('The webhook answered %{status}. Check the webhook URL.', { status }));
}
