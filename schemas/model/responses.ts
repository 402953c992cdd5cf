import type { JsonObject } from './types.ts';

/** One change in a record's history; histories list the newest first. */
export interface HistoryEntry {
  id: string;
  /** ISO 8601. */
  at: string;
  /** Null for a change by the services. */
  user: { id: string; name: string } | null;
  /** `create`, `update`, `delete`, `restore`, or the domain verb that made the change. */
  operation: string;
  /** The record's version after the change; of a deletion, the last one. */
  version: number;
  /** The record's own fields; null before creation and after deletion. */
  before: JsonObject | null;
  after: JsonObject | null;
  /** Warnings that the person confirmed. */
  confirmed?: ConfirmedWarning[];
}

/** A deleted record that can be restored. */
export interface DeletedRecord {
  /** Id of the deletion in the history. */
  id: string;
  /** Id of the record. */
  record: string;
  title: string;
  /** ISO 8601. */
  at: string;
  /** Null for a change by the services. */
  user: { id: string; name: string } | null;
}

/** Result of restoring records. */
export interface RestoredRecords {
  restored: string[];
  /** Records restored with them because their deletion had cascaded to them; absent where there are none. */
  along?: { restored: number; failed: number };
  /** One-time secrets of restored records, such as a temporary password. */
  once?: { title: string; value: string; sentTo?: string }[];
  /** Why the others could not be restored, by id. */
  failed: Record<string, { code: string; message: string }>;
}

/** Result of a check: no objection, confirmation required, or blocked. */
export type CheckLevel = 'ok' | 'warning' | 'stop';

/** Result of one check of an action. */
export interface CheckResult {
  /** The check's name in the schema. */
  id: string;
  /** What the check is about: "Links". */
  label: string;
  level: CheckLevel;
  /** One sentence. */
  text: string;
  /** The first few items that the result concerns. */
  details?: CheckDetail[];
  /** Of a warning: sent back to confirm it, for this record version. */
  digest?: string;
}
export interface CheckDetail {
  text: string;
  /** JSON pointer of the field that caused it, if any. */
  at?: string;
}

/** A confirmed warning in the history. */
export type ConfirmedWarning = Pick<CheckResult, 'id' | 'label' | 'text'>;

/** Records that use a record: by name those that the person may see, the others as a number. */
export interface RecordUses {
  usedBy: { entity: string; id: string; title: string }[];
  /** Records not listed: not visible to the person, or beyond the first 20. */
  hidden: number;
  /** Number of the unlisted ones by entity, of entities that the person may see; absent where there are none. */
  hiddenOf?: { entity: string; count: number }[];
  /** Records that its deletion cascades to, of entities that the person may see; absent where there are none. */
  along?: { entity: string; count: number }[];
}

/** A saved view of a list. */
export interface ListView {
  id: string;
  name: string;
  /** Search, filters, sort, columns and the like, as in the list's address. */
  query: string;
  /** Visible to everybody who may read the list. */
  shared: boolean;
  owner: string;
  version: number;
  /** Whether the requesting person may change it. */
  mayChange: boolean;
}

/** Differences between a record as it was reviewed and as it is now, records that it consists of included. */
export interface RecordDifference {
  /** The review that it is compared with ("approval was asked for"); null where there was none. */
  since: { text: string; at: string } | null;
  /** The note with which it was withdrawn or returned. */
  note: string | null;
  parts: DifferencePart[];
}
/** One difference: fields of an entity, or two texts. */
export type DifferencePart = { label: string } & (
  { entity: string; before: JsonObject; after: JsonObject } | { was: string; is: string }
);
