import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { Zip, ZipDeflate } from 'fflate';
import { recordTitle } from '../../../../schemas/model/fields.ts';
import type { EntityModel, EntityRecord } from '../../../../schemas/model/types.ts';
import { fileNameOf } from '../../files/names.ts';
import { UploadAbortedError } from '../../files/staging.ts';
import { ApiError } from '../../http/errors.ts';
import { JobError, type JobOutcome } from '../../jobs/index.ts';
import type { Context } from '../../modules/module.ts';
import { enqueueOnBehalf, type ActorJobContext } from '../../modules/onBehalf.ts';
import type { Resource } from '../../resources/catalog.ts';
import type { Services } from '../../resources/services.ts';
import type { Caller } from '../../resources/write/actor.ts';
import { recordAuditEvent } from '../auditEvent.ts';
import { downloadPath } from '../downloads.ts';
import type { Exchange } from '../exchange.ts';
import { FILE_FORMATS } from './formats.ts';
import type { ExportPlan } from './plan.ts';
import { ExportRows } from './rows.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { storedList, storedNumber, storedText } from '../../../../schemas/texts/stored.ts';

export const DATA_JOB = 'export.data';
/** Bytes of a file: beyond them the archive would need another format. */
const MAX_BYTES = 4_000_000_000;

export interface DataJob {
  entity: string;
  id: string;
  title: string;
  /** Of the file. */
  name: string;
}

/** What belongs to a record: the list, and its field that refers to the record. */
interface OwnList {
  resource: Resource;
  field: string;
}

interface OwnLists {
  /** Those that the person may read. */
  lists: OwnList[];
  /** The others. */
  withheld: EntityModel[];
}

/**
 * The lists whose records refer to those of an entity. What lies below a record goes with it, whether its list has an
 * export or not.
 */
function listsOf({ catalog }: Services, entity: string, { rights }: Pick<Caller, 'rights'>): OwnLists {
  const lists: OwnList[] = [];
  const withheld: EntityModel[] = [];
  for (const model of catalog.product.entities) {
    const field = model.fields.find((one) => one.reference?.entity === entity && one.type === 'reference');
    const belongs = model.parent ? model.parent.entity === entity : model.features.export;
    if (!field || !belongs) continue;
    if (rights.may(model.name, 'read'))
      lists.push({ resource: catalog.require(model.name), field: field.name });
    else withheld.push(model);
  }
  return { lists, withheld };
}

/** Says that there is nothing to be read, and which rights there would have to be: one of those of a list is enough. */
function nothingToRead(withheld: readonly EntityModel[]): string {
  if (withheld.length === 0) return storedText('Nothing belongs to it that could be put into a file');
  const lists = withheld.map(
    ({ plural, access }) =>
      `${storedText(plural)} (${access.read.reduce((first, next) => storedText('%{first} or %{next}', { first, next }))})`,
  );
  return storedText(
    'You may not read anything that belongs to it. That takes a role with the right to read one of these: %{lists}',
    { lists: storedList(lists) },
  );
}

/**
 * Adds the job that puts what belongs to a record into one file for a person: a list of each entity whose records refer to
 * it, all that can be read of them. @throws ApiError 403 where the person may read none of these, with the rights that it takes
 */
export async function enqueueDataOf(
  { db, jobs, services: current }: Context,
  { user, address }: Pick<Caller, 'user' | 'address'>,
  model: EntityModel,
  record: EntityRecord,
): Promise<void> {
  const services = current();
  const rights = services.catalog.rights(user.roles);
  const { lists, withheld } = listsOf(services, model.name, { rights });
  if (lists.length === 0) throw new ApiError(403, 'FORBIDDEN', nothingToRead(withheld));
  const title = recordTitle(model, record);
  const name = `${fileNameOf(title) || model.name}-${new Date().toISOString().slice(0, 10)}.zip`;
  await db.transaction(async (tx) => {
    const plurals = storedList(lists.map(({ resource }) => storedText(resource.model.plural)));
    const event = {
      operation: 'export',
      entity: model.name,
      detail: storedText('All data of %{title}: %{lists}', { title, lists: plurals }),
    } as const;
    await recordAuditEvent(tx, { user, address }, event);
    const data: DataJob = { entity: model.name, id: record.id, title, name };
    const about = {
      title: storedText('Data of %{title}', { title }),
      key: `${DATA_JOB}:${record.id}:${user.id}`,
    };
    await enqueueOnBehalf({ jobs, services, tx }, { user, address }, DATA_JOB, data, about);
  });
}

/** Writes the lists one after the other into an archive, a page of rows in memory at a time. */
export async function runDataExport(
  { current, db, personal }: Pick<Exchange, 'current' | 'db' | 'personal'>,
  { data, signal, progress, caller: callerNow }: ActorJobContext<DataJob>,
): Promise<JobOutcome> {
  const services = current();
  const reauthorize = (): Promise<Caller> => callerNow({ entity: data.entity, operations: ['read'] });
  const caller = await reauthorize();
  const own = listsOf(services, data.entity, caller);
  const exports = own.lists.map(({ resource, field }) => ({
    resource,
    rows: new ExportRows(services, resource, caller, planOf(resource, caller, field, data.id), reauthorize),
  }));
  if (exports.length === 0) throw new JobError(nothingToRead(own.withheld), true);
  let total = 0;
  for (const { rows } of exports) total += await rows.count();
  let done = 0;
  const out = new PassThrough();
  const zip = new Zip((error, chunk) => {
    if (error) out.destroy(error);
    else out.write(chunk);
  });
  /** Waits for whoever takes the file in, so that no more than a page is kept. */
  const taken = async (): Promise<void> => {
    signal.throwIfAborted();
    if (out.writableNeedDrain) await once(out, 'drain', { signal });
  };
  const write = async (): Promise<void> => {
    for (const { resource, rows } of exports) {
      const part = new ZipDeflate(
        `${resource.model.plural.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.csv`,
      );
      zip.add(part);
      const headers = rows.columns.map((field) => t(field.title));
      await rows.all(db, rows.cells, async (pages) => {
        const { plural: name } = resource.model;
        for await (const chunk of FILE_FORMATS.csv.chunks({ name, headers, pages: counted(pages) })) {
          part.push(chunk);
          await taken();
        }
      });
      part.push(new Uint8Array(), true);
      await taken();
    }
    zip.end();
    out.end();
  };
  async function* counted<Page extends unknown[]>(pages: AsyncIterable<Page>): AsyncGenerator<Page> {
    for await (const page of pages) {
      yield page;
      done += page.length;
      progress(done, Math.max(total, done), storedText('Writing'));
    }
  }
  const adding = personal.add({
    ...{ entity: data.entity, by: caller.user.id, name: data.name, type: 'application/zip' },
    reads: exports.map(({ resource }) => resource.model.name),
    ...{ content: out, maxBytes: MAX_BYTES },
  });
  const writing = write().catch((error: unknown) => {
    out.destroy(error as Error);
    throw error;
  });
  const [file, written] = await Promise.allSettled([adding, writing]);
  if (written.status === 'rejected') throw written.reason;
  if (file.status === 'rejected')
    throw file.reason instanceof UploadAbortedError ? file.reason.cause : file.reason;
  const lists = storedText(exports.length === 1 ? '%{count} list' : '%{count} lists', {
    count: exports.length,
  });
  const rowsWritten = storedText('%{count} rows', { count: storedNumber(done) });
  const text = `${lists}, ${rowsWritten}, ${data.name}${leftOut(own.withheld)}`;
  return { text, link: downloadPath(file.value.id) };
}

/** Nobody takes a part for the whole. */
const leftOut = (withheld: readonly EntityModel[]): string =>
  withheld.length === 0
    ? ''
    : `. ${storedText('Without what you may not read: %{lists}', {
        lists: storedList(withheld.map(({ plural }) => storedText(plural))),
      })}`;

/** Every value of the records that the person may read. */
function planOf({ model }: Resource, { rights }: Caller, field: string, id: string): ExportPlan {
  const columns = model.fields
    .filter(
      ({ secret, constant, access, computed }) =>
        !secret &&
        constant === undefined &&
        computed?.verb === undefined &&
        (!access.read || rights.holds(access.read, 'read')),
    )
    .map(({ name }) => name);
  return { format: 'csv', columns, zone: 'UTC', query: {}, where: { [field]: id } };
}
