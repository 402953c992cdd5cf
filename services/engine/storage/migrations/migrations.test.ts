import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Store } from '../../resources/write/store.ts';
import type { Database } from '../database.ts';
import { indexesOf } from '../indexes.ts';
import { migrate } from '../migrate.ts';
import { testEngines } from '../testEngines.ts';
import { field, model } from '../testModels.ts';
import type { MigrationModule } from './migration.ts';
import { changeTables } from './changeTables.ts';
import { runMigrations } from './run.ts';

const thing = model('thing', [field('name', { unique: true }), field('note')]);
const thingWithFilter = model('thing', [field('name', { unique: true }), field('note')], {
  list: { filters: ['note'] },
});

const countingSteps = (name: string, ...steps: number[]): MigrationModule => ({
  name,
  migrations: steps.map((step) => ({
    id: `000${step}-count`,
    statements: [
      `CREATE TABLE IF NOT EXISTS ${name} (step int, note text)`,
      `INSERT INTO ${name} VALUES (${step})`,
    ],
    indexes: [{ name: `${name}_${step}`, table: name, body: '(step)' }],
  })),
});

const indexNames = async (db: Database, table: string): Promise<string[]> =>
  (
    await db.query<{ name: string }>(
      'SELECT indexname AS name FROM pg_indexes WHERE schemaname = current_schema() AND tablename = $1 ORDER BY 1',
      [table],
    )
  ).map(({ name }) => name);

describe.each(testEngines())('migrations on the $name engine', { timeout: 120_000 }, ({ open }) => {
  let db: Database;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    ({ db, remove } = await open());
  }, 240_000);
  afterAll(() => remove());

  it('are applied once each, in their order, by starts at the same time', async () => {
    await Promise.all([1, 2, 3].map(() => runMigrations(db, countingSteps('once', 1, 2))));
    await runMigrations(db, countingSteps('once', 1, 2, 3));
    expect(await db.query('SELECT step FROM once')).toEqual([{ step: 1 }, { step: 2 }, { step: 3 }]);
    expect(await indexNames(db, 'once')).toEqual(['once_1', 'once_2', 'once_3']);
  });

  it('are refused when one that was applied is no longer what it was', async () => {
    await runMigrations(db, countingSteps('changed', 1));
    const changed = countingSteps('changed', 1).migrations.map((one) => ({
      ...one,
      statements: ['SELECT 1'],
    }));
    await expect(runMigrations(db, { name: 'changed', migrations: changed })).rejects.toThrow(
      'Migration 0001-count of changed differs from what was applied to this database',
    );
  });

  it('undo a step that fails, and go on with it the next time', async () => {
    const failing = countingSteps('failing', 1, 2).migrations.map((one, index) => ({
      ...one,
      up: async () => {
        if (index === 1) throw new Error('no');
      },
    }));
    await expect(runMigrations(db, { name: 'failing', migrations: failing })).rejects.toThrow('no');
    await runMigrations(db, countingSteps('failing', 1, 2));
    expect(await db.query('SELECT step FROM failing')).toEqual([{ step: 1 }, { step: 2 }]);
  });

  it('take over a database from before there were any, with its rows', async () => {
    await migrate(db, [thing]);
    const record = await new Store(db, thing).create({ name: 'kept' });
    await db.exec(
      'DROP TABLE schema_migration; ALTER TABLE record_history DROP COLUMN username, DROP COLUMN address',
    );
    await migrate(db, [thing]);
    expect(await new Store(db, thing).list()).toEqual([record]);
    expect(await db.query('SELECT username, address FROM record_history')).toEqual([
      { username: null, address: null },
    ]);
  });

  it('leave the indexes of an administrator alone, and make those anew that are missing', async () => {
    await migrate(db, [thingWithFilter]);
    await db.exec(`CREATE INDEX of_mine ON entity_thing ((data ->> 'note'))`);
    const [lost] = indexesOf(thing);
    await db.exec(`DROP INDEX ${lost?.name}`);
    await migrate(db, [thing]);
    expect((await indexNames(db, 'entity_thing')).sort()).toEqual(
      ['entity_thing_pkey', 'of_mine', ...indexesOf(thing).map(({ name }) => name)].sort(),
    );
  });
});

const servers = testEngines().filter(({ name }) => name === 'server');

describe.skipIf(servers.length === 0)('a start on a server in use', { timeout: 120_000 }, () => {
  let db: Database;
  let remove: () => Promise<void>;
  let things: Store;
  beforeEach(async () => {
    const [server] = servers;
    if (!server) throw new Error('No server is given');
    ({ db, remove } = await server.open());
    await migrate(db, [thing]);
    things = new Store(db, thing);
    await things.create({ name: 'one' });
  }, 120_000);
  afterEach(() => remove());

  /** Runs `work` inside an open transaction that has read and written all tables. */
  const whileInUse = (work: () => Promise<void>): Promise<void> =>
    db.transaction(async (tx) => {
      await tx.query('SELECT * FROM entity_thing, record_schema, schema_migration, record_upkeep');
      await tx.query(`UPDATE entity_thing SET version = version + 1`);
      await tx.query(`UPDATE record_schema SET changed_at = now()`);
      await tx.query('DELETE FROM record_history');
      await work();
    });

  /** Prepares `work` to be started later outside of the caller's transaction. */
  const startOutside = <T>(work: () => Promise<T>): { begin: () => void; done: Promise<T> } => {
    let begin = (): void => undefined;
    const asked = new Promise<void>((done) => (begin = done));
    return { begin: () => begin(), done: asked.then(work) };
  };

  it('changes nothing and waits for nobody when there is nothing to change', async () => {
    const start = startOutside(async () => {
      await migrate(db, [thing]);
      await things.create({ name: 'meanwhile' });
    });
    await whileInUse(async () => {
      start.begin();
      // Were it to wait for this transaction, the two would wait for each other.
      await start.done;
    });
    expect(await things.list()).toHaveLength(2);
  });

  it('builds a new index while others write', async () => {
    const writes = startOutside(() => things.create({ name: 'meanwhile' }));
    const start = startOutside(() => migrate(db, [thingWithFilter]));
    await whileInUse(async () => {
      start.begin();
      writes.begin();
      await writes.done;
    });
    await start.done;
    expect(await indexNames(db, 'entity_thing')).toEqual(
      expect.arrayContaining(indexesOf(thingWithFilter).map(({ name }) => name)),
    );
  });

  it('makes an index anew that a start which was cut off left invalid', async () => {
    const [, unique] = indexesOf(thing);
    await db.exec(`DROP INDEX ${unique?.name}`);
    await things.create({ name: 'one' });
    await db.exec(String(unique?.sql.replace('INDEX', 'INDEX CONCURRENTLY'))).catch(() => undefined);
    await db.query(
      `DELETE FROM entity_thing WHERE data ->> 'name' = 'one' AND version = 1 AND id = (SELECT id FROM entity_thing LIMIT 1)`,
    );
    await migrate(db, [thing]);
    await expect(things.create({ name: 'one' })).rejects.toMatchObject({ kind: 'DUPLICATE' });
  });

  it('says who is in the way of a table that has to be changed', async () => {
    const change = startOutside(() =>
      db.session((session) =>
        changeTables(session, (tx) => tx.query('ALTER TABLE entity_thing ADD COLUMN more text'), []),
      ),
    );
    change.done.catch(() => undefined);
    await whileInUse(async () => {
      change.begin();
      await expect(change.done).rejects.toThrow(
        /^The tables cannot be brought up to date: connection \d+ \(messaging-console, user \w+\) has had a transaction open since .* on .*entity_thing.*: end it, or start again later\.$/,
      );
    });
  });
});
