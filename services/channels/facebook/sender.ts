import { callPlatform, UpstreamUnavailableError } from '../callPlatform.ts';
import { classifyMetaError } from './metaErrors.ts';
import type { SendOutcome, Sender, SendRequest } from '../types.ts';
import { GRAPH_API } from './addresses.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** Milliseconds after a person's last message in which a page may reply. */
const REPLY_WINDOW_MS = 24 * 3_600_000;
const OUTSIDE_WINDOW = storedText('Facebook takes answers only within 24 hours of the person’s last message');

/** Messenger: one call per message. It has no idempotency keys, so that a call that may have arrived is never retried. */
export const facebookSender: Sender = {
  maxMessagesPerCall: 1,
  isRetrySafe: false,
  async send(sending) {
    const { channel, lastInbound } = sending;
    if (!channel.token || !channel.pageId)
      return { state: 'failed', note: storedText('The page is not connected') };
    if (!lastInbound || Date.now() - lastInbound.getTime() > REPLY_WINDOW_MS)
      return { state: 'failed', note: OUTSIDE_WINDOW };
    try {
      return await callSendApi(sending);
    } catch (error) {
      if (!(error instanceof UpstreamUnavailableError)) throw error;
      return error.isUnsent
        ? { state: 'later', note: error.message }
        : { state: 'unknown', note: error.message };
    }
  },
};

async function callSendApi({
  outbound: { addressOf },
  channel: { token = '', pageId = '' },
  person,
  messages,
}: SendRequest): Promise<SendOutcome> {
  const answer = await callPlatform(`${addressOf(GRAPH_API)}/${encodeURIComponent(pageId)}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      recipient: { id: person },
      messaging_type: 'RESPONSE',
      message: messages[0],
    }),
  });
  if (answer.status === 200) return { state: 'sent' };
  const { cause, outcome, sentence: note } = classifyMetaError(answer);
  if (outcome === 'unclear') return { state: 'unknown', note };
  if (outcome === 'retry')
    return {
      ...{ state: 'later', note, isLimit: cause === 'limit' },
      ...(answer.retryAfterS !== undefined && { retryAfterS: answer.retryAfterS }),
    };
  return {
    ...{ state: 'failed', note, isUnauthorised: cause === 'token' },
    ...(cause === 'message' && { isMessageFault: true }),
  };
}
