import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '../../engine/resources/services.ts';
import { createRecordsFixture } from '../../engine/resources/write/recordsFixture.ts';
import { StorageError, type Database } from '../../engine/storage/database.ts';
import { runMigrations } from '../../engine/storage/migrations/run.ts';
import { productEngines } from '../../engine/storage/testEngines.ts';
import { Leases } from './leases.ts';
import { completeInboundBatched, completeWithChange, type InboundOutcome } from './completeInboundBatch.ts';
import { CONVERSATION_TABLES } from './tables.ts';

/** The database over a connection that breaks after a statement was carried out, before its answer arrives. */
function breakingOnce(db: Database): Database {
  let isBroken = false;
  return new Proxy(db, {
    get(target, name) {
      if (name !== 'query') {
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      }
      return async (...statement: Parameters<Database['query']>) => {
        const rows = await target.query(...statement);
        if (isBroken) return rows;
        isBroken = true;
        throw new StorageError('The server db closed the connection.');
      };
    },
  });
}

/** The database over a connection that breaks once, after a transaction was committed. */
function losingOneCommit(db: Database): Database {
  let isLost = false;
  return new Proxy(db, {
    get(target, name) {
      if (name !== 'transaction') {
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      }
      return async (...work: Parameters<Database['transaction']>) => {
        const result = await target.transaction(...work);
        if (isLost) return result;
        isLost = true;
        throw new StorageError('The server db closed the connection.');
      };
    },
  });
}

describe.each(productEngines())('an answer on the $name engine', ({ open }) => {
  let db: Database;
  let remove: () => Promise<void>;
  let leases: Leases;
  beforeAll(async () => {
    ({ db, remove } = await open());
    await runMigrations(db, { name: 'conversations', migrations: CONVERSATION_TABLES });
    leases = new Leases(db, randomUUID());
  }, 60_000);
  afterAll(() => remove());

  /** Something came in, and the process goes on with the conversation. @returns the answer to it */
  async function answerTo(worker: string): Promise<InboundOutcome> {
    const [profile, pending, answer] = [randomUUID(), randomUUID(), randomUUID()];
    await db.query(
      `INSERT INTO conversation (profile, channel, person, worker, due_at) VALUES ($1::uuid, $2::uuid, $3, $4::uuid, now())`,
      [profile, randomUUID(), profile, worker],
    );
    await db.query(
      `INSERT INTO conversation_inbound (id, profile, at, event) VALUES ($1::uuid, $2::uuid, now(), '{}')`,
      [pending, profile],
    );
    const bodies = [{ type: 'text', text: 'hello' }];
    return {
      ...{ profile, pending, answer, bodies, variables: {}, about: { source: 'BOT' }, reply: null },
      ...{ delay: 0, begins: true },
    };
  }
  const servicesOn = (on: Database): Services => ({ ...createRecordsFixture(db, []).services, db: on });
  const waiting = (profile: string) =>
    db.query('SELECT id FROM conversation_outbound WHERE profile = $1::uuid', [profile]);

  it('is stored once and given to be sent', async () => {
    const outcome = await answerTo(leases.worker);
    const result = await completeInboundBatched(() => servicesOn(db), leases, outcome);
    expect(result).toMatchObject({ isOwn: true, outbound: { id: outcome.answer, bodies: outcome.bodies } });
    expect(await waiting(outcome.profile)).toEqual([{ id: outcome.answer }]);
  });

  it('is given to be sent, too, where the connection broke once it was stored', async () => {
    const own = new Leases(db, leases.worker);
    const all = await Promise.all(Array.from({ length: 3 }, () => answerTo(own.worker)));
    const services = servicesOn(breakingOnce(db));
    const outcomes = await Promise.all(
      all.map((outcome) => completeInboundBatched(() => services, own, outcome)),
    );
    expect(outcomes).toMatchObject(
      all.map(({ answer, bodies }) => ({ isOwn: true, outbound: { id: answer, bodies, calling: 0 } })),
    );
    for (const { profile, answer } of all) expect(await waiting(profile)).toEqual([{ id: answer }]);
  });

  it('that changes more is given to be sent, too, where the answer to its commit was lost', async () => {
    const outcome = await answerTo(leases.worker);
    const changed: string[] = [];
    const result = await completeWithChange(
      servicesOn(losingOneCommit(db)),
      leases,
      outcome,
      async ({ tx }) => {
        const [row] = await tx.query<{ profile: string }>(
          'SELECT profile FROM conversation WHERE profile = $1::uuid',
          [outcome.profile],
        );
        changed.push(row?.profile ?? 'nobody');
      },
    );
    expect(result).toMatchObject({
      isOwn: true,
      outbound: { id: outcome.answer, bodies: outcome.bodies, calling: 0 },
    });
    expect(changed).toEqual([outcome.profile, outcome.profile]);
    expect(await waiting(outcome.profile)).toEqual([{ id: outcome.answer }]);
  });

  it('of a conversation that another process has is not stored', async () => {
    const outcome = await answerTo(randomUUID());
    expect(await completeInboundBatched(() => servicesOn(db), leases, outcome)).toEqual({
      isOwn: false,
      outbound: null,
    });
    expect(await waiting(outcome.profile)).toEqual([]);
  });
});
