import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import manifest from '../../../package.json' with { type: 'json' };
import type { Database } from './database.ts';
import { openDatabase } from './open.ts';

export interface TestEngine {
  name: 'embedded' | 'server';
  /** A database of its own with nothing in it, and the settings that lead to it. */
  open(): Promise<{ db: Database; env: Record<string, string>; remove: () => Promise<void> }>;
  /** Settings (environment variables) of services whose database has nothing in it. */
  settings(): Promise<{ env: Record<string, string>; remove: () => Promise<void> }>;
}

/** The engines that the storage suite runs on: the embedded one, and a server when TEST_DATABASE_URL names one. */
export function testEngines(): TestEngine[] {
  const url = process.env['TEST_DATABASE_URL'];
  const nothing = (): Promise<void> => Promise.resolve();
  const embedded: TestEngine = {
    name: 'embedded',
    open: openEmbeddedForTest,
    settings: async () => ({ env: { DATABASE_URL: '' }, remove: nothing }),
  };
  if (!url) return [embedded];
  const settings: TestEngine['settings'] = async () => {
    const { address, remove } = await makeEmpty(url);
    return { env: databaseSettings(address), remove };
  };
  return [embedded, { name: 'server', open: () => openServerForTest(url), settings }];
}

/**
 * The engine that tests of products run on: a server where there is one, which takes the least time. What differs from
 * engine to engine is tested in the storage and in the resources; `TEST_ENGINES=all` runs products on both as well, `embedded` on
 * the embedded one.
 */
export function productEngines(): TestEngine[] {
  const engines = testEngines();
  const which = process.env['TEST_ENGINES'];
  if (which === 'embedded') return engines.slice(0, 1);
  return which === 'all' ? engines : engines.slice(-1);
}

export function testFolder(): string {
  return mkdtempSync(join(tmpdir(), 'console-storage-'));
}

/**
 * A new database takes seconds to make, a copy of one takes none: the first test on a machine leaves one behind for
 * all others, of this very engine.
 */
async function templateFolder(): Promise<string> {
  const version = manifest.dependencies['@electric-sql/pglite'].replaceAll(/[^\w.]/g, '');
  const template = join(tmpdir(), `console-storage-template-${version}`);
  if (existsSync(template)) return template;
  const made = testFolder();
  await (await openDatabase({ dataDir: made })).close();
  try {
    renameSync(made, template);
  } catch {
    // Another process was quicker.
    rmSync(made, { recursive: true, force: true });
  }
  return template;
}

/** A data folder with an embedded database in which nothing is. */
export async function testDataFolder(): Promise<string> {
  const dataDir = testFolder();
  cpSync(await templateFolder(), dataDir, { recursive: true });
  return dataDir;
}

let engineCode: Promise<WebAssembly.Module> | undefined;

/**
 * The threads of a process share what they compile of the engine as long as one of them has it. A file of tests opens
 * many databases, one after another: held here, only the first of them is waited for.
 */
async function holdEngineCode(): Promise<void> {
  engineCode ??= readFile('node_modules/@electric-sql/pglite/dist/pglite.wasm').then((bytes) =>
    WebAssembly.compile(bytes),
  );
  await engineCode;
}

async function openEmbeddedForTest(): ReturnType<TestEngine['open']> {
  await holdEngineCode();
  const dataDir = await testDataFolder();
  const db = await openDatabase({ dataDir });
  const remove = async (): Promise<void> => {
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { db, env: { DATABASE_URL: '' }, remove };
}

/**
 * Settings of services on a database of the tests' server: behind the pooler of transactions that TEST_POOLER_URL names,
 * where there is one.
 */
export function databaseSettings(address: string): Record<string, string> {
  const pooler = process.env['TEST_POOLER_URL'];
  if (!pooler) return { DATABASE_URL: address };
  const pooled = new URL(pooler);
  pooled.pathname = new URL(address).pathname;
  return { DATABASE_URL: pooled.href, DATABASE_SESSION_URL: address };
}

/** The same for who opens a database without the other settings. */
export const addressesOf = (env: Record<string, string>) => ({
  databaseUrl: env['DATABASE_URL'],
  databaseSessionUrl: env['DATABASE_SESSION_URL'],
});

/** A schema of its own; behind a pooler, which knows no options of connections, a database. */
const makeEmpty = (url: string): ReturnType<typeof makeSchema> =>
  process.env['TEST_POOLER_URL'] ? makeDatabase(url) : makeSchema(url);

async function makeDatabase(url: string): ReturnType<typeof makeSchema> {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const owner = await openDatabase({ dataDir: '', databaseUrl: url, poolSize: 1 });
  await owner.exec(`CREATE DATABASE ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const remove = async (): Promise<void> => {
    await owner.exec(`DROP DATABASE ${name} WITH (FORCE)`);
    await owner.close();
  };
  return { address: own.href, remove };
}

/** A schema of its own on a server. @returns its address, and what drops it again */
async function makeSchema(url: string): Promise<{ address: string; remove: () => Promise<void> }> {
  const schema = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const owner = await openDatabase({ dataDir: '', databaseUrl: url, poolSize: 1 });
  await owner.exec('SELECT pg_advisory_lock(7230152); CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public');
  await owner.exec(`CREATE SCHEMA ${schema}; SELECT pg_advisory_unlock(7230152)`);
  const own = new URL(url);
  own.searchParams.set('options', `-c search_path=${schema},public`);
  const remove = async (): Promise<void> => {
    await owner.exec(`DROP SCHEMA ${schema} CASCADE`);
    await owner.close();
  };
  return { address: own.href, remove };
}

async function openServerForTest(url: string): ReturnType<TestEngine['open']> {
  const { address, remove } = await makeEmpty(url);
  const env = databaseSettings(address);
  const db = await openDatabase({ dataDir: '', ...addressesOf(env) });
  return {
    ...{ db, env },
    remove: async () => {
      await db.close();
      await remove();
    },
  };
}
