import { setTimeout as pause } from 'node:timers/promises';
import type { EntityModel } from '../../schemas/model/types.ts';
import { cachedProduct } from '../../schemas/testProduct.ts';
import { newId } from '../../services/engine/resources/ids.ts';
import { seedRecords } from '../../services/engine/resources/write/seed.ts';
import type { Database } from '../../services/engine/storage/database.ts';
import type { Platforms } from '../contract/support/platforms.ts';

/** Texts that there are, each a call of every part. */
const WAVES = 8;
/** People whom a part goes to. */
const PART = 500;
/** Milliseconds that a call may be kept waiting; it is given up after five seconds. */
const LONGEST_MS = 4_000;

/** A broadcast to very many people, which takes as long as the faults do. */
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
    const breathMs = Math.min(LONGEST_MS, (seconds * 1000) / (Math.ceil(people / PART) * WAVES));
    platforms.onSending = async (url) => {
      if (url.endsWith('/multicast')) await pause(breathMs);
    };
  }

  /** Its people, and the broadcast, whose time has come; a process that starts finds it. */
  async prepare(channel: string): Promise<void> {
    const { entities } = cachedProduct();
    const model = (name: string): EntityModel => {
      const found = entities.find((entity) => entity.name === name);
      if (!found) throw new Error(`No entity ${name}`);
      return found;
    };
    const now = new Date().toISOString();
    for (let from = 0; from < this.people.length; from += 2_000) {
      const some = this.people.slice(from, from + 2_000).map((externalId, n) => ({
        ...{ id: newId(), createdAt: now },
        values: {
          ...{ channel, externalId, displayName: externalId, followState: 'following', lastSeen: now },
          customFields: { wave: String(n % WAVES) },
        },
      }));
      await seedRecords(this.db, model('profile'), some);
    }
    const [segment, id] = [newId(), newId()];
    const conditions = [{ field: 'custom-field', name: 'wave', is: 'known' }];
    const who = { match: 'all', conditions };
    await seedRecords(this.db, model('segment'), [
      { id: segment, createdAt: now, values: { name: 'Waves', who } },
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
        startsAt: now,
      },
    };
    await seedRecords(this.db, model('campaign'), [{ id, createdAt: now, values }]);
    this.id = id;
  }

  private heard(person: string): number {
    return this.platforms.arrived.get(person)?.length ?? 0;
  }

  get sent(): number {
    return this.people.filter((person) => this.heard(person) > 0).length;
  }

  /** Waits for its end. */
  async check(seconds: number): Promise<{ status: string; unsent: number; twice: number; shown: number }> {
    const read = async (): Promise<Record<string, unknown>> => {
      const sql = 'SELECT data FROM entity_campaign WHERE id = $1::uuid';
      return (await this.db.query<{ data: Record<string, unknown> }>(sql, [this.id]))[0]?.data ?? {};
    };
    const end = Date.now() + seconds * 1000;
    let now = await read();
    while (['scheduled', 'executing'].includes(String(now['status'])) && Date.now() < end) {
      await pause(500);
      now = await read();
    }
    const [shown] = await this.db.query<{ shown: number }>(
      `SELECT count(*)::int AS shown FROM entity_message WHERE campaign = $1 AND kind = 'message'`,
      [this.id],
    );
    return {
      status: String(now['status']),
      unsent: this.people.length - this.sent,
      twice: this.people.filter((person) => this.heard(person) > 1).length,
      shown: shown?.shown ?? 0,
    };
  }
}
