import { callPlatform } from '../callPlatform.ts';
import type { OutboundSettings, ChannelCredentials, CredentialsCheck } from '../types.ts';
import { credentialsFailed, credentialsMissing, credentialsOk } from '../credentialsCheck.ts';
import { classifyMetaError } from './metaErrors.ts';
import { readSubscription, subscribePage } from './subscription.ts';
import { GRAPH_API } from './addresses.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** Checks which page the token is for, and whether the app is subscribed to it. */
export async function testFacebook(
  { token, pageId }: ChannelCredentials,
  { addressOf }: OutboundSettings,
  { repair }: { repair: boolean },
): Promise<CredentialsCheck> {
  if (!token) return credentialsMissing(storedText('Enter the access token to connect it.'));
  if (!pageId) return credentialsMissing(storedText('Enter the page id to connect it.'));
  const graphApiUrl = addressOf(GRAPH_API);
  const { status, body } = await callPlatform(`${graphApiUrl}/me?fields=id,name`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (status !== 200) return credentialsFailed(classifyMetaError({ status, body }).channelMessage);
  if (text(body?.['id']) !== pageId)
    return credentialsFailed(
      storedText('The access token is of the page %{name}, not of %{pageId}. Choose that page.', {
        name: text(body?.['name']),
        pageId,
      }),
    );
  const page = { graphApiUrl, pageId, token };
  const account = text(body?.['name']);
  const isSubscribed = await readSubscription(page);
  if (isSubscribed === true) return credentialsOk(storedText('Token is valid, for %{account}', { account }));
  if (isSubscribed !== false) return credentialsFailed(classifyMetaError(isSubscribed).channelMessage);
  if (!repair)
    return credentialsFailed(
      storedText(
        'Facebook does not tell the bot what people write to this page. Test the connection to subscribe to it again.',
      ),
    );
  const answer = await subscribePage(page);
  if (answer.status !== 200) return credentialsFailed(classifyMetaError(answer).channelMessage);
  return credentialsOk(
    storedText(
      'Token is valid, for %{account}. Facebook told the bot nothing of the page; it is subscribed to again.',
      { account },
    ),
  );
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
