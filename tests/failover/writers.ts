import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../services/engine/storage/database.ts';
import type { Callers } from './callers.ts';

/** Creates and updates records, and remembers acknowledged writes. */
export class Writers {
  private readonly parcels = new Map<string, { name: string; size: number }>();
  acknowledged = 0;
  private running = true;
  private readonly work: Promise<unknown>;

  constructor(
    private readonly callers: Callers,
    count: number,
    intervalMs: number,
  ) {
    const repeat = async (who: number): Promise<void> => {
      await pause((who * intervalMs) / count);
      for (let turn = 0; this.running; turn += 1) {
        await this.parcel(`Parcel ${who}.${turn}`);
        await pause(intervalMs);
      }
    };
    this.work = Promise.all(Array.from({ length: count }, (_, who) => repeat(who)));
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.work;
  }

  private async parcel(name: string): Promise<void> {
    const created = await this.callers.call({
      ...{ method: 'POST', path: '/api/v1/parcels', headers: { 'idempotency-key': randomUUID() } },
      body: { name, size: 1, way: 'mail' },
    });
    if (!created) return;
    this.acknowledged += 1;
    const id = String(created.body['id']);
    const expected = { name, size: 1 };
    this.parcels.set(id, expected);
    const path = `/api/v1/parcels/${id}`;
    const changed = { ...created.body, size: 2 };
    const isStale = (status: number): boolean => status === 409;
    const answer = await this.callers.call({ method: 'PUT', path, body: changed }, isStale);
    if (!answer) return;
    // A repeated update whose response was lost is stale: then it was stored.
    const now = answer.status === 409 ? await this.callers.call({ method: 'GET', path }) : answer;
    if (!now) return;
    if (now.body['size'] !== 2) this.callers.reportError(`${name} is ${JSON.stringify(now.body)}`);
    this.acknowledged += 1;
    expected.size = 2;
  }

  /** @returns the number of lost acknowledged writes, and of duplicate records */
  async check(db: Database): Promise<{ lost: number; twice: number }> {
    const rows = await db.query<{ id: string; name: string; size: number }>(
      `SELECT id, data ->> 'name' AS name, (data ->> 'size')::int AS size FROM entity_parcel`,
    );
    const stored = new Map(rows.map((row) => [row.id, row]));
    const lost = [...this.parcels].filter(([id, { name, size }]) => {
      const found = stored.get(id);
      return found?.name !== name || found.size !== size;
    });
    for (const [id, { name }] of lost.slice(0, 5)) this.callers.reportError(`${name} (${id}) is lost`);
    const twice = rows.length - new Set(rows.map(({ name }) => name)).size;
    return { lost: lost.length, twice };
  }
}
