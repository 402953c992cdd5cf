import type { Context } from '../../../engine/modules/module.ts';
import { updateLiveFields } from '../../../engine/resources/write/updateLiveFields.ts';
import { runInTransaction } from '../../../engine/resources/write/unitOfWork.ts';
import { actionOf, type Tapped } from '../actionIndex.ts';
import { Batcher } from '../../../engine/storage/batcher.ts';
import type { InboundEvent, LiveChannel, Received } from '../../../channels/types.ts';
import { storeDeliveries, type Delivery } from './store.ts';

/** Events that one transaction stores, and milliseconds between two. */
const MOST_EVENTS = 500;
const APART_MS = 20;
/** Milliseconds between two notes of when a channel last heard of somebody. */
const NOTE_MS = 10_000;

/** Stores what comes in; what arrives while a transaction is under way goes together into the next one. */
class Intake {
  private readonly together = new Batcher<Delivery, Received>((deliveries) => this.store(deliveries), {
    maxWeight: MOST_EVENTS,
    weigh: ({ events }) => events.length,
    minIntervalMs: APART_MS,
  });
  private readonly noted = new Map<string, number>();

  constructor(private readonly context: Context) {}

  async take(channel: LiveChannel, events: InboundEvent[]): Promise<Received> {
    return this.together.enqueue({ channel, events, taps: await this.tapsOf(events) });
  }

  /** Looked up before the transaction, which others wait for. */
  private async tapsOf(events: InboundEvent[]): Promise<Delivery['taps']> {
    const taps = new Map<string, Tapped>();
    for (const { payload } of events) {
      if (payload === undefined || taps.has(payload)) continue;
      const tapped = await actionOf(this.context.services(), payload);
      if (tapped) taps.set(payload, tapped);
    }
    return taps;
  }

  private async store(deliveries: readonly Delivery[]): Promise<Received[]> {
    const { services, jobs } = this.context;
    const { result } = await runInTransaction(services(), (unit) =>
      storeDeliveries(services(), jobs, unit, deliveries),
    );
    for (const { channel } of deliveries) this.note(channel.id);
    return result;
  }

  /** A row that all would wait for is written now and then, outside of their transactions. */
  private note(id: string): void {
    const { services, onFault } = this.context;
    const now = Date.now();
    if (now - (this.noted.get(id) ?? 0) < NOTE_MS) return;
    this.noted.set(id, now);
    updateLiveFields(services(), 'channel', [
      { id, values: { lastMessageAt: new Date(now).toISOString() } },
    ]).catch(onFault);
  }
}

const intakes = new WeakMap<Context, Intake>();

/**
 * Takes in what happened on a channel: stored once with the person's profile and what the bot has to do, in one
 * transaction. Resolves when that is committed; the bot answers afterwards, by itself.
 */
export function receive(context: Context, channel: LiveChannel, events: InboundEvent[]): Promise<Received> {
  if (events.length === 0) return Promise.resolve({ stored: 0, repeated: 0, refused: 0 });
  const intake = intakes.get(context) ?? new Intake(context);
  intakes.set(context, intake);
  return intake.take(channel, events);
}
