import process from 'node:process';
import { openDatabase } from '../../../services/storage/open.ts';

export interface Engine {
  name: 'embedded' | 'server';
  /** Settings of services on a database with nothing in it. */
  open(): Promise<{ env: Record<string, string>; remove: () => Promise<void> }>;
}

/** The engines that services run on: the embedded one, and a server when TEST_DATABASE_URL names one. */
export function engines(): Engine[] {
  const url = process.env['TEST_DATABASE_URL'];
  const embedded: Engine = { name: 'embedded', open: async () => ({ env: {}, remove: async () => {} }) };
  return url ? [embedded, { name: 'server', open: () => ownSchema(url) }] : [embedded];
}

async function ownSchema(url: string): ReturnType<Engine['open']> {
  const schema = `contract_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const owner = await openDatabase({ dataDir: '', databaseUrl: url, poolSize: 1 });
  await owner.exec('SELECT pg_advisory_lock(7230152); CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public');
  await owner.exec(`CREATE SCHEMA ${schema}; SELECT pg_advisory_unlock(7230152)`);
  const own = new URL(url);
  own.searchParams.set('options', `-c search_path=${schema},public`);
  const remove = async (): Promise<void> => {
    await owner.exec(`DROP SCHEMA ${schema} CASCADE`);
    await owner.close();
  };
  return { env: { DATABASE_URL: own.href }, remove };
}
