import { callPlatform, UpstreamUnavailableError } from '../callPlatform.ts';
import { judgeMetaError } from './metaErrors.ts';
import type { Outcome, Sender, Sending } from '../types.ts';

/** Milliseconds after somebody's last message in which a page may answer. */
const WINDOW = 24 * 3_600_000;
const OUTSIDE = 'Facebook takes answers only within 24 hours of the person’s last message';

/** Messenger: one call for each message. There are no keys: a call that may have arrived is never repeated. */
export const facebookSender: Sender = {
  perCall: 1,
  repeatable: false,
  async send(sending) {
    const { channel, lastInbound } = sending;
    if (!channel.token || !channel.pageId) return { state: 'failed', note: 'The page is not connected' };
    if (!lastInbound || Date.now() - lastInbound.getTime() > WINDOW)
      return { state: 'failed', note: OUTSIDE };
    try {
      return await ofGraph(sending);
    } catch (error) {
      if (!(error instanceof UpstreamUnavailableError)) throw error;
      return error.isUnheard
        ? { state: 'later', note: error.message }
        : { state: 'unknown', note: error.message };
    }
  },
};

async function ofGraph({
  addresses: { graphApiUrl },
  channel: { token = '', pageId = '' },
  person,
  messages,
}: Sending): Promise<Outcome> {
  const answer = await callPlatform(`${graphApiUrl}/${encodeURIComponent(pageId)}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      recipient: { id: person },
      messaging_type: 'RESPONSE',
      message: messages[0],
    }),
  });
  if (answer.status === 200) return { state: 'sent' };
  const { cause, outcome, sentence: note } = judgeMetaError(answer);
  if (outcome === 'unclear') return { state: 'unknown', note };
  if (outcome === 'retry')
    return {
      ...{ state: 'later', note, isLimit: cause === 'limit' },
      ...(answer.retryAfter !== undefined && { after: answer.retryAfter }),
    };
  return {
    ...{ state: 'failed', note, unauthorised: cause === 'token' },
    ...(cause === 'message' && { onlyThis: true }),
  };
}
