import { randomUUID } from 'node:crypto';
import type { Context } from '../../engine/modules/module.ts';
import { LeaseLostError } from '../../engine/queue/leaseTable.ts';
import type { ClaimResult, ClaimedItem, LeasedQueue } from '../../engine/queue/queueRunner.ts';
import { inSpan } from '../../engine/tracing/span.ts';
import { CAPACITY } from './capacity.ts';
import { CONVERSATION_QUEUE, Leases, type CallerLoad, type ClaimedConversation } from './leases.ts';
import { processConversation } from './processConversation.ts';

/** Between two polls while a caller has as many conversations as it may. */
const THROTTLED_POLL_MS = 100;
/** Before a conversation is tried again after an error. */
const ERROR_RETRY_MS = 1_000;

/** Conversations that have work: each is processed by one process at a time, within the capacity of this one. */
export class ConversationQueue implements LeasedQueue<ClaimedConversation> {
  readonly name = CONVERSATION_QUEUE;
  readonly leases: Leases;
  /** More work may wait than was claimed, for want of capacity or beyond one claim: whenever a conversation ends, more is claimed. */
  private hasBacklog = false;

  constructor(private readonly context: Context) {
    this.leases = new Leases(context.db, randomUUID());
  }

  idOf({ profile }: ClaimedConversation): string {
    return profile;
  }

  async claim(working: readonly ClaimedConversation[]): Promise<ClaimResult<ClaimedConversation>> {
    const { max, fullChannels, callers } = this.freeCapacity(working);
    this.hasBacklog = max <= 0 || fullChannels.length > 0;
    if (max <= 0) return { items: [] };
    const items = await this.leases.claim(max, fullChannels, callers);
    // A caller at its limit may have more waiting.
    const counts = callerCounts([...working, ...items]);
    const isThrottled = [...counts.values()].some((count) => count >= callers.max);
    const hasMore = items.length === max;
    this.hasBacklog ||= isThrottled || hasMore;
    const nextInMs = async (): Promise<number | undefined> => {
      const waitMs = await this.leases.msUntilNext(fullChannels);
      return waitMs !== undefined && isThrottled ? Math.max(waitMs, THROTTLED_POLL_MS) : waitMs;
    };
    return { items, hasMore, nextInMs };
  }

  /** @returns milliseconds until the next poll; 0 polls at once, undefined where no work is known of */
  async process({ item, signal }: ClaimedItem<ClaimedConversation>): Promise<number | undefined> {
    const { context, leases } = this;
    let waitMs: number | undefined;
    try {
      const shouldStop = (): boolean => signal.aborted;
      waitMs = await inSpan(
        () => ({ name: this.name, kind: 'consumer', parent: '' }),
        () => processConversation(context, leases, item, shouldStop, () => this.hasBacklog),
      );
    } catch (error) {
      if (!(error instanceof LeaseLostError)) {
        context.onError(error);
        await leases.release(item, ERROR_RETRY_MS).catch(context.onError);
        waitMs = ERROR_RETRY_MS;
      }
    }
    return this.hasBacklog ? 0 : waitMs;
  }

  release(): Promise<void> {
    return this.leases.releaseAll();
  }

  /** How many more may be claimed without any channel exceeding its share, which channels are full, and each caller's load. */
  private freeCapacity(working: readonly ClaimedConversation[]): {
    max: number;
    fullChannels: string[];
    callers: CallerLoad;
  } {
    const { conversations, perChannel, perCaller } = CAPACITY[this.context.db.engine];
    const counts = countEach(working.map(({ channel }) => channel));
    const fullChannels = [...counts].flatMap(([channel, count]) => (count >= perChannel ? [channel] : []));
    const largest = Math.max(0, ...[...counts.values()].filter((count) => count < perChannel));
    return {
      max: Math.min(conversations - working.length, perChannel - largest),
      fullChannels,
      callers: { counts: callerCounts(working), max: perCaller },
    };
  }
}

const callerCounts = (working: readonly ClaimedConversation[]): Map<number, number> =>
  countEach(working.flatMap(({ caller }) => (caller === undefined ? [] : [caller])));

function countEach<Key>(keys: readonly Key[]): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
