import { basename } from 'node:path';
import process from 'node:process';
import pg from 'pg';

export interface TestDatabase {
  address: string;
  remove: () => Promise<void>;
}

/** Advisory lock during the creation of the template: one test file creates it, the others wait. */
const LOCK = 7230153;

/** Name of the template database of this test run. */
const template = (): string => basename(process.env['TEST_TEMPLATES'] ?? 'console-templates');

/**
 * Creates a database on the tests' server.
 * @param server address of any database there
 * @param from `template` copies the database of `makeTemplate`; by default the new one is empty
 */
export async function createTestDatabase(server: string, from?: 'template'): Promise<TestDatabase> {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await administrate(server, (run) =>
    run(`CREATE DATABASE "${name}" ${from ? `TEMPLATE "${template()}"` : ''}`),
  );
  return {
    address: addressOf(server, name),
    remove: () => administrate(server, (run) => run(`DROP DATABASE "${name}" WITH (FORCE)`)),
  };
}

/**
 * Creates the template database, once in a test run: copying it takes a fraction of the time of filling a new one.
 * @param fill fills the template; must close its connections
 */
export function makeTemplate(server: string, fill: (address: string) => Promise<void>): Promise<void> {
  const [name, making] = [template(), `${template()}-making`];
  return administrate(server, async (run) => {
    await run(`SELECT pg_advisory_lock(${LOCK})`);
    const there = await run(`SELECT 1 FROM pg_database WHERE datname = '${name}'`);
    if (there.length > 0) return;
    await run(`DROP DATABASE IF EXISTS "${making}" WITH (FORCE)`);
    await run(`CREATE DATABASE "${making}"`);
    await fill(addressOf(server, making));
    await run(`ALTER DATABASE "${making}" RENAME TO "${name}"`);
  });
}

/** Deletes the template at the end of the test run. */
export const removeTemplate = (server: string): Promise<void> =>
  administrate(server, (run) => run(`DROP DATABASE IF EXISTS "${template()}" WITH (FORCE)`));

type Run = (sql: string) => Promise<unknown[]>;

function addressOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs statements on a separate connection, whose locks end with it. */
async function administrate(server: string, work: (run: Run) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await work(async (sql) => (await client.query(sql)).rows as unknown[]);
  } finally {
    await client.end();
  }
}
