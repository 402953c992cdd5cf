import { DROP, mapValues, recordTitle } from '../../../../schemas/model/fields.ts';
import type { EntityRecord, FieldErrors } from '../../../../schemas/model/types.ts';
import { invalid } from '../../http/errors.ts';
import type { Queryable } from '../../storage/database.ts';
import { findReferences } from '../../storage/referenceIndex.ts';
import type { Resource } from '../catalog.ts';
import type { RecordResponse } from '../recordResponse.ts';
import { isoTime } from '../recordShape.ts';
import { listHistory } from '../repositoryHistory.ts';
import type { Services } from '../services.ts';
import { isVisibleTo, visibleRecord } from '../visibility.ts';
import { isSystem, type Actor } from './actor.ts';
import { dropLifecycle } from './duplicate.ts';
import type { CreateOptions } from './recordWriter.ts';
import { Records } from './records.ts';
import type { UnitOfWork } from './unitOfWork.ts';
import { t } from '../../../../schemas/texts/translate.ts';

type Values = Record<string, unknown>;

/**
 * Creates a deleted record again from its earlier values. Its lifecycle starts in the first state, exclusive flags stay with
 * the records that have them by now, and references to records that were deleted since are removed.
 * @param options.afterStore runs in its transaction; `options.unit` a transaction to take part in
 * @throws ApiError 403, 409, 422
 */
export async function restoreDeletedRecord(
  services: Services,
  resource: Resource,
  actor: Actor,
  id: string,
  earlierValues: Values,
  { afterStore, unit }: { afterStore?: CreateOptions['afterStore']; unit?: UnitOfWork } = {},
): Promise<RecordResponse> {
  const { model } = resource;
  const draft = await withoutDeletedReferences(services, resource, actor, earlierValues, unit);
  dropLifecycle(model, draft);
  const createdAt = await findCreatedAt(unit?.tx ?? services.db, model.name, id);
  return new Records(services, resource, actor, unit).create(draft, {
    ...{
      id,
      operation: 'restore',
      locked: 'open',
      exclusiveFlags: 'yield',
      createdAt,
      deletedState: earlierValues,
      afterStore,
    },
  });
}

/** The original creation time, as recorded by the last deletion. */
async function findCreatedAt(db: Queryable, entity: string, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ at: string }>(
    `SELECT (made_at AT TIME ZONE 'UTC')::text AS at FROM record_history
     WHERE record_id = $1::uuid AND entity = $2 AND made_at IS NOT NULL ORDER BY at DESC LIMIT 1`,
    [id, entity],
  );
  return row && isoTime(row.at);
}

/**
 * The values without references to deleted records in fields with `onDelete: unset`.
 * @throws ApiError 422 for references to deleted records in other fields
 */
async function withoutDeletedReferences(
  services: Services,
  { model, referenceFields }: Resource,
  actor: Actor,
  values: Values,
  unit?: UnitOfWork,
): Promise<Values> {
  if (referenceFields.size === 0) return { ...values };
  const errors: FieldErrors = {};
  const unsetIds = new Set<string>();
  const links = findReferences(model.fields, values);
  for (const entity of new Set(links.map(({ reference }) => reference.entity))) {
    const target = services.catalog.find(entity);
    if (!target) continue;
    const entityLinks = links.filter(({ reference }) => reference.entity === entity);
    const found = await target.repository
      .within(unit?.tx ?? services.db)
      .getMany(entityLinks.map((link) => link.id));
    const existingIds = new Set(found.map((record) => record.id));
    for (const { id, reference, pointer } of entityLinks) {
      if (existingIds.has(id)) continue;
      if (reference.onDelete === 'unset') unsetIds.add(id);
      else errors[pointer] = await missingReferenceMessage(unit?.tx ?? services.db, target, actor, id);
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  if (unsetIds.size === 0) return { ...values };
  return mapValues(model.fields, values, ({ reference }, value) => {
    if (reference?.onDelete !== 'unset') return value;
    if (Array.isArray(value)) return value.filter((referencedId) => !unsetIds.has(String(referencedId)));
    return unsetIds.has(String(value)) ? DROP : value;
  });
}

/** "The channel “Shop” was deleted: restore it first"; without its title for people who may not see it. */
async function missingReferenceMessage(
  db: Queryable,
  target: Resource,
  actor: Actor,
  id: string,
): Promise<string> {
  const { model } = target;
  const kind = t(model.title).toLowerCase();
  const [last] = await listHistory(db, model, id, { take: 1 });
  const deletedRecord = last?.before && ({ ...last.before, id } as EntityRecord);
  const isVisible =
    deletedRecord &&
    (isSystem(actor) || (actor.rights.may(model.name, 'read') && isVisibleTo(target, actor, deletedRecord)));
  if (!deletedRecord || !isVisible) return t('The %{kind} that it refers to was deleted', { kind });
  const shown = isSystem(actor) ? deletedRecord : visibleRecord(target, actor, deletedRecord);
  return t('The %{kind} “%{record}” was deleted: restore it first', {
    ...{ kind, record: recordTitle(model, shown) },
  });
}
