import { childFields } from '../../../../schemas/model/fields.ts';
import type { FieldModel, Json, JsonObject } from '../../../../schemas/model/types.ts';
import { isMasked } from '../../fieldKit/masked.ts';

/** Unsaved input, kept in local storage when the session ends or the screen fails. Never holds a secret. */
export interface Draft {
  values: JsonObject;
  /** The record that it is based on; undefined for a new one. */
  base?: JsonObject;
  /** When it was saved, ISO 8601. */
  at: string;
}

/** Age at which drafts are removed. */
const DRAFT_TTL_MS = 7 * 24 * 3_600_000;
const PREFIX = 'draft:';

/** Key in local storage of a user's draft of one form. */
export const draftKey = (user: string, entity: string, id: string | undefined): string =>
  `${PREFIX}${[user, entity, id ?? 'new'].join(':')}`;

/**
 * The values without typed secrets: the services' mask of the stored one takes their place (sent back, it changes
 * nothing). Added or moved list items have no stored one.
 */
export function dropSecrets(fields: FieldModel[], values: JsonObject, base: JsonObject = {}): JsonObject {
  const result: JsonObject = { ...values };
  for (const field of fields) {
    const value = values[field.name];
    if (value !== undefined) result[field.name] = dropSecretValues(field, value, base[field.name]) ?? null;
    if (result[field.name] === null && value !== null) delete result[field.name];
  }
  return result;
}

function dropSecretValues(field: FieldModel, value: Json, base: Json | undefined): Json | undefined {
  if (field.secret || field.type === 'secret') {
    if (isMasked(value)) return value;
    return isMasked(base) ? base : undefined;
  }
  const { item } = field;
  if (Array.isArray(value)) {
    return item ? value.flatMap((entry) => dropSecretValues(item, entry, undefined) ?? []) : value;
  }
  if (value === null || typeof value !== 'object') return value;
  const stored = base !== null && typeof base === 'object' && !Array.isArray(base) ? base : {};
  return dropSecrets(childFields(field, value), value, stored);
}

export function writeDraft(key: string, draft: Draft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden; the draft is lost.
  }
}

/** Saves a form's input without secrets; `base` is the record that it is based on. */
export const saveDraft = (
  key: string,
  fields: FieldModel[],
  values: JsonObject,
  base: JsonObject | undefined,
): void =>
  writeDraft(key, {
    values: dropSecrets(fields, values, base),
    base: base && dropSecrets(fields, base),
    at: new Date().toISOString(),
  });

export function readDraft(key: string): Draft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
    // An invalid date counts as expired.
    if (draft && Date.now() - Date.parse(draft.at) < DRAFT_TTL_MS) return draft;
  } catch {
    // Unreadable entries are no drafts.
  }
  return undefined;
}

/** Removes all expired drafts of all users. */
export function removeExpiredDrafts(): void {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '');
    for (const key of keys) if (key.startsWith(PREFIX) && !readDraft(key)) localStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so there are no drafts.
  }
}

export function removeDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so there are no drafts.
  }
}
