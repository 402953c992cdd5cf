import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Database } from './database.ts';
import { openDatabase } from './open.ts';

export interface TestEngine {
  name: 'embedded' | 'server';
  /** A database of its own with nothing in it. */
  open(): Promise<{ db: Database; remove: () => Promise<void> }>;
}

/** The engines that the storage suite runs on: the embedded one, and a server when TEST_DATABASE_URL names one. */
export function testEngines(): TestEngine[] {
  const url = process.env['TEST_DATABASE_URL'];
  const embedded: TestEngine = { name: 'embedded', open: openEmbeddedForTest };
  return url ? [embedded, { name: 'server', open: () => openServerForTest(url) }] : [embedded];
}

export function testFolder(): string {
  return mkdtempSync(join(tmpdir(), 'console-storage-'));
}

async function openEmbeddedForTest(): ReturnType<TestEngine['open']> {
  const dataDir = testFolder();
  const db = await openDatabase({ dataDir });
  const remove = async (): Promise<void> => {
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { db, remove };
}

async function openServerForTest(url: string): ReturnType<TestEngine['open']> {
  const schema = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const owner = await openDatabase({ dataDir: '', databaseUrl: url, poolSize: 1 });
  await owner.exec('SELECT pg_advisory_lock(7230152); CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public');
  await owner.exec(`CREATE SCHEMA ${schema}; SELECT pg_advisory_unlock(7230152)`);
  const own = new URL(url);
  own.searchParams.set('options', `-c search_path=${schema},public`);
  const db = await openDatabase({ dataDir: '', databaseUrl: own.href });
  const remove = async (): Promise<void> => {
    await db.close();
    await owner.exec(`DROP SCHEMA ${schema} CASCADE`);
    await owner.close();
  };
  return { db, remove };
}
