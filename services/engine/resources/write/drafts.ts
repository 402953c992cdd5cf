import type { LockedFieldPolicy } from './recordWriter.ts';
import { canonicalizeRecord } from '../../../../schemas/model/canonicalizeRecord.ts';
import { defaultsOf } from '../../../../schemas/model/fields.ts';
import { withoutRetired } from '../../../../schemas/model/retired.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import { validateAndTouchFiles } from '../../files/fields.ts';
import { forbidden } from '../../http/errors.ts';
import { liveValuesIn, withoutLiveValues } from '../../storage/liveFields.ts';
import type { RecordReference } from '../../storage/referenceIndex.ts';
import type { Resource } from '../catalog.ts';
import { newId } from '../ids.ts';
import { withCurrentNames, withoutUnknownFields } from '../unknownFields.ts';
import { isVisibleTo } from '../visibility.ts';
import type { Services } from '../services.ts';
import { isSystem, type Actor } from './actor.ts';
import { validateRecord, stripResponseOnlyKeys } from './validateRecord.ts';
import { retainLockedValues, rejectLockedChanges } from './lockedFields.ts';
import { lockReferenced, findNewReferences } from './references.ts';
import { assertItemsUnique } from './uniqueItems.ts';
import type { UnitOfWork } from './unitOfWork.ts';

type Values = Record<string, unknown>;

/** A new record in its canonical form, with defaults. @throws ApiError 403, 422 for what the person may not set */
export function buildNewDraft(
  resource: Resource,
  actor: Actor,
  values: Values,
  locked: LockedFieldPolicy,
  deletedState?: Values,
): Values {
  const { model } = resource;
  // Only the system sets live fields; those that people send are ignored.
  const sent = withCurrentNames(model, stripResponseOnlyKeys(values));
  const writable = isSystem(actor) ? sent : withoutLiveValues(model, sent);
  const canonicalValues = canonicalizeRecord(model, writable, { newId, stored: deletedState });
  if (!isSystem(actor) && locked === 'refuse')
    rejectLockedChanges(resource.lockedFields, actor, canonicalValues);
  return { ...defaultsOf(model.fields), ...canonicalValues };
}

/** The new values of a stored record in their canonical form. @throws ApiError 403, 422 for what the person may not change */
export function buildChangedDraft(
  resource: Resource,
  actor: Actor,
  values: Values,
  before: EntityRecord,
  locked: LockedFieldPolicy,
): Values {
  const { model } = resource;
  // Clients may send back a record that they read before a field was retired, or from a newer version.
  const knownValues = withCurrentNames(model, withoutRetired(model.retired, stripResponseOnlyKeys(values)));
  const sent = withoutUnknownFields(knownValues, before);
  const merged = { ...withoutLiveValues(model, sent), ...liveValuesIn(model, before) };
  const draft = canonicalizeRecord(model, merged, { newId, stored: before });
  if (!isSystem(actor) && locked !== 'open')
    retainLockedValues(resource.lockedFields, actor, draft, before, locked);
  return draft;
}

interface DraftToValidate {
  id: string;
  draft: Values;
  stored?: EntityRecord;
  /** Collects the new references for the caller to lock; if omitted, they are locked here. */
  newReferences?: RecordReference[];
}

/** Validates a draft, with its files and references, and returns the values to store. @throws ApiError 403, 409 DUPLICATE, 422 */
export async function validateDraft(
  services: Services,
  resource: Resource,
  actor: Actor,
  unit: UnitOfWork,
  { id, draft, stored, newReferences }: DraftToValidate,
): Promise<Values> {
  const validated = await validateRecord(services, resource, actor, unit.tx, draft, stored);
  if (resource.hasFiles) await validateAndTouchFiles(unit.tx, resource.model.fields, validated, stored);
  const references = findNewReferences(resource, validated, stored);
  if (newReferences) newReferences.push(...references);
  else if (references.length > 0) await lockReferenced(services, actor, unit, references);
  if (resource.hasUniqueItems) await assertItemsUnique(resource, unit, id, validated, stored);
  if (stored) assertVisible(resource, actor, { ...stored, ...validated, id });
  return validated;
}

/** @throws ApiError 403 if the person would not be allowed to see the record */
export function assertVisible(resource: Resource, actor: Actor, record: Values & { id: string }): void {
  if (!isSystem(actor) && !isVisibleTo(resource, actor, record)) throw forbidden();
}
