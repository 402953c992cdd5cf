import type { Context } from '../../engine/modules/module.ts';
import { deliver } from './deliver.ts';
import { NO_WORK, type ClaimedConversation, type Leases, type NextWork } from './leases.ts';
import { answerInbound } from './answerInbound.ts';

/**
 * Processes a leased conversation until no work is due: sends due messages and answers inbound events, in their order.
 * @param shouldStop whether to stop at the next point where nothing is lost
 * @param hasBacklog whether other conversations wait for capacity: then one event is answered, the rest in its next turn
 * @returns milliseconds until it has work again; undefined for none
 */
export async function processConversation(
  context: Context,
  leases: Leases,
  conversation: ClaimedConversation,
  shouldStop: () => boolean,
  hasBacklog: () => boolean,
): Promise<number | undefined> {
  let known = conversation.next;
  let isAnswered = false;
  for (;;) {
    const next: NextWork = known ?? (await leases.next(conversation.profile));
    known = undefined;
    const { outbound, pending, hasMore } = next;
    const isTurnOver = isAnswered && !isDueNow(outbound) && isDueNow(pending) && hasBacklog();
    if (isTurnOver || shouldStop()) {
      await leases.release(conversation, 0);
      return 0;
    }
    if (outbound && isDueNow(outbound)) {
      const isDone = await deliver(context, leases, conversation, outbound);
      if (isDone && !pending && !hasMore) known = NO_WORK;
    } else if (pending && isDueNow(pending)) {
      isAnswered = true;
      const isLast = !outbound && !hasMore;
      const answer = await answerInbound(context, leases, conversation, pending, isLast);
      if (answer?.isBegun) {
        if (await deliver(context, leases, conversation, answer)) known = NO_WORK;
      } else if (isLast && answer !== undefined)
        known = answer ? { outbound: answer, hasMore: false } : NO_WORK;
    } else {
      const waits = [outbound, pending].flatMap((one) => (one ? [one.wait] : []));
      const wait = waits.length > 0 ? Math.min(...waits) : undefined;
      if (await leases.release(conversation, wait)) return wait;
    }
  }
}

const isDueNow = (one: { wait: number } | undefined): boolean => one !== undefined && one.wait <= 0;
