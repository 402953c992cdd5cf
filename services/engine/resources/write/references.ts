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

/** The references of a draft that its stored record does not have. */
export function findNewReferences(
  { model, referring }: Resource,
  draft: Values,
  stored: Values | undefined,
): RecordReference[] {
  if (referring.size === 0) return [];
  const known = new Set(stored ? findReferences(model.fields, stored).map(keyOf) : []);
  return findReferences(model.fields, draft).filter((link) => !known.has(keyOf(link)));
}

const keyOf = ({ reference, id }: RecordReference): string => `${reference.entity} ${id}`;

/**
 * Keeps the records that a change newly refers to from being deleted until it is stored.
 * @throws ApiError 422 for ids that lead nowhere, out of the person's reach, or to what the field does not take
 */
export async function lockReferenced(
  { catalog }: Services,
  actor: Actor,
  { tx }: UnitOfWork,
  links: RecordReference[],
): Promise<void> {
  const errors: FieldErrors = {};
  for (const entity of [...new Set(links.map(({ reference }) => reference.entity))].sort()) {
    const target = catalog.named(entity);
    const asked = links.filter(({ reference }) => reference.entity === entity);
    const rows = (await target?.repository.within(tx).lockAgainstDelete(asked.map(({ id }) => id))) ?? [];
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const { id, reference, field, pointer } of asked) {
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

/** @throws ApiError 409 IN_USE where records that refer to the one that is to be deleted hold it back */
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
 * What a deletion means for the records that refer to the deleted one and do not hold it back: as each field says, they
 * let go of it, or go with it.
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
    const referrer = services.catalog.named(reference.entity);
    const field = referrer?.referring.get(reference.path);
    if (!referrer || !field) continue;
    const others = records(referrer);
    const done =
      field.reference?.onDelete === 'cascade'
        ? others.remove(reference.id, { cause: id })
        : others.change(
            reference.id,
            (stored: EntityRecord) => withoutLink(referrer.model.fields, stored, field, id),
            { validation: 'skip' },
          );
    await done.catch(passMissing);
  }
}

/** Somebody else deleted the referring record first. */
function passMissing(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error;
}

/** A copy without the references of one field to one record. */
function withoutLink(fields: FieldModel[], values: Values, field: FieldModel, id: string): Values {
  return mapValues(fields, values, (one, value) => {
    if (one.path !== field.path || !one.reference) return value;
    if (Array.isArray(value)) return value.filter((entry) => entry !== id);
    return value === id ? DROP : value;
  });
}
