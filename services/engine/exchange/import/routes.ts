import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { ApiError, forbidden, invalid, malformed } from '../../http/errors.ts';
import { isStorable } from '../../http/bodies.ts';
import { toUploadError, receiveFile, registerMultipart } from '../../http/multipart.ts';
import type { Resource } from '../../resources/catalog.ts';
import type { Services } from '../../resources/services.ts';
import type { Caller } from '../../resources/write/actor.ts';
import { markApplied } from '../../resources/write/idempotencyKey.ts';
import { requireObject, rejectUnknownFields } from '../../resources/write/validateRecord.ts';
import { enqueueOnBehalf } from '../../modules/onBehalf.ts';
import { toCollection } from '../collection.ts';
import { recordAuditEvent } from '../auditEvent.ts';
import type { Exchange } from '../exchange.ts';
import { IMPORT_JOB } from './job.ts';
import { importKeyOf, layoutOf, guessMapping, mayImport, parseImportPlan } from './plan.ts';
import { ImportRun } from './run.ts';
import { readImportFile } from './readImportFile.ts';
import { MAX_BYTES, tooLarge } from './sheet.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { storedNumber, storedText } from '../../../../schemas/texts/stored.ts';

/** Records per preview. */
const MAX_PREVIEW_RECORDS = 200;
/** UTF-16 units of a file's name. */
const MAX_NAME_LENGTH = 200;
/** Rows shown before the columns are chosen. */
const SAMPLE_ROWS = 3;

type Request = FastifyRequest<{ Params: { collection: string; id: string } }>;

/**
 * `POST {path}/import` uploads a file (CSV, or a format of the entity) and describes it, `…/{id}/preview` returns what its
 * rows would change, and `…/{id}/apply` enqueues the import.
 */
export async function registerImport(app: FastifyInstance, exchange: Exchange): Promise<void> {
  const { about, db, jobs, personal } = exchange;
  const PREFIX = '/api/v1/:collection/import';
  const authorizeImport = async (request: Request): Promise<[Services, Resource, Caller]> => {
    const [services, resource, caller] = await about(request);
    importKeyOf(resource);
    if (!mayImport(resource, caller)) throw forbidden();
    return [services, resource, caller];
  };

  const readSheetAndColumns = async (
    { params }: Request,
    services: Services,
    resource: Resource,
    caller: Caller,
  ) => {
    const layout = layoutOf(services, resource);
    const sheet = await exchange.sheets.read(services, resource, params.id, caller.user.id);
    return { sheet, columns: layout.columns(resource, caller) };
  };

  // In a scope of its own, so that no other route reads such bodies.
  await app.register(async (scope) => {
    await registerMultipart(scope);
    scope.post(PREFIX, async (request: Request, reply) => {
      const [services, resource, caller] = await authorizeImport(request);
      const { name, content } = await receiveImportFile(request);
      const layout = layoutOf(services, resource);
      const sheet = await readImportFile(services, resource, { name, content });
      const columns = layout.columns(resource, caller);
      const file = await personal.add({
        ...{ entity: resource.model.name, by: caller.user.id, name },
        type: sheet.format === undefined ? 'text/csv; charset=utf-8' : 'application/octet-stream',
        ...{ content: Readable.from([content]), maxBytes: MAX_BYTES },
      });
      void reply.code(201);
      return {
        ...{ id: file.id, name, rows: sheet.rows.length, delimiter: sheet.delimiter, head: sheet.head },
        ...{ format: sheet.format, notes: sheet.notes, also: sheet.also },
        ...{ samples: sheet.rows.slice(0, SAMPLE_ROWS), mapping: guessMapping(sheet, columns) },
        columns: columns.map((column) => ({ ...column, title: t(column.title) })),
      };
    });
  });

  app.post(`${PREFIX}/:id/preview`, async (request: Request) => {
    const [services, resource, caller] = await authorizeImport(request);
    const { mapping, zone, from = 0, take = MAX_PREVIEW_RECORDS, ...rest } = requireObject(request.body);
    rejectUnknownFields(rest);
    const { columns, sheet } = await readSheetAndColumns(request, services, resource, caller);
    const run = new ImportRun(
      services,
      resource,
      caller,
      sheet,
      parseImportPlan({ mapping, zone }, sheet, columns),
    );
    const results = await run.preview(
      requireWholeNumber('/from', from, run.units.length),
      requireWholeNumber('/take', take, MAX_PREVIEW_RECORDS),
    );
    const cells = (row: number): string[] => (sheet.rows[row - 2] ?? []).map((cell) => cell.slice(0, 500));
    return {
      records: run.units.length,
      judgements: results.map((one) => ({ ...one, cells: one.rows.map(cells) })),
    };
  });

  app.post(`${PREFIX}/:id/apply`, async (request: Request, reply) => {
    const [services, resource, caller] = await authorizeImport(request);
    const { mapping, zone, ...rest } = requireObject(request.body);
    rejectUnknownFields(rest);
    const { id } = request.params;
    const { name } = await personal.find(id, caller.user.id);
    const { columns, sheet } = await readSheetAndColumns(request, services, resource, caller);
    const plan = parseImportPlan({ mapping, zone }, sheet, columns);
    const job = await db.transaction(async (tx) => {
      const inserted = await tx.query(
        `INSERT INTO exchange_import (id, plan) VALUES ($1::uuid, $2::jsonb) ON CONFLICT (id) DO NOTHING RETURNING id`,
        [id, JSON.stringify(plan)],
      );
      if (inserted.length === 0)
        throw new ApiError(409, 'STALE', t('This file is imported already; choose it again'));
      if (caller.idempotencyKey) await markApplied(tx, caller.idempotencyKey);
      const rows = storedNumber(sheet.rows.length);
      const entity = resource.model.name;
      await recordAuditEvent(tx, caller, {
        operation: 'import',
        entity,
        detail: storedText('%{count} rows of %{name}', { count: rows, name }),
      });
      const data = { file: id, ...toCollection(resource) };
      return enqueueOnBehalf({ jobs, services, tx }, caller, IMPORT_JOB, data, {
        title: storedText('Import of %{name}', { name }),
      });
    });
    return reply.code(202).send({ job, rows: sheet.rows.length });
  });
}

async function receiveImportFile(request: FastifyRequest): Promise<{ name: string; content: Buffer }> {
  const part = await receiveFile(request, MAX_BYTES);
  const content = await part.toBuffer().catch((error: unknown) => {
    throw toUploadError(error);
  });
  if (content.length > MAX_BYTES) throw tooLarge();
  const name = (part.filename || 'import.csv').slice(0, MAX_NAME_LENGTH).toWellFormed();
  if (!isStorable(name)) throw malformed(t('The name of the file has characters that cannot be stored'));
  return { name, content };
}

/** @throws ApiError 422 */
function requireWholeNumber(pointer: string, value: unknown, max: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max) return value;
  throw invalid({ [pointer]: t('A whole number from 0 to %{most} is expected', { most: max }) });
}
