import { ask, Unreachable } from '../../channels/ask.ts';
import { graphFault } from '../../channels/credentials.ts';
import type { Outcome, Sender, Sending } from '../types.ts';

/** Milliseconds after somebody's last message in which a page may answer. */
const WINDOW = 24 * 3_600_000;
const OUTSIDE = 'Facebook takes answers only within 24 hours of the person’s last message';
/** Codes of Graph that ask to come again: something unknown, a service, and limits. */
const TRANSIENT = new Set([1, 2, 4, 17, 32, 613, 1200]);

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
      if (!(error instanceof Unreachable)) throw error;
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
  const answer = await ask(`${graphApiUrl}/${encodeURIComponent(pageId)}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      recipient: { id: person },
      messaging_type: 'RESPONSE',
      message: messages[0],
    }),
  });
  if (answer.status === 200) return { state: 'sent' };
  const { code } = (answer.body?.['error'] ?? {}) as { code?: number };
  if (answer.status === 429 || (code !== undefined && TRANSIENT.has(code)))
    return { state: 'later', note: graphFault(answer), after: answer.retryAfter ?? 5 };
  // An error that Graph names was not sent; one that it does not name may have been.
  if (code === undefined && answer.status >= 500) return { state: 'unknown', note: graphFault(answer) };
  return { state: 'failed', note: code === 10 ? OUTSIDE : graphFault(answer), unauthorised: code === 190 };
}
