import type { Context } from '../../engine/modules/module.ts';
import { deliver } from './deliver.ts';
import { NOTHING, type Conversation, type Leases, type Next } from './leases.ts';
import { respond } from './respond.ts';

/**
 * Goes on with a conversation until nothing is left to do now: what is due is sent, what came in is answered, each in
 * its order. @param isOver says to stop at the next point at which nothing is lost
 * @param hasWaiting others wait for the place: one message is answered, and the rest in the conversation's next turn
 * @returns milliseconds until it has something to do; undefined for nothing
 */
export async function converse(
  context: Context,
  leases: Leases,
  conversation: Conversation,
  isOver: () => boolean,
  hasWaiting: () => boolean,
): Promise<number | undefined> {
  let known = conversation.next;
  let isAnswered = false;
  for (;;) {
    const next: Next = known ?? (await leases.next(conversation.profile));
    known = undefined;
    const { outbound, pending, isMore } = next;
    const isTurnOver = isAnswered && !isDueNow(outbound) && isDueNow(pending) && hasWaiting();
    if (isTurnOver || isOver()) {
      await leases.release(conversation, 0);
      return 0;
    }
    if (outbound && isDueNow(outbound)) {
      const isDone = await deliver(context, leases, conversation, outbound);
      if (isDone && !pending && !isMore) known = NOTHING;
    } else if (pending && isDueNow(pending)) {
      isAnswered = true;
      const isLast = !outbound && !isMore;
      const answer = await respond(context, leases, conversation, pending, isLast);
      if (answer?.isBegun) {
        if (await deliver(context, leases, conversation, answer)) known = NOTHING;
      } else if (isLast && answer !== undefined)
        known = answer ? { outbound: answer, isMore: false } : NOTHING;
    } else {
      const waits = [outbound, pending].flatMap((one) => (one ? [one.wait] : []));
      const wait = waits.length > 0 ? Math.min(...waits) : undefined;
      if (await leases.release(conversation, wait)) return wait;
    }
  }
}

const isDueNow = (one: { wait: number } | undefined): boolean => one !== undefined && one.wait <= 0;
