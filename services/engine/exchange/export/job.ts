import { Readable } from 'node:stream';
import type { Cell } from '../../../../schemas/model/cells.ts';
import type { ActorJobContext } from '../../modules/onBehalf.ts';
import { JobFault, type JobOutcome } from '../../jobs/index.ts';
import type { Caller } from '../../resources/write/actor.ts';
import { collectionNow, type Collection } from '../collection.ts';
import type { Exchange } from '../exchange.ts';
import { UploadAbortedError } from '../../files/staging.ts';
import { downloadPath } from '../downloads.ts';
import { FILE_FORMATS } from './formats.ts';
import type { ExportPlan } from './plan.ts';
import { ExportRows } from './rows.ts';
import { TooLarge } from './xlsx.ts';

export const EXPORT_JOB = 'export';
/** Bytes of a file. */
const MAX_BYTES = 4_000_000_000;

export interface ExportJob extends Collection {
  plan: ExportPlan;
  /** Of the file. */
  name: string;
}

/** Writes a long list into a file for the person who asked; run again it writes another one. */
export async function runExport(
  { current, db, personal }: Pick<Exchange, 'current' | 'db' | 'personal'>,
  { data: { plan, name, ...collection }, signal, progress, caller: callerNow }: ActorJobContext<ExportJob>,
): Promise<JobOutcome> {
  const services = current();
  const { entity } = collection;
  const rights = (): Promise<Caller> => callerNow({ entity, operations: ['read'] });
  const caller = await rights();
  const resource = await collectionNow(services, collection, caller);
  const rows = new ExportRows(services, resource, caller, plan, rights);
  const total = await rows.count();
  let done = 0;
  async function* counted(pages: AsyncIterable<Cell[][]>): AsyncGenerator<Cell[][]> {
    for await (const page of pages) {
      signal.throwIfAborted();
      yield page;
      done += page.length;
      progress(done, Math.max(total, done), 'Writing');
    }
  }
  const titles = rows.columns.map((field) => field.title);
  const { chunks, type } = FILE_FORMATS[plan.format];
  const file = await rows
    .all(db, (pages) => {
      const content = Readable.from(chunks({ name: resource.model.plural, titles, pages: counted(pages) }));
      return personal.add({
        entity,
        by: caller.user.id,
        name,
        type,
        content,
        maxBytes: MAX_BYTES,
      });
    })
    .catch((error: unknown) => {
      const cause = error instanceof UploadAbortedError ? error.cause : error;
      throw cause instanceof TooLarge ? new JobFault(cause.message, true) : cause;
    });
  return { text: `${done.toLocaleString('en-US')} rows, ${name}`, link: downloadPath(file.id) };
}
