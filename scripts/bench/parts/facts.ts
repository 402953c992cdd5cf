import { buildModel, fill } from '../lib/bigTable.ts';
import { measure, type Measure } from '../lib/results.ts';
import type { Options } from '../lib/options.ts';
import type { BenchEnvironment } from '../lib/workshop.ts';
import { loadProduct } from '../../../schemas/loadSchemas.ts';
import { schemasDir } from '../../lib/project.mjs';
import { Catalog } from '../../../services/engine/resources/catalog.ts';
import { updateLiveFields } from '../../../services/engine/resources/write/updateLiveFields.ts';
import type { Database } from '../../../services/engine/storage/database.ts';
import { openDatabase } from '../../../services/engine/storage/open.ts';
import { quotedTableName } from '../../../services/engine/storage/sql.ts';

/** Facts that come together, as from the messages of a moment. */
const AT_ONCE = 1_000;

/** How many facts a second are kept beside a table of so many profiles, and what the same costs in the profiles. */
export async function facts(
  workshop: BenchEnvironment,
  { engines, rows, rounds, seconds }: Options,
): Promise<Measure[]> {
  const measures: Measure[] = [];
  const model = buildModel('profile');
  for (const engine of engines) {
    const place = await workshop.createTarget(engine);
    await fill(place, model, rows);
    const db = await openDatabase({ ...place, timeoutMs: 3_600_000 });
    try {
      const ids = await sampleIds(db, quotedTableName(model));
      const services = { db, catalog: new Catalog(loadProduct(schemasDir()), db) };
      const rates: number[] = [];
      const updated: number[] = [];
      const updateFacts = (some: string[]): Promise<void> =>
        updateLiveFields(
          services,
          model.name,
          some.map((id) => ({ id, values: { lastSeen: new Date().toISOString() } })),
        );
      const plain = async (some: string[]): Promise<void> => {
        await db.query(
          `UPDATE ${quotedTableName(model)} SET data = data || jsonb_build_object('lastSeen', $2::text)
           WHERE id = ANY ($1::uuid[])`,
          [some, new Date().toISOString()],
        );
      };
      for (let round = 0; round < rounds; round++) {
        rates.push(await perSecond(ids, seconds, updateFacts));
        updated.push(await perSecond(ids, seconds, plain));
      }
      measures.push(
        measure(engine, `facts kept beside ${rows.toLocaleString('en-GB')} profiles`, '/s', rates, {
          goal: { of: 'ours', atLeast: 5_000 },
          beside: { of: 'plain UPDATE', samples: updated },
        }),
      );
    } finally {
      await db.close();
    }
  }
  return measures;
}

/** Ids from all over the table, in no order. */
async function sampleIds(db: Database, table: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM ${table} ORDER BY md5(id::text) LIMIT 200000`,
    [],
    { prepare: false },
  );
  return rows.map(({ id }) => id);
}

let next = 0;

/** Rows that the work gets through in a second, each time others. */
async function perSecond(
  ids: string[],
  seconds: number,
  work: (some: string[]) => Promise<void>,
): Promise<number> {
  const began = performance.now();
  let done = 0;
  while (performance.now() - began < seconds * 1_000) {
    const from = (next++ * AT_ONCE) % Math.max(1, ids.length - AT_ONCE);
    const some = ids.slice(from, from + AT_ONCE);
    await work(some);
    done += some.length;
  }
  return (done * 1_000) / (performance.now() - began);
}
