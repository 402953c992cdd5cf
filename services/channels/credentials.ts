import type { Channel } from '../../schemas/generated/types.ts';
import type { Settings } from '../engine/settings/settings.ts';
import { ask, Unreachable, type Question } from './ask.ts';
import { judgeMetaError } from './metaErrors.ts';
import { webhookPolicy } from '../engine/outbound/webhookPolicy.ts';
import { readSubscription, subscribePage } from './subscription.ts';
import { signatureOf } from '../engine/outbound/webhooks/call.ts';

export interface Verdict {
  credentials: 'missing' | 'works' | 'failed';
  /** What was found, or what is wrong and what to do about it. */
  credentialsNote: string;
}

/** A channel with its secrets in the clear. */
export type OpenChannel = Pick<
  Channel,
  'type' | 'channelId' | 'secret' | 'pageId' | 'token' | 'webhookUrl' | 'apiKey'
>;
type Addresses = Pick<Settings, 'lineApiUrl' | 'graphApiUrl' | 'host' | 'webhookNetworks'>;

const missing = (what: string): Verdict => ({
  credentials: 'missing',
  credentialsNote: `Enter ${what} to connect it.`,
});
const works = (credentialsNote: string): Verdict => ({ credentials: 'works', credentialsNote });
const failed = (credentialsNote: string): Verdict => ({ credentials: 'failed', credentialsNote });

/**
 * Asks the channel's platform whether what is stored lets the console in, and whether it tells what people write.
 * @param repair whether a subscription to a page that was lost is made again; nothing else is changed there
 */
export async function testConnection(
  channel: OpenChannel,
  addresses: Addresses,
  { repair }: { repair: boolean },
): Promise<Verdict> {
  try {
    if (channel.type === 'LINE') return await testLine(channel, addresses);
    if (channel.type === 'FACEBOOK') return await testFacebook(channel, addresses, repair);
    return await testWebhook(channel, addresses);
  } catch (error) {
    if (error instanceof Unreachable)
      return failed(`${error.message}. ${error.isForbidden ? 'Change it.' : 'Try again later.'}`);
    throw error;
  }
}

async function testLine({ token, secret }: OpenChannel, { lineApiUrl }: Addresses): Promise<Verdict> {
  if (!token) return missing('the access token');
  const { status, body } = await ask(`${lineApiUrl}/v2/bot/info`, bearer(token));
  if (status === 401)
    return failed('LINE does not know the access token. Issue a new one in the LINE console and replace it.');
  if (status === 403)
    return failed('The access token may not read the account. Check its permissions at LINE.');
  if (status !== 200) return failed(`LINE answered with status ${status}. Try again later.`);
  if (!secret) return missing('the channel secret, so that what LINE sends can be trusted');
  return works(`Token is valid, for ${text(body?.['basicId']) || text(body?.['displayName'])}`);
}

async function testFacebook(
  { token, pageId }: OpenChannel,
  { graphApiUrl }: Addresses,
  repair: boolean,
): Promise<Verdict> {
  if (!token) return missing('the access token');
  if (!pageId) return missing('the page id');
  const { status, body } = await ask(`${graphApiUrl}/me?fields=id,name`, bearer(token));
  if (status !== 200) return failed(judgeMetaError({ status, body }).onChannel);
  if (text(body?.['id']) !== pageId)
    return failed(
      `The access token is of the page ${text(body?.['name'])}, not of ${pageId}. Choose that page.`,
    );
  const page = { graphApiUrl, pageId, token };
  const valid = `Token is valid, for ${text(body?.['name'])}`;
  const isSubscribed = await readSubscription(page);
  if (isSubscribed === true) return works(valid);
  if (isSubscribed !== false) return failed(judgeMetaError(isSubscribed).onChannel);
  if (!repair)
    return failed(
      'Facebook does not tell the bot what people write to this page. Test the connection to subscribe to it again.',
    );
  const answer = await subscribePage(page);
  if (answer.status !== 200) return failed(judgeMetaError(answer).onChannel);
  return works(`${valid}. Facebook told the bot nothing of the page; it is subscribed to again.`);
}

async function testWebhook(
  { type, webhookUrl, apiKey = '' }: OpenChannel,
  addresses: Addresses,
): Promise<Verdict> {
  if (!webhookUrl && type === 'WEBCHAT') return works('Ready, with the chat page or the script');
  if (!webhookUrl) return missing('the webhook URL');
  const body = JSON.stringify({ event: 'test' });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const { status } = await ask(webhookUrl, {
    method: 'POST',
    policy: webhookPolicy(addresses),
    headers: {
      'content-type': 'application/json',
      'x-timestamp': timestamp,
      'x-signature': signatureOf(apiKey, timestamp, body),
    },
    body,
  });
  if (status >= 200 && status < 300) return works(`The webhook answered ${status}`);
  if (status === 401 || status === 403)
    return failed(`The webhook answered ${status}. Check that it knows the API key.`);
  return failed(`The webhook answered ${status}. Check its address.`);
}

const bearer = (token: string): Question => ({ headers: { authorization: `Bearer ${token}` } });
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
