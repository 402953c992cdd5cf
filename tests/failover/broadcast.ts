import { setTimeout as pause } from 'node:timers/promises';
import type { EntityModel } from '../../schemas/model/types.ts';
import { cachedProduct } from '../../schemas/testProduct.ts';
import { newId } from '../../services/engine/resources/ids.ts';
import { seedRecords } from '../../services/engine/resources/write/seed.ts';
import type { Database } from '../../services/engine/storage/database.ts';
import type { Platforms } from '../contract/support/platforms.ts';

/** Different texts, each of which is a call for every batch. */
const WAVE_COUNT = 8;
const BATCH_SIZE = 500;
/** Below the timeout of a call, five seconds. */
const MAX_DELAY_MS = 4_000;

/** A large broadcast that takes as long as the failovers. */
export class Broadcast {
  private readonly people: string[];
  private id = '';

  constructor(
    private readonly db: Database,
    private readonly platforms: Platforms,
    people: number,
    seconds: number,
  ) {
    this.people = Array.from({ length: people }, (_, n) => `broadcast-${n}`);
    const delayMs = Math.min(MAX_DELAY_MS, (seconds * 1000) / (Math.ceil(people / BATCH_SIZE) * WAVE_COUNT));
    platforms.onSending = async (url) => {
      if (url.endsWith('/multicast')) await pause(delayMs);
    };
  }

  /** Stores the people and the due broadcast, which a starting process sends. */
  async prepare(channel: string): Promise<void> {
    const { entities } = cachedProduct();
    const model = (name: string): EntityModel => {
      const found = entities.find((entity) => entity.name === name);
      if (!found) throw new Error(`No entity ${name}`);
      return found;
    };
    const campaign = new Date().toISOString();
    for (let from = 0; from < this.people.length; from += 2_000) {
      const batch = this.people.slice(from, from + 2_000).map((externalId, n) => ({
        ...{ id: newId(), createdAt: campaign },
        values: {
          ...{ channel, externalId, displayName: externalId, followState: 'following', lastSeen: campaign },
          customFields: { wave: String(n % WAVE_COUNT) },
        },
      }));
      await seedRecords(this.db, model('profile'), batch);
    }
    const [segment, id] = [newId(), newId()];
    const conditions = [{ field: 'custom-field', name: 'wave', is: 'known' }];
    const who = { match: 'all', conditions };
    await seedRecords(this.db, model('segment'), [
      { id: segment, createdAt: campaign, values: { name: 'Waves', who } },
    ]);
    const values = {
      ...{
        name: 'Through failovers',
        channel,
        target: 'segment',
        segment,
        content: 'written',
        platform: 'LINE',
      },
      ...{
        messages: [{ type: 'text', text: 'Wave {{wave}}' }],
        approval: 'none',
        status: 'scheduled',
        startsAt: campaign,
      },
    };
    await seedRecords(this.db, model('campaign'), [{ id, createdAt: campaign, values }]);
    this.id = id;
  }

  private countDeliveries(person: string): number {
    return this.platforms.arrived.get(person)?.length ?? 0;
  }

  get sent(): number {
    return this.people.filter((person) => this.countDeliveries(person) > 0).length;
  }

  /** Waits until it is finished. */
  async check(seconds: number): Promise<{ status: string; unsent: number; twice: number; shown: number }> {
    const read = async (): Promise<Record<string, unknown>> => {
      const sql = 'SELECT data FROM entity_campaign WHERE id = $1::uuid';
      return (await this.db.query<{ data: Record<string, unknown> }>(sql, [this.id]))[0]?.data ?? {};
    };
    const end = Date.now() + seconds * 1000;
    let campaign = await read();
    while (['scheduled', 'executing'].includes(String(campaign['status'])) && Date.now() < end) {
      await pause(500);
      campaign = await read();
    }
    const [shown] = await this.db.query<{ shown: number }>(
      `SELECT count(*)::int AS shown FROM entity_message WHERE campaign = $1 AND kind = 'message'`,
      [this.id],
    );
    return {
      status: String(campaign['status']),
      unsent: this.people.length - this.sent,
      twice: this.people.filter((person) => this.countDeliveries(person) > 1).length,
      shown: shown?.shown ?? 0,
    };
  }
}
