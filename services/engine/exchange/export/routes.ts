import type { FastifyInstance, FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { contentDisposition } from '../../files/names.ts';
import { invalid, notFound } from '../../http/errors.ts';
import { resourceWithDatabase, type Resource } from '../../resources/catalog.ts';
import { readServices } from '../../resources/services.ts';
import { authorize } from '../../resources/operations.ts';
import { withApiErrors } from '../../resources/visibility.ts';
import { toWallTime } from '../../../../schemas/model/zonedTime.ts';
import { enqueueOnBehalf } from '../../modules/onBehalf.ts';
import { toCollection } from '../collection.ts';
import { recordAuditEvent } from '../auditEvent.ts';
import type { Exchange } from '../exchange.ts';
import { EXPORT_JOB } from './job.ts';
import { extensionOf, ListFile, maxRecordsOf, typeOf } from './listFile.ts';
import { parseExportPlan, type ExportPlan } from './plan.ts';
import { ExportRows } from './rows.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { storedLower, storedNumber, storedText } from '../../../../schemas/texts/stored.ts';

/** Up to so many records, the response is the file; a longer list is exported by a job. */
export const MAX_DIRECT_EXPORT_RECORDS = 2000;

/** `POST {path}/export`: the whole list as a file, or 202 and the job that exports it. */
export function registerExport(app: FastifyInstance, { about, db, jobs }: Exchange): void {
  app.post<{ Params: { collection: string } }>('/api/v1/:collection/export', async (request, reply) => {
    const [services, resource, caller] = await about(request);
    const { model } = resource;
    if (!model.features.export) throw notFound();
    authorize(resource, caller, 'read');
    const plan = parseExportPlan(resource, caller, request.body);
    const { services: readingServices, asOf } = await readServices(services, caller.user.id);
    request.markReplicaRead(asOf, { readOnly: false });
    const readResource = asOf ? resourceWithDatabase(resource, readingServices.db) : resource;
    const rows = new ExportRows(readingServices, readResource, caller, plan);
    const file = new ListFile(readResource, plan, rows, readingServices, caller);
    const smallFile = await withApiErrors(resource, caller, file.readUpTo(MAX_DIRECT_EXPORT_RECORDS));
    if (smallFile) {
      await recordAuditEvent(db, caller, describeExport(resource, plan, smallFile.count));
      return sendFile(reply, plan, buildFileName(resource, plan), Readable.from(smallFile.chunks));
    }
    const count = await rows.count();
    assertFitsFormat(plan, count);
    const job = await db.transaction(async (tx) => {
      await recordAuditEvent(tx, caller, describeExport(resource, plan, count));
      const data = {
        ...toCollection(resource),
        plan,
        name: buildFileName(resource, plan),
      };
      return enqueueOnBehalf({ jobs, services, tx }, caller, EXPORT_JOB, data, {
        title: storedText('Export of %{count} %{counted}', {
          count: storedNumber(count),
          counted: storedLower(model.counted ?? model.plural),
        }),
      });
    });
    return reply.code(202).send({ job, rows: count });
  });
}

/** @throws ApiError 422 */
function assertFitsFormat({ format }: ExportPlan, count: number): void {
  const maxRecords = maxRecordsOf(format);
  if (maxRecords === undefined || count <= maxRecords) return;
  throw invalid({
    '/format': t(
      'An Excel file holds at most %{most} rows, this list has %{count}. Choose CSV, or narrow the list.',
      { most: storedNumber(maxRecords), count: storedNumber(count) },
    ),
  });
}

/** `variables-2026-11-21.csv`, with the day in the user's time zone. */
function buildFileName({ model }: Resource, { format, zone }: ExportPlan): string {
  const day = toWallTime(new Date().toISOString(), zone).slice(0, 10);
  return `${model.plural.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${day}${extensionOf(model, format)}`;
}

export function sendFile(
  reply: FastifyReply,
  { format }: Pick<ExportPlan, 'format'>,
  name: string,
  content: Readable,
): FastifyReply {
  return reply
    .type(typeOf(format))
    .header('content-disposition', contentDisposition('attachment', name))
    .header('cache-control', 'no-store')
    .send(content);
}

/** `525 rows as CSV; keyword: pai; Scope: bot`. */
function describeExport({ model }: Resource, { format, query }: ExportPlan, count: number) {
  const parts = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined || name === 'sort') return [];
    const title = model.fields.find((field) => field.name === name.split('.')[0])?.title;
    return [
      `${title === undefined ? name : storedText(title)}${name.includes('.') ? ` ${name.split('.')[1]}` : ''}: ${[value].flat().join(', ')}`,
    ];
  });
  const rows = storedText(count === 1 ? '%{count} row as %{format}' : '%{count} rows as %{format}', {
    count: storedNumber(count),
    format: model.features.formats[format]?.label ?? format.toUpperCase(),
  });
  return { operation: 'export', entity: model.name, detail: [rows, ...parts].join('; ') } as const;
}
