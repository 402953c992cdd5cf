import type { JsonObject } from '../../../../schemas/model/types.ts';

/** Input that was saved neither here nor there when the session ended. */
export interface Draft {
  values: JsonObject;
  /** Version of the record that it was made on; absent for a new one. */
  version?: number;
  /** When it was kept, ISO. */
  at: string;
}

/** Drafts older than this are not offered again, in milliseconds. */
const KEPT_FOR = 7 * 24 * 3_600_000;

/** Where the draft of one form of one person lies in local storage. */
export const draftKey = (user: string, entity: string, id: string | undefined): string =>
  ['draft', user, entity, id ?? 'new'].join(':');

export function keepDraft(key: string, draft: Draft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden; there is no other place to keep it.
  }
}

export function readDraft(key: string): Draft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
    if (draft && Date.now() - Date.parse(draft.at) < KEPT_FOR) return draft;
  } catch {
    // What cannot be read is no draft.
  }
  return undefined;
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing is kept where storage is forbidden.
  }
}
