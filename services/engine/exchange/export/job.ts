import { Readable } from 'node:stream';
import type { ActorJobContext } from '../../modules/onBehalf.ts';
import { JobError, type JobOutcome } from '../../jobs/index.ts';
import type { Caller } from '../../resources/write/actor.ts';
import { resolveCollection, type Collection } from '../collection.ts';
import type { Exchange } from '../exchange.ts';
import { UploadAbortedError } from '../../files/staging.ts';
import { downloadPath } from '../downloads.ts';
import { ListFile, typeOf } from './listFile.ts';
import type { ExportPlan } from './plan.ts';
import { ExportRows } from './rows.ts';
import { asOfText, readServicesOfJob } from './readServicesOfJob.ts';
import { ExportTooLargeError } from './xlsx.ts';
import { storedNumber, storedText } from '../../../../schemas/texts/stored.ts';

export const EXPORT_JOB = 'export';
/** Bytes of a file. */
const MAX_BYTES = 4_000_000_000;

export interface ExportJob extends Collection {
  plan: ExportPlan;
  /** Of the file. */
  name: string;
}

/** Exports a long list into a personal file of the caller; a repeated run writes another file. */
export async function runExport(
  { current, personal }: Pick<Exchange, 'current' | 'personal'>,
  job: ActorJobContext<ExportJob>,
): Promise<JobOutcome> {
  const { plan, name, ...collection } = job.data;
  const { signal, progress, caller: refreshCaller } = job;
  const { entity } = collection;
  const reauthorize = (): Promise<Caller> => refreshCaller({ entity, operations: ['read'] });
  const caller = await reauthorize();
  const { services, asOf } = await readServicesOfJob(current(), job, caller);
  const resource = await resolveCollection(services, collection, caller);
  const rows = new ExportRows(services, resource, caller, plan, reauthorize);
  const total = await rows.count();
  let done = 0;
  const count = (records: number): void => {
    signal.throwIfAborted();
    done += records;
    progress(done, Math.max(total, done), storedText('Writing'));
  };
  const file = await new ListFile(resource, plan, rows, services, caller)
    .all(services.db, count, (chunks) => {
      const content = Readable.from(chunks);
      return personal.add({
        entity,
        by: caller.user.id,
        name,
        type: typeOf(plan.format),
        content,
        maxBytes: MAX_BYTES,
      });
    })
    .catch((error: unknown) => {
      const cause = error instanceof UploadAbortedError ? error.cause : error;
      throw cause instanceof ExportTooLargeError ? new JobError(storedText(cause.message), true) : cause;
    });
  const rowsWritten = storedText('%{count} rows', { count: storedNumber(done) });
  const text = `${rowsWritten}, ${name}${asOfText(asOf, plan.zone)}`;
  return { text, link: downloadPath(file.id) };
}
