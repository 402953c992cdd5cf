import { basename } from 'node:path';
import process from 'node:process';
import pg from 'pg';

export interface OwnDatabase {
  address: string;
  remove: () => Promise<void>;
}

/** Held while a template is made, so that one file of tests makes it and the others wait for it. */
const LOCK = 7230153;

/** Name of the database that all of this run's begin with. */
const template = (): string => basename(process.env['TEST_TEMPLATES'] ?? 'console-templates');

/**
 * A new database on the tests' server.
 * @param server address of any database there
 * @param from `template` begins with what `makeTemplate` left, else there is nothing in it
 */
export async function ownDatabase(server: string, from?: 'template'): Promise<OwnDatabase> {
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
 * Makes the database that others begin with, once in a run of tests: the server copies it in a fraction of the time.
 * @param fill what is in it; closes its connections
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

/** What the run made to copy from goes with it. */
export const removeTemplate = (server: string): Promise<void> =>
  administrate(server, (run) => run(`DROP DATABASE IF EXISTS "${template()}" WITH (FORCE)`));

type Run = (sql: string) => Promise<unknown[]>;

function addressOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** On a connection of its own, whose locks end with it. */
async function administrate(server: string, work: (run: Run) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await work(async (sql) => (await client.query(sql)).rows as unknown[]);
  } finally {
    await client.end();
  }
}
