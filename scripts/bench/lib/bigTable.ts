import { join } from 'node:path';
import type { EntityModel } from '../../../schemas/model/types.ts';
import { loadProduct } from '../../../schemas/loadSchemas.ts';
import { openDatabase } from '../../../services/engine/storage/open.ts';
import { schemasDir } from '../../lib/project.mjs';
import { startConsole, type BenchTarget } from './console.ts';
import type { Engine, Options } from './options.ts';
import { seed } from './seed.ts';
import type { BenchEnvironment } from './workshop.ts';

/** The entity whose table is filled: a flat one, in the order of a text, searched in two fields. */
const ENTITY = 'variable';

export interface BigTable {
  engine: Engine;
  model: EntityModel;
  rows: number;
  place: BenchTarget;
  /** Settings of the bare server, which has a copy where the engine takes one process only. */
  bare: Record<string, string>;
}

export function buildModel(entity: string): EntityModel {
  const model = loadProduct(schemasDir()).entities.find(({ name }) => name === entity);
  if (!model) throw new Error(`There is no entity ${entity}`);
  return model;
}

/** A console's database with so many rows in one table. */
export async function bigTable(
  workshop: BenchEnvironment,
  engine: Engine,
  { rows }: Options,
): Promise<BigTable> {
  const model = buildModel(ENTITY);
  if (engine === 'server') {
    const place = await workshop.createTarget(engine);
    await fill(place, model, rows);
    return { engine, model, rows, place, bare: { BARE_URL: place.databaseUrl ?? '' } };
  }
  const dataDir = await workshop.embedded(`${ENTITY}-${rows}`, (folder) =>
    fill({ dataDir: folder }, model, rows),
  );
  const bare = { BARE_FOLDER: join(workshop.copyOf(dataDir), 'postgres') };
  return { engine, model, rows, place: { dataDir }, bare };
}

/** Lets the services make their tables and the demo workspace, then adds rows. */
export async function fill(place: BenchTarget, model: EntityModel, rows: number): Promise<void> {
  const began = performance.now();
  await (await startConsole(place)).stop();
  // A million rows in one statement take as long as they take.
  const db = await openDatabase({ ...place, timeoutMs: 3_600_000 });
  await seed(db, model, rows).finally(() => db.close());
  console.log(
    `  ${rows.toLocaleString('en-GB')} rows of ${model.name} in ${Math.round((performance.now() - began) / 1000)} s`,
  );
}
