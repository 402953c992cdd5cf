import { callPlatform } from '../callPlatform.ts';
import type { OutboundSettings, ChannelCredentials, CredentialsCheck } from '../types.ts';
import { credentialsFailed, credentialsMissing, credentialsOk } from '../credentialsCheck.ts';
import { testLineWebhook } from './webhookTest.ts';
import { LINE_API } from './addresses.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** Checks which account the token is for, and LINE's test of the webhook. */
export async function testLine(
  { token, secret }: ChannelCredentials,
  { addressOf }: OutboundSettings,
): Promise<CredentialsCheck> {
  if (!token) return credentialsMissing(storedText('Enter the access token to connect it.'));
  const { status, body } = await callPlatform(`${addressOf(LINE_API)}/v2/bot/info`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (status === 401)
    return credentialsFailed(
      storedText('LINE does not know the access token. Issue a new one in the LINE console and replace it.'),
    );
  if (status === 403)
    return credentialsFailed(
      storedText('The access token may not read the account. Check its permissions at LINE.'),
    );
  if (status !== 200)
    return credentialsFailed(storedText('LINE answered with status %{status}. Try again later.', { status }));
  if (!secret)
    return credentialsMissing(
      storedText('Enter the channel secret, so that what LINE sends can be trusted to connect it.'),
    );
  const webhookCheck = await testLineWebhook(addressOf(LINE_API), token);
  const found = credentialsOk(
    storedText('Token is valid, for %{account}', {
      account: text(body?.['basicId']) || text(body?.['displayName']),
    }),
  );
  return { ...found, ...(webhookCheck && { webhookCheck }) };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
