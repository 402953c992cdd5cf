import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { Zip, ZipDeflate } from 'fflate';
import { recordTitle } from '../../../../schemas/model/fields.ts';
import type { EntityModel, EntityRecord } from '../../../../schemas/model/types.ts';
import { toFileStem } from '../../files/names.ts';
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

export const DATA_EXPORT_JOB = 'export.data';
/** Bytes of a file: a larger archive would need ZIP64. */
const MAX_BYTES = 4_000_000_000;

export interface DataExportJob {
  entity: string;
  id: string;
  title: string;
  /** Of the file. */
  name: string;
}

/** A list whose records refer to the exported record, and the field that does. */
interface ReferringList {
  resource: Resource;
  field: string;
}

interface ReferringLists {
  /** Lists that the user may read. */
  lists: ReferringList[];
  /** The others. */
  unreadable: EntityModel[];
}

/**
 * The lists whose records refer to those of an entity. Nested collections of the entity are included whether or not they
 * have an export.
 */
function findReferringLists(
  { catalog }: Services,
  entity: string,
  { rights }: Pick<Caller, 'rights'>,
): ReferringLists {
  const lists: ReferringList[] = [];
  const unreadable: EntityModel[] = [];
  for (const model of catalog.product.entities) {
    const field = model.fields.find((one) => one.reference?.entity === entity && one.type === 'reference');
    const isIncluded = model.parent ? model.parent.entity === entity : model.features.export;
    if (!field || !isIncluded) continue;
    if (rights.may(model.name, 'read'))
      lists.push({ resource: catalog.require(model.name), field: field.name });
    else unreadable.push(model);
  }
  return { lists, unreadable };
}

/** Explains that the user may read none of the lists, and which rights would help: one of those of a list is enough. */
function describeNothingToExport(unreadable: readonly EntityModel[]): string {
  if (unreadable.length === 0) return storedText('Nothing belongs to it that could be put into a file');
  const lists = unreadable.map(
    ({ plural, access }) =>
      `${storedText(plural)} (${access.read.reduce((first, next) => storedText('%{first} or %{next}', { first, next }))})`,
  );
  return storedText(
    'You may not read anything that belongs to it. That takes a role with the right to read one of these: %{lists}',
    { lists: storedList(lists) },
  );
}

/**
 * Enqueues the job that exports all data of a record for a user: one list for each entity whose records refer to it, with
 * all fields that the user may read. @throws ApiError 403 with the required rights where the user may read none of them
 */
export async function enqueueDataExport(
  { db, jobs, services: currentServices }: Context,
  { user, address }: Pick<Caller, 'user' | 'address'>,
  model: EntityModel,
  record: EntityRecord,
): Promise<void> {
  const services = currentServices();
  const rights = services.catalog.rights(user.roles);
  const { lists, unreadable } = findReferringLists(services, model.name, { rights });
  if (lists.length === 0) throw new ApiError(403, 'FORBIDDEN', describeNothingToExport(unreadable));
  const title = recordTitle(model, record);
  const name = `${toFileStem(title) || model.name}-${new Date().toISOString().slice(0, 10)}.zip`;
  await db.transaction(async (tx) => {
    const plurals = storedList(lists.map(({ resource }) => storedText(resource.model.plural)));
    const event = {
      operation: 'export',
      entity: model.name,
      detail: storedText('All data of %{title}: %{lists}', { title, lists: plurals }),
    } as const;
    await recordAuditEvent(tx, { user, address }, event);
    const data: DataExportJob = { entity: model.name, id: record.id, title, name };
    const about = {
      title: storedText('Data of %{title}', { title }),
      key: `${DATA_EXPORT_JOB}:${record.id}:${user.id}`,
    };
    await enqueueOnBehalf({ jobs, services, tx }, { user, address }, DATA_EXPORT_JOB, data, about);
  });
}

/** Writes the lists one after the other into an archive, with one page of rows in memory. */
export async function runDataExport(
  { current, db, personal }: Pick<Exchange, 'current' | 'db' | 'personal'>,
  { data, signal, progress, caller: refreshCaller }: ActorJobContext<DataExportJob>,
): Promise<JobOutcome> {
  const services = current();
  const reauthorize = (): Promise<Caller> => refreshCaller({ entity: data.entity, operations: ['read'] });
  const caller = await reauthorize();
  const referring = findReferringLists(services, data.entity, caller);
  const exports = referring.lists.map(({ resource, field }) => ({
    resource,
    rows: new ExportRows(
      services,
      resource,
      caller,
      buildPlan(resource, caller, field, data.id),
      reauthorize,
    ),
  }));
  if (exports.length === 0) throw new JobError(describeNothingToExport(referring.unreadable), true);
  let totalRows = 0;
  for (const { rows } of exports) totalRows += await rows.count();
  let doneRows = 0;
  const output = new PassThrough();
  const zip = new Zip((error, chunk) => {
    if (error) output.destroy(error);
    else output.write(chunk);
  });
  /** Waits until the reader has caught up, so that no more than a page is buffered. */
  const waitForDrain = async (): Promise<void> => {
    signal.throwIfAborted();
    if (output.writableNeedDrain) await once(output, 'drain', { signal });
  };
  const writeArchive = async (): Promise<void> => {
    for (const { resource, rows } of exports) {
      const entry = new ZipDeflate(
        `${resource.model.plural.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.csv`,
      );
      zip.add(entry);
      const headers = rows.columns.map((field) => t(field.title));
      await rows.all(db, rows.cells, async (pages) => {
        const { plural: name } = resource.model;
        for await (const chunk of FILE_FORMATS.csv.chunks({ name, headers, pages: countPages(pages) })) {
          entry.push(chunk);
          await waitForDrain();
        }
      });
      entry.push(new Uint8Array(), true);
      await waitForDrain();
    }
    zip.end();
    output.end();
  };
  async function* countPages<Page extends unknown[]>(pages: AsyncIterable<Page>): AsyncGenerator<Page> {
    for await (const page of pages) {
      yield page;
      doneRows += page.length;
      progress(doneRows, Math.max(totalRows, doneRows), storedText('Writing'));
    }
  }
  const storing = personal.add({
    ...{ entity: data.entity, by: caller.user.id, name: data.name, type: 'application/zip' },
    reads: exports.map(({ resource }) => resource.model.name),
    ...{ content: output, maxBytes: MAX_BYTES },
  });
  const archiving = writeArchive().catch((error: unknown) => {
    output.destroy(error as Error);
    throw error;
  });
  const [storedFile, written] = await Promise.allSettled([storing, archiving]);
  if (written.status === 'rejected') throw written.reason;
  if (storedFile.status === 'rejected')
    throw storedFile.reason instanceof UploadAbortedError ? storedFile.reason.cause : storedFile.reason;
  const lists = storedText(exports.length === 1 ? '%{count} list' : '%{count} lists', {
    count: exports.length,
  });
  const rowsWritten = storedText('%{count} rows', { count: storedNumber(doneRows) });
  const text = `${lists}, ${rowsWritten}, ${data.name}${describeUnreadable(referring.unreadable)}`;
  return { text, link: downloadPath(storedFile.value.id) };
}

/** Lists what is missing, so that nobody takes the file for complete. */
const describeUnreadable = (unreadable: readonly EntityModel[]): string =>
  unreadable.length === 0
    ? ''
    : `. ${storedText('Without what you may not read: %{lists}', {
        lists: storedList(unreadable.map(({ plural }) => storedText(plural))),
      })}`;

/** A plan with all fields that the user may read. */
function buildPlan({ model }: Resource, { rights }: Caller, field: string, id: string): ExportPlan {
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
