import { rmSync } from 'node:fs';
import type { Database } from '../../engine/storage/database.ts';
import { openDatabase } from '../../engine/storage/open.ts';
import { addressesOf, testFolder, type TestEngine } from '../../engine/storage/testEngines.ts';
import { CAMPAIGN_TABLES } from './tables.ts';

/** Databases with the campaigns' tables: on a server two connections, as of two processes; on the embedded engine one. */
export async function openProcesses(engine: TestEngine): Promise<{
  dbs: [Database, ...Database[]];
  close: () => Promise<void>;
}> {
  const dataDir = testFolder();
  const { env, remove } = await engine.settings();
  const addresses = addressesOf(env);
  const { databaseUrl } = addresses;
  const open = () => openDatabase({ dataDir, ...addresses });
  const dbs: [Database, ...Database[]] = [await open()];
  if (databaseUrl) dbs.push(await open());
  for (const { statements } of CAMPAIGN_TABLES) for (const one of statements ?? []) await dbs[0].exec(one);
  return {
    dbs,
    close: async () => {
      for (const db of dbs) await db.close();
      await remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
