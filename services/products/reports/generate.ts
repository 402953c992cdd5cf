import { WORKSPACE_OFFSET_MS, WORKSPACE_ZONE } from '../../../schemas/model/zonedTime.ts';
import { Readable } from 'node:stream';
import type { Report } from '../../../schemas/generated/types.ts';
import type { Cell } from '../../../schemas/model/cells.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { RETENTION_DAYS } from '../../../schemas/reports/timeframes.ts';
import type { Context } from '../../engine/modules/module.ts';
import type { ActorJobContext } from '../../engine/modules/onBehalf.ts';
import { downloadPath } from '../../engine/exchange/downloads.ts';
import { FILE_FORMATS } from '../../engine/exchange/export/formats.ts';
import { asOfText, readServicesOfJob } from '../../engine/exchange/export/readServicesOfJob.ts';
import { ExportTooLargeError } from '../../engine/exchange/export/xlsx.ts';
import { PersonalFiles } from '../../engine/exchange/personalFiles.ts';
import { UploadAbortedError } from '../../engine/files/staging.ts';
import { JobError, type JobOutcome } from '../../engine/jobs/index.ts';
import { ApiError } from '../../engine/http/errors.ts';
import { SYSTEM } from '../../engine/resources/write/actor.ts';
import { updateLiveFields } from '../../engine/resources/write/updateLiveFields.ts';
import { records } from '../../engine/resources/write/records.ts';
import type { Caller } from '../../engine/resources/write/actor.ts';
import { requiredEntities, REPORT_KINDS } from './kinds.ts';
import { removeLeftovers } from './leftovers.ts';
import { buildTable } from './buildTable.ts';
import { storedNumber, storedText } from '../../../schemas/texts/stored.ts';
import { t } from '../../../schemas/texts/translate.ts';

export const REPORT_JOB = 'report';
export const RETRIES = 2;
const MAX_FILE_BYTES = 4_000_000_000;
/** Between two updates of the progress. */
const PROGRESS_INTERVAL_MS = 1_000;
const DAY_MS = 24 * 3_600_000;
export const UNEXPECTED_FAILURE = storedText('Oops! something went wrong');

export interface ReportJob {
  id: string;
}
type StoredReport = Report & EntityRecord;

export const jobKey = (id: string): string => `report:${id}`;

/** Ends a pending report; one that has ended or was deleted stays as it is. */
export async function endReport(
  { services }: Context,
  id: string,
  transition: 'finish' | 'fail',
  values: Partial<Report>,
): Promise<void> {
  try {
    await records(services(), 'report', SYSTEM).transition(id, transition, values);
  } catch (error) {
    if (!(error instanceof ApiError) || !['STATE', 'NOT_FOUND'].includes(error.code)) throw error;
  }
}

/**
 * Writes the file of a report. An interrupted run starts again: the report gets its file in the last step, and other files
 * that were written for it are removed afterwards.
 */
export async function runReport(
  job: ActorJobContext<ReportJob>,
  context: Context,
): Promise<JobOutcome | void> {
  const { id } = job.data;
  const report = await context.services().catalog.repository('report')?.find(id);
  if (report?.status !== 'PENDING') return undefined;
  const { db, files } = context;
  await new PersonalFiles(db, files).clearStaged(id);
  try {
    const outcome = await writeFile(job, context, report);
    await removeLeftovers(context, id);
    return outcome;
  } catch (error) {
    const cause = error instanceof UploadAbortedError ? error.cause : error;
    const failure =
      cause instanceof ExportTooLargeError
        ? new JobError(storedText(cause.message), true)
        : toFinalError(cause);
    const isLast = failure instanceof JobError ? failure.isFinal : job.attempt > RETRIES;
    if (job.signal.aborted) await failIfCancelled(context, id);
    else if (isLast)
      await endReport(context, id, 'fail', {
        failure: failure instanceof JobError ? failure.message : UNEXPECTED_FAILURE,
      });
    await removeLeftovers(context, id);
    throw failure;
  }
}

/** Fails a cancelled report; an interrupted one continues elsewhere. */
async function failIfCancelled(context: Context, id: string): Promise<void> {
  const live = await context.db.query(
    `SELECT 1 FROM job_run WHERE name = $1 AND key = $2 AND state IN ('waiting', 'running')`,
    [REPORT_JOB, jobKey(id)],
  );
  if (live.length === 0) await endReport(context, id, 'fail', { failure: storedText('It was cancelled') });
}

/** Makes refusals final: another attempt would be refused too. */
const toFinalError = (error: unknown): unknown =>
  error instanceof ApiError && error.status < 500 ? new JobError(error.message, true) : error;

async function writeFile(
  job: ActorJobContext<ReportJob>,
  context: Context,
  report: StoredReport,
): Promise<JobOutcome> {
  const { signal, progress, caller: callerNow } = job;
  const services = context.services();
  const { type, startIsoStringDate: from = '', endIsoStringDate: to = '', format = 'csv' } = report;
  const reads = requiredEntities(report);
  const reauthorize = async (): Promise<Caller> => {
    for (const entity of reads) await callerNow({ entity, operations: ['read'] });
    return callerNow({ entity: 'report', operations: ['create'] });
  };
  const caller = await reauthorize();
  const { services: reading, asOf } = await readServicesOfJob(services, job, caller);
  const table = await buildTable(reading, reauthorize, { ...report, from, to });
  const { chunks, most, type: mime } = FILE_FORMATS[format];
  if (most !== undefined && table.total > most) throw new JobError(tooManyRows(most, table.total), true);
  let rows = 0;
  let updatedAt = 0;
  async function* withProgress(pages: AsyncIterable<[Cell[][], number]>): AsyncGenerator<Cell[][]> {
    for await (const [page, done] of pages) {
      signal.throwIfAborted();
      rows += page.length;
      progress(done, Math.max(table.total, done), storedText('Writing'));
      if (Date.now() - updatedAt > PROGRESS_INTERVAL_MS) {
        updatedAt = Date.now();
        const share = table.total === 0 ? 1 : Math.min(1, done / table.total);
        await updateLiveFields(services, 'report', [{ id: report.id, values: { progress: share } }]);
      }
      yield page;
    }
  }
  const { title } = REPORT_KINDS[type];
  const name = fileName(report, title);
  const expiresAt = new Date(Date.now() + RETENTION_DAYS * DAY_MS);
  const personal = new PersonalFiles(context.db, context.files);
  const file = await table.read((pages) =>
    personal.add({
      ...{ entity: 'report', reads, about: report.id, by: caller.user.id, name, type: mime },
      ...{ maxBytes: MAX_FILE_BYTES, keptUntil: expiresAt },
      content: Readable.from(chunks({ name: t(title), headers: table.titles, pages: withProgress(pages) })),
    }),
  );
  signal.throwIfAborted();
  await endReport(context, report.id, 'finish', {
    exportedFileUrl: downloadPath(file.id),
    fileName: name,
    bytes: file.size,
    rows,
    expiresAt: expiresAt.toISOString(),
  });
  const written = storedText('%{count} rows', { count: storedNumber(rows) });
  const text = `${written}${asOfText(asOf, WORKSPACE_ZONE)}`;
  return { text, link: `/chatbot/report/${report.id}` };
}

const tooManyRows = (maxRows: number, rows: number): string =>
  storedText(
    'An Excel file holds at most %{most} rows, this report has %{count}. Choose CSV, or less time.',
    {
      most: storedNumber(maxRows),
      count: storedNumber(rows),
    },
  );

/** `messages-daily-2026-11-01-2026-11-21.csv`, by the days of UTC+7. */
function fileName(
  { timeframe, startIsoStringDate, endIsoStringDate, format }: Report,
  title: string,
): string {
  const day = (moment = '', before = 0): string =>
    new Date(Date.parse(moment) - before + WORKSPACE_OFFSET_MS).toISOString().slice(0, 10);
  const kind = timeframe === 'custom' ? '' : `-${timeframe}`;
  const words = title.toLowerCase().replaceAll(' ', '-');
  return `${words}${kind}-${day(startIsoStringDate)}-${day(endIsoStringDate, 1)}.${format ?? 'csv'}`;
}
