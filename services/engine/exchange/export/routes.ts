import type { FastifyInstance, FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { disposition } from '../../files/names.ts';
import { invalid, notFound } from '../../http/errors.ts';
import { resourceWithDatabase, type Resource } from '../../resources/catalog.ts';
import { readServices } from '../../resources/services.ts';
import { authorize } from '../../resources/operations.ts';
import { withApiErrors } from '../../resources/visibility.ts';
import { toWallTime } from '../../../../schemas/model/zonedTime.ts';
import { enqueueOnBehalf } from '../../modules/onBehalf.ts';
import { collectionOf } from '../collection.ts';
import { recordAuditEvent } from '../auditEvent.ts';
import type { Exchange } from '../exchange.ts';
import { EXPORT_JOB } from './job.ts';
import { endingOf, ListFile, mostOf, typeOf } from './listFile.ts';
import { readPlan, type ExportPlan } from './plan.ts';
import { ExportRows } from './rows.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { storedLower, storedNumber, storedText } from '../../../../schemas/texts/stored.ts';

/** A list of more records becomes a file in the background; up to so many, it is the answer itself. */
export const MAX_DIRECT_EXPORT_RECORDS = 2000;

/** `POST {path}/export`: the whole list as a file, or 202 and the job that makes it. */
export function registerExport(app: FastifyInstance, { about, db, jobs }: Exchange): void {
  app.post<{ Params: { collection: string } }>('/api/v1/:collection/export', async (request, reply) => {
    const [services, resource, caller] = await about(request);
    const { model } = resource;
    if (!model.features.export) throw notFound();
    authorize(resource, caller, 'read');
    const plan = readPlan(resource, caller, request.body);
    const { services: reading, asOf } = await readServices(services, caller.user.id);
    request.markReplicaRead(asOf, { readOnly: false });
    const read = asOf ? resourceWithDatabase(resource, reading.db) : resource;
    const rows = new ExportRows(reading, read, caller, plan);
    const file = new ListFile(read, plan, rows, reading, caller);
    const few = await withApiErrors(resource, caller, file.few(MAX_DIRECT_EXPORT_RECORDS));
    if (few) {
      await recordAuditEvent(db, caller, eventOf(resource, plan, few.count));
      return sendFile(reply, plan, fileName(resource, plan), Readable.from(few.chunks));
    }
    const count = await rows.count();
    refuseTooMany(plan, count);
    const job = await db.transaction(async (tx) => {
      await recordAuditEvent(tx, caller, eventOf(resource, plan, count));
      const data = {
        ...collectionOf(resource),
        plan,
        name: fileName(resource, plan),
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
function refuseTooMany({ format }: ExportPlan, count: number): void {
  const most = mostOf(format);
  if (most === undefined || count <= most) return;
  const told = (rows: number): string => storedNumber(rows);
  throw invalid({
    '/format': t(
      'An Excel file holds at most %{most} rows, this list has %{count}. Choose CSV, or narrow the list.',
      { most: told(most), count: told(count) },
    ),
  });
}

/** `variables-2026-11-21.csv`, by the day of the person. */
function fileName({ model }: Resource, { format, zone }: ExportPlan): string {
  const day = toWallTime(new Date().toISOString(), zone).slice(0, 10);
  return `${model.plural.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${day}${endingOf(model, format)}`;
}

export function sendFile(
  reply: FastifyReply,
  { format }: Pick<ExportPlan, 'format'>,
  name: string,
  content: Readable,
): FastifyReply {
  return reply
    .type(typeOf(format))
    .header('content-disposition', disposition('attachment', name))
    .header('cache-control', 'no-store')
    .send(content);
}

/** `525 rows as CSV; keyword: pai; Scope: bot`. */
function eventOf({ model }: Resource, { format, query }: ExportPlan, count: number) {
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
