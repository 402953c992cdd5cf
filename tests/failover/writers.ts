import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../services/engine/storage/database.ts';
import type { Callers } from './callers.ts';

/** Callers that make records and change them, and remember what was acknowledged. */
export class Writers {
  private readonly parcels = new Map<string, { name: string; size: number }>();
  acknowledged = 0;
  private running = true;
  private readonly work: Promise<unknown>;

  constructor(
    private readonly callers: Callers,
    count: number,
    breathMs: number,
  ) {
    const lane = async (who: number): Promise<void> => {
      await pause((who * breathMs) / count);
      for (let turn = 0; this.running; turn += 1) {
        await this.parcel(`Parcel ${who}.${turn}`);
        await pause(breathMs);
      }
    };
    this.work = Promise.all(Array.from({ length: count }, (_, who) => lane(who)));
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.work;
  }

  private async parcel(name: string): Promise<void> {
    const made = await this.callers.ask({
      ...{ method: 'POST', path: '/api/v1/parcels', headers: { 'idempotency-key': randomUUID() } },
      body: { name, size: 1, way: 'mail' },
    });
    if (!made) return;
    this.acknowledged += 1;
    const id = String(made.body['id']);
    const known = { name, size: 1 };
    this.parcels.set(id, known);
    const path = `/api/v1/parcels/${id}`;
    const changed = { ...made.body, size: 2 };
    const isStale = (status: number): boolean => status === 409;
    const answer = await this.callers.ask({ method: 'PUT', path, body: changed }, isStale);
    if (!answer) return;
    // A change whose answer was lost is of an older version when it is repeated: then it is there.
    const now = answer.status === 409 ? await this.callers.ask({ method: 'GET', path }) : answer;
    if (!now) return;
    if (now.body['size'] !== 2) this.callers.fault(`${name} is ${JSON.stringify(now.body)}`);
    this.acknowledged += 1;
    known.size = 2;
  }

  /** @returns how many acknowledged writes are missing, and how many records there are twice */
  async check(db: Database): Promise<{ lost: number; twice: number }> {
    const rows = await db.query<{ id: string; name: string; size: number }>(
      `SELECT id, data ->> 'name' AS name, (data ->> 'size')::int AS size FROM entity_parcel`,
    );
    const stored = new Map(rows.map((row) => [row.id, row]));
    const lost = [...this.parcels].filter(([id, { name, size }]) => {
      const found = stored.get(id);
      return found?.name !== name || found.size !== size;
    });
    for (const [id, { name }] of lost.slice(0, 5)) this.callers.fault(`${name} (${id}) is lost`);
    const twice = rows.length - new Set(rows.map(({ name }) => name)).size;
    return { lost: lost.length, twice };
  }
}
