import { webhookPolicy } from '../../engine/outbound/webhookPolicy.ts';
import { signedRequest } from '../../engine/outbound/webhooks/signature.ts';
import { callPlatform } from '../callPlatform.ts';
import type { Addresses, ChannelCredentials, CredentialsCheck } from '../types.ts';
import { credentialsFailed, credentialsMissing, credentialsWork } from '../credentialsCheck.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** Calls the webhook with an event that means nothing. */
export async function testWebhook(
  { webhookUrl, apiKey = '' }: ChannelCredentials,
  addresses: Addresses,
): Promise<CredentialsCheck> {
  if (!webhookUrl) return credentialsMissing(storedText('Enter the webhook URL to connect it.'));
  const call = signedRequest(webhookPolicy(addresses), { event: 'test' }, apiKey);
  const { status } = await callPlatform(webhookUrl, call);
  if (status >= 200 && status < 300)
    return credentialsWork(storedText('The webhook answered %{status}', { status }));
  if (status === 401 || status === 403)
    return credentialsFailed(
      storedText('The webhook answered %{status}. Check that it knows the API key.', { status }),
    );
  return credentialsFailed(storedText('The webhook answered %{status}. Check its address.', { status }));
}
