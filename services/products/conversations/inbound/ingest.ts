import type { Context } from '../../../engine/modules/module.ts';
import { updateLiveFields } from '../../../engine/resources/write/updateLiveFields.ts';
import { runInTransaction } from '../../../engine/resources/write/transaction.ts';
import { findAction, type TappedAction } from '../actionIndex.ts';
import { Batcher } from '../../../engine/storage/batcher.ts';
import type { InboundEvent, UnsealedChannel, IngestResult } from '../../../channels/types.ts';
import { storeDeliveries, type InboundDelivery } from './storeDeliveries.ts';

/** Events in one transaction, and time between two transactions. */
const MAX_EVENTS_PER_TRANSACTION = 500;
const BATCH_INTERVAL_MS = 20;
/** Between two updates of a channel's last message. */
const LAST_MESSAGE_INTERVAL_MS = 10_000;

/** Batches the inbound events of concurrent webhooks into shared transactions. */
class InboundBatcher {
  private readonly batcher = new Batcher<InboundDelivery, IngestResult>(
    (deliveries) => this.store(deliveries),
    {
      maxWeight: MAX_EVENTS_PER_TRANSACTION,
      weigh: ({ events }) => events.length,
      minIntervalMs: BATCH_INTERVAL_MS,
    },
  );
  private readonly recordedAt = new Map<string, number>();

  constructor(private readonly context: Context) {}

  async ingest(channel: UnsealedChannel, events: InboundEvent[]): Promise<IngestResult> {
    return this.batcher.enqueue({ channel, events, taps: await this.findTaps(events) });
  }

  /** Looked up before the transaction, for which others wait. */
  private async findTaps(events: InboundEvent[]): Promise<InboundDelivery['taps']> {
    const taps = new Map<string, TappedAction>();
    for (const { payload } of events) {
      if (payload === undefined || taps.has(payload)) continue;
      const tapped = await findAction(this.context.services(), payload);
      if (tapped) taps.set(payload, tapped);
    }
    return taps;
  }

  private async store(deliveries: readonly InboundDelivery[]): Promise<IngestResult[]> {
    const { services, jobs } = this.context;
    const { result } = await runInTransaction(services(), (unit) =>
      storeDeliveries(services(), jobs, unit, deliveries),
    );
    for (const { channel } of deliveries) this.recordLastMessage(channel.id);
    return result;
  }

  /** All deliveries would wait for this row, so it is written rarely and outside of their transactions. */
  private recordLastMessage(id: string): void {
    const { services, onError } = this.context;
    const now = Date.now();
    if (now - (this.recordedAt.get(id) ?? 0) < LAST_MESSAGE_INTERVAL_MS) return;
    this.recordedAt.set(id, now);
    updateLiveFields(services(), 'channel', [
      { id, values: { lastMessageAt: new Date(now).toISOString() } },
    ]).catch(onError);
  }
}

const batchers = new WeakMap<Context, InboundBatcher>();

/**
 * Stores inbound events of a channel once each, with the people's profiles and the work for the bot, in one transaction.
 * Resolves when that is committed; the bot answers afterwards.
 */
export function ingestEvents(
  context: Context,
  channel: UnsealedChannel,
  events: InboundEvent[],
): Promise<IngestResult> {
  if (events.length === 0) return Promise.resolve({ stored: 0, repeated: 0, refused: 0 });
  const batcher = batchers.get(context) ?? new InboundBatcher(context);
  batchers.set(context, batcher);
  return batcher.ingest(channel, events);
}
