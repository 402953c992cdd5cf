import type { RestoredRecords } from '../../../schemas/model/responses.ts';
import { ApiError, notFound } from '../http/errors.ts';
import type { Resource } from './catalog.ts';
import { authorizeRestore } from './deletedRecords.ts';
import { requireIds } from './operations.ts';
import type { OneTimeSecret, RecordResponse } from './recordResponse.ts';
import { historyEntry, listHistory } from './repositoryHistory.ts';
import { openSecrets } from './secrets.ts';
import type { Services } from './services.ts';
import { isVisibleTo, withApiErrors } from './visibility.ts';
import type { Caller } from './write/actor.ts';
import { restoreDeletedRecord } from './write/restoreDeletedRecord.ts';
import type { UnitOfWork } from './write/unitOfWork.ts';
import { rejectUnknownFields, requireObject } from './write/validateRecord.ts';
import { t } from '../../../schemas/texts/translate.ts';

type CascadeResult = NonNullable<RestoredRecords['along']>;

/** Restores deleted records one by one: one that fails does not affect the others. */
export async function restoreMany(
  services: Services,
  resource: Resource,
  caller: Caller,
  body: unknown,
): Promise<RestoredRecords> {
  authorizeRestore(resource, caller);
  const { ids, ...rest } = requireObject(body);
  rejectUnknownFields(rest);
  const restored: string[] = [];
  const once: OneTimeSecret[] = [];
  const cascade: CascadeResult = { restored: 0, failed: 0 };
  const failed = new Map<string, RestoredRecords['failed'][string]>();
  for (const id of requireIds(ids)) {
    try {
      const answer = await undelete(services, resource, caller, id, cascade);
      restored.push(id);
      if (answer.once) once.push(answer.once);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failed.set(id, { code: error.code, message: errorSentences(error) });
    }
  }
  return {
    restored,
    ...(cascade.restored + cascade.failed > 0 && { along: cascade }),
    ...(once.length > 0 && { once }),
    failed: Object.fromEntries(failed),
  };
}

/** The error as sentences with its field errors: there is no form to show them at fields. */
const errorSentences = ({ message, details: { fields } }: ApiError): string =>
  [...new Set(Object.values(fields ?? {}))].join('. ') || message;

/** Creates the record again as it was when it was deleted. @throws ApiError 403, 404, 409, 422 */
async function undelete(
  services: Services,
  resource: Resource,
  caller: Caller,
  id: string,
  cascade: CascadeResult,
): Promise<RecordResponse> {
  const { model, repository } = resource;
  const [last] = await listHistory(services.db, model, id, { take: 1 });
  const before = last?.before;
  if (await repository.find(id))
    throw new ApiError(
      409,
      'STATE',
      t('The %{title} is there already', { title: t(model.title).toLowerCase() }),
    );
  if (!last || !before || last.after || !isVisibleTo(resource, caller, { ...before, id }))
    throw notFound(t('%{title} not found', { title: t(model.title) }));
  const earlierValues = openSecrets(model, before, services.secretBox);
  const counted = { ...cascade };
  return restoreDeletedRecord(services, resource, caller, id, earlierValues, {
    afterStore: async (unit) => {
      // A retried transaction counts from the start.
      Object.assign(cascade, counted);
      await restoreCascaded(services, { entity: model.name, id, deletion: last.id }, caller, unit, cascade);
    },
  });
}

interface Deletion {
  entity: string;
  id: string;
  /** Id of its history entry. */
  deletion: string;
}

/** Restores the records that were deleted with a record, in the same transaction; those that fail stay deleted. */
async function restoreCascaded(
  services: Services,
  { entity, id, deletion }: Deletion,
  caller: Caller,
  unit: UnitOfWork,
  cascade: CascadeResult,
): Promise<void> {
  const cascaded = await unit.tx.query<{ entity: string; record: string; entry: string }>(
    `SELECT entity, record_id::text AS record, id::text AS entry FROM record_history AS cascaded
     WHERE cause = $1::uuid AND after IS NULL AND at <= (SELECT at FROM record_history WHERE id = $2::uuid)
       AND at > coalesce((SELECT max(at) FROM record_history WHERE record_id = $1::uuid AND entity = $3
         AND at < (SELECT at FROM record_history WHERE id = $2::uuid)), '-infinity')
       AND NOT EXISTS (SELECT FROM record_history AS later WHERE later.record_id = cascaded.record_id
         AND later.entity = cascaded.entity AND (later.at, later.id) > (cascaded.at, cascaded.id))
     ORDER BY at, id`,
    [id, deletion, entity],
  );
  for (const row of cascaded) {
    const resource = services.catalog.find(row.entity);
    if (!resource) continue;
    const lengths = { changes: unit.liveChanges.length, later: unit.afterCommit.length };
    await unit.tx.query('SAVEPOINT restore_cascaded');
    try {
      const actor = { system: true, onBehalfOf: caller } as const;
      const entry = historyEntry(unit.tx, resource.model, row.record, row.entry);
      const { before } = await withApiErrors(resource, caller, entry);
      const earlierValues = openSecrets(resource.model, before ?? {}, services.secretBox);
      await restoreDeletedRecord(services, resource, actor, row.record, earlierValues, { unit });
      await unit.tx.query('RELEASE SAVEPOINT restore_cascaded');
      cascade.restored += 1;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await unit.tx.query('ROLLBACK TO SAVEPOINT restore_cascaded');
      unit.liveChanges.length = lengths.changes;
      unit.afterCommit.length = lengths.later;
      cascade.failed += 1;
      continue;
    }
    const below = { entity: row.entity, id: row.record, deletion: row.entry };
    await restoreCascaded(services, below, caller, unit, cascade);
  }
}
