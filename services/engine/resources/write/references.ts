import { DROP, mapValues } from '../../../../schemas/model/fields.ts';
import { matches } from '../../../../schemas/model/match.ts';
import type { EntityRecord, FieldErrors, FieldModel } from '../../../../schemas/model/types.ts';
import { ApiError, invalid } from '../../http/errors.ts';
import { findReferences, type RecordReference } from '../../storage/referenceIndex.ts';
import type { Resource } from '../catalog.ts';
import { isVisibleTo } from '../visibility.ts';
import type { Services } from '../services.ts';
import { type ReferencedRecord, findReferrers } from '../referrers.ts';
import { contextOf, isSystem, type Actor } from './actor.ts';
import type { RecordWriter } from './recordWriter.ts';
import type { UnitOfWork } from './unitOfWork.ts';
import { t } from '../../../../schemas/texts/translate.ts';

type Values = Record<string, unknown>;

/** The references of a draft that the stored record does not have. */
export function findNewReferences(
  { model, referenceFields }: Resource,
  draft: Values,
  stored: Values | undefined,
): RecordReference[] {
  if (referenceFields.size === 0) return [];
  const known = new Set(stored ? findReferences(model.fields, stored).map(keyOf) : []);
  return findReferences(model.fields, draft).filter((link) => !known.has(keyOf(link)));
}

const keyOf = ({ reference, id }: RecordReference): string => `${reference.entity} ${id}`;

/**
 * Locks the records to which a change newly refers against deletion.
 * @throws ApiError 422 for records that do not exist, that the person may not see, or that the field does not accept
 */
export async function lockReferenced(
  { catalog }: Services,
  actor: Actor,
  { tx }: UnitOfWork,
  links: RecordReference[],
): Promise<void> {
  const errors: FieldErrors = {};
  for (const entity of [...new Set(links.map(({ reference }) => reference.entity))].sort()) {
    const target = catalog.find(entity);
    const entityLinks = links.filter(({ reference }) => reference.entity === entity);
    const rows =
      (await target?.repository.within(tx).lockAgainstDelete(entityLinks.map(({ id }) => id))) ?? [];
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const { id, reference, field, pointer } of entityLinks) {
      const row = found.get(id);
      const title = target?.model.title ?? field.title;
      if (!row || !target || !(isSystem(actor) || isVisibleTo(target, actor, row)))
        errors[pointer] = t('%{title} does not exist', { title: t(title) });
      else if (!matches(reference.where, row, contextOf(actor)))
        errors[pointer] = t('%{title} cannot be chosen here', { title: t(title) });
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** @throws ApiError 409 IN_USE if records that refer to the record prevent its deletion */
export async function assertUnused(
  services: Services,
  resource: Resource,
  actor: Actor,
  { tx }: UnitOfWork,
  { id, name }: ReferencedRecord,
): Promise<void> {
  const uses = await findReferrers(services, resource, actor, { id, name }, tx);
  if (uses.usedBy.length > 0 || uses.hidden > 0)
    throw new ApiError(409, 'IN_USE', t('%{title} is in use', { title: t(resource.model.title) }), uses);
}

/**
 * Applies `onDelete` of the fields that refer to a deleted record: removes the reference, or deletes the referring record.
 */
export async function detachReferrers(
  services: Services,
  { model }: Resource,
  unit: UnitOfWork,
  { id }: ReferencedRecord,
  records: (resource: Resource) => RecordWriter,
): Promise<void> {
  const referring = await unit.tx.query<{ entity: string; id: string; path: string }>(
    `SELECT from_entity AS entity, from_id AS id, path FROM record_reference
     WHERE to_entity = $1 AND to_id = $2 AND NOT (from_entity = $1 AND from_id = $2) ORDER BY from_entity, from_id`,
    [model.name, id],
  );
  for (const reference of referring) {
    const referrer = services.catalog.find(reference.entity);
    const field = referrer?.referenceFields.get(reference.path);
    if (!referrer || !field) continue;
    const writer = records(referrer);
    const change =
      field.reference?.onDelete === 'cascade'
        ? writer.remove(reference.id, { cause: id })
        : writer.change(
            reference.id,
            (stored: EntityRecord) => withoutReference(referrer.model.fields, stored, field, id),
            { validation: 'skip' },
          );
    await change.catch(ignoreNotFound);
  }
}

/** For a referring record that somebody else has deleted meanwhile. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error;
}

/** A copy without the references of one field to one record. */
function withoutReference(fields: FieldModel[], values: Values, field: FieldModel, id: string): Values {
  return mapValues(fields, values, (candidate, value) => {
    if (candidate.path !== field.path || !candidate.reference) return value;
    if (Array.isArray(value)) return value.filter((entry) => entry !== id);
    return value === id ? DROP : value;
  });
}
