import { childFields } from '../../../../schemas/model/fields.ts';
import type { FieldModel, Json, JsonObject } from '../../../../schemas/model/types.ts';
import { isMasked } from '../../fieldKit/masked.ts';

/** Input that was saved neither here nor there when the session ended. It never holds a secret. */
export interface Draft {
  values: JsonObject;
  /** The record that it was made on; absent for a new one. */
  base?: JsonObject;
  /** When it was kept, ISO. */
  at: string;
}

/** Drafts older than this are taken away, in milliseconds. */
const DRAFT_TTL_MS = 7 * 24 * 3_600_000;
const PREFIX = 'draft:';

/** Where the draft of one form of one person lies in local storage. */
export const draftKey = (user: string, entity: string, id: string | undefined): string =>
  `${PREFIX}${[user, entity, id ?? 'new'].join(':')}`;

/**
 * The values as they may be kept: a secret that was typed goes, the services' mask of a stored one comes back in its
 * place (sent back, it changes nothing). What is added or moved in a list has no stored one.
 */
export function withoutSecrets(fields: FieldModel[], values: JsonObject, base: JsonObject = {}): JsonObject {
  const kept: JsonObject = { ...values };
  for (const field of fields) {
    const value = values[field.name];
    if (value !== undefined) kept[field.name] = withoutSecretValues(field, value, base[field.name]) ?? null;
    if (kept[field.name] === null && value !== null) delete kept[field.name];
  }
  return kept;
}

function withoutSecretValues(field: FieldModel, value: Json, base: Json | undefined): Json | undefined {
  if (field.secret || field.type === 'secret') {
    if (isMasked(value)) return value;
    return isMasked(base) ? base : undefined;
  }
  const { item } = field;
  if (Array.isArray(value)) {
    return item ? value.flatMap((entry) => withoutSecretValues(item, entry, undefined) ?? []) : value;
  }
  if (value === null || typeof value !== 'object') return value;
  const stored = base !== null && typeof base === 'object' && !Array.isArray(base) ? base : {};
  return withoutSecrets(childFields(field, value), value, stored);
}

export function writeDraft(key: string, draft: Draft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden; there is no other place to keep it.
  }
}

/** Keeps what was typed into a form of these fields; `base` is the record that it was typed over. */
export const saveDraft = (
  key: string,
  fields: FieldModel[],
  values: JsonObject,
  base: JsonObject | undefined,
): void =>
  writeDraft(key, {
    values: withoutSecrets(fields, values, base),
    base: base && withoutSecrets(fields, base),
    at: new Date().toISOString(),
  });

export function readDraft(key: string): Draft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
    // An unreadable date is no date within the time.
    if (draft && Date.now() - Date.parse(draft.at) < DRAFT_TTL_MS) return draft;
  } catch {
    // What cannot be read is no draft.
  }
  return undefined;
}

/** Takes every draft away that is too old to be offered, whoever made it. */
export function removeExpiredDrafts(): void {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '');
    for (const key of keys) if (key.startsWith(PREFIX) && !readDraft(key)) localStorage.removeItem(key);
  } catch {
    // Nothing is kept where storage is forbidden.
  }
}

export function removeDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing is kept where storage is forbidden.
  }
}
