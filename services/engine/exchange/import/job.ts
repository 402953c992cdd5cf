import { Readable } from 'node:stream';
import { toCsv } from '../../../../schemas/model/csv.ts';
import type { ActorJobContext } from '../../modules/onBehalf.ts';
import { JobError, type JobOutcome } from '../../jobs/index.ts';
import type { Caller } from '../../resources/write/actor.ts';
import type { Queryable } from '../../storage/database.ts';
import { resolveCollection, type Collection } from '../collection.ts';
import { downloadPath } from '../downloads.ts';
import type { Exchange } from '../exchange.ts';
import type { ImportPlan } from './plan.ts';
import { ImportRun, type RowResult, type RowOutcome } from './run.ts';
import type { SheetFile } from './sheet.ts';
import { messages, t } from '../../../../schemas/texts/translate.ts';
import { storedNumber, storedText, translateStored } from '../../../../schemas/texts/stored.ts';

export const IMPORT_JOB = 'import';
/** Bytes of the file of failed rows, which has a reason for each. */
const MAX_FAILED_ROWS_BYTES = 64 * 1024 * 1024;

export interface ImportJob extends Collection {
  /** The file, which is also the import's id. */
  file: string;
}

/** Progress of an import, updated in the transaction of each record, so that no row is imported or counted twice. */
interface ImportState {
  plan: ImportPlan;
  position: number;
  counts: Partial<Record<RowOutcome, number>>;
}

/** Another process has taken the import over. */
class TakenOverError extends Error {}

/** Imports the rows of a file one after another, continuing where another process stopped. */
export async function runImport(
  { current, db, personal, sheets }: Pick<Exchange, 'current' | 'db' | 'personal' | 'sheets'>,
  { data: { file, ...collection }, signal, progress, caller: refreshCaller }: ActorJobContext<ImportJob>,
): Promise<JobOutcome> {
  const services = current();
  const { entity } = collection;
  const reauthorize = (): Promise<Caller> => refreshCaller({ entity, operations: ['create', 'update'] });
  const caller = await reauthorize();
  const resource = await resolveCollection(services, collection, caller);
  const [state] = await db.query<ImportState>(
    'SELECT plan, position, counts FROM exchange_import WHERE id = $1::uuid',
    [file],
  );
  if (!state) throw new JobError(storedText('What was to be imported is no longer there'), true);
  const { name } = await personal.find(file, caller.user.id);
  const sheet = await sheets.read(services, resource, file, caller.user.id);
  const run = new ImportRun(services, resource, caller, sheet, state.plan, reauthorize);
  const total = run.units.length;
  let done = state.position;
  progress(done, total, storedText('Importing'));
  for await (const _ of run.apply(done, (result, index, { tx }) =>
    recordRowResult(tx, file, result, index),
  )) {
    done += 1;
    progress(done, total, storedText('Importing'));
    signal.throwIfAborted();
  }
  const [{ counts } = state] = await db.query<Pick<ImportState, 'counts'>>(
    'SELECT counts FROM exchange_import WHERE id = $1::uuid',
    [file],
  );
  const text = describeCounts(counts);
  if (!counts.refused) return { text };
  const content = Readable.from([Buffer.from(await buildFailedRowsCsv(db, file, sheet))]);
  const failedRowsFile = await personal.add({
    ...{ entity, by: caller.user.id, name: `failed-${name.replace(/\.\w+$/, '')}.csv`, content },
    ...{ type: 'text/csv; charset=utf-8', maxBytes: MAX_FAILED_ROWS_BYTES },
  });
  return { text, link: downloadPath(failedRowsFile.id) };
}

/** @throws TakenOverError where another process has advanced the position, which rolls the record back */
async function recordRowResult(
  tx: Queryable,
  id: string,
  { verdict, rows, reason }: RowResult,
  index: number,
): Promise<void> {
  const advanced = await tx.query(
    `UPDATE exchange_import SET position = $2 + 1,
       counts = jsonb_set(counts, ARRAY[$3::text], to_jsonb(coalesce((counts ->> $3::text)::int, 0) + $4::int))
     WHERE id = $1::uuid AND position = $2 RETURNING id`,
    [id, index, verdict, rows.length],
  );
  if (advanced.length === 0) throw new TakenOverError();
  if (verdict !== 'refused') return;
  await tx.query(
    `INSERT INTO exchange_import_fault (import_id, row, reason) SELECT $1::uuid, unnest($2::int[]), $3`,
    [id, rows, reason ?? ''],
  );
}

const OUTCOME_TEXTS: Readonly<Record<RowOutcome, string>> = messages({
  create: '%{count} created',
  change: '%{count} changed',
  unchanged: '%{count} unchanged',
  refused: '%{count} refused',
});

/** `168 created, 9 changed, 7 refused`. */
function describeCounts(counts: ImportState['counts']): string {
  const texts = (Object.keys(OUTCOME_TEXTS) as RowOutcome[]).flatMap((verdict) => {
    const count = counts[verdict] ?? 0;
    return count > 0 ? [storedText(OUTCOME_TEXTS[verdict], { count: storedNumber(count) })] : [];
  });
  return texts.join(', ') || storedText('Nothing to import');
}

/** The rejected rows as in the file, each with its reason, so that they can be corrected and imported again. */
async function buildFailedRowsCsv(db: Queryable, id: string, { head, rows }: SheetFile): Promise<string> {
  const faults = await db.query<{ row: number; reason: string }>(
    'SELECT row, reason FROM exchange_import_fault WHERE import_id = $1::uuid ORDER BY row',
    [id],
  );
  const lines = faults.map(({ row, reason }) => [...(rows[row - 2] ?? []), translateStored(reason)]);
  return toCsv([[...head, t('Reason')], ...lines], { byteOrderMark: true });
}
