import type { JsonObject } from './types.ts';

/** One change of a record, as the services tell it; newest first in a history. */
export interface HistoryEntry {
  id: string;
  /** ISO 8601. */
  at: string;
  /** Null for what the services did themselves. */
  user: { id: string; name: string } | null;
  /** `create`, `update`, `delete`, `restore`, or the domain verb that made the change. */
  operation: string;
  /** The record's version after the change; of a deletion, the last one. */
  version: number;
  /** The record's own fields; null before it was created and after it was deleted. */
  before: JsonObject | null;
  after: JsonObject | null;
  /** Warnings that the person confirmed for it. */
  confirmed?: ConfirmedWarning[];
}

/** A record that was deleted and can come back. */
export interface DeletedRecord {
  /** Of the deletion in the history. */
  id: string;
  /** Id of the record. */
  record: string;
  title: string;
  /** ISO 8601. */
  at: string;
  /** Null for what the services did themselves. */
  user: { id: string; name: string } | null;
}

/** What became of records that were to come back. */
export interface RestoredRecords {
  restored: string[];
  /** Records that came back with them, which their deletion had taken along; left out where there are none. */
  along?: { restored: number; failed: number };
  /** What is said only once of what came back, such as a temporary password. */
  once?: { title: string; value: string; sentTo?: string }[];
  /** Why the others stay deleted, by id. */
  failed: Record<string, { code: string; message: string }>;
}

/** What a check says: nothing stands in the way, the person has to confirm it, or it cannot be done. */
export type CheckLevel = 'ok' | 'warning' | 'stop';

/** What one check of an action has found. */
export interface CheckResult {
  /** The check's name in the schema. */
  id: string;
  /** What it looks at: "Links". */
  label: string;
  level: CheckLevel;
  /** One sentence. */
  text: string;
  /** What it is about in particular, the first few. */
  details?: CheckDetail[];
  /** Of a warning: with it the warning is confirmed, of this record and as it was read. */
  digest?: string;
}
export interface CheckDetail {
  text: string;
  /** JSON pointer of the field, where one is to blame. */
  at?: string;
}

/** A warning that the person confirmed before a change, as the history keeps it. */
export type ConfirmedWarning = Pick<CheckResult, 'id' | 'label' | 'text'>;

/** Where a record is used: what the person may see by name, the rest as a number. */
export interface Uses {
  usedBy: { entity: string; id: string; title: string }[];
  /** Records that use it and that are not named: out of the person's reach, or beyond the first 20. */
  hidden: number;
  /** How many of those are of which entity, as far as the person may see such records; left out where there are none. */
  hiddenOf?: { entity: string; count: number }[];
  /** Records that are deleted with it, of entities that the person may see; left out where there are none. */
  along?: { entity: string; count: number }[];
}

/** A state of a list that was kept under a name. */
export interface ListView {
  id: string;
  name: string;
  /** Search, filters, sort, columns and the like, as the list's address has them. */
  query: string;
  /** Everybody who may read the list sees it. */
  shared: boolean;
  owner: string;
  version: number;
  /** The person who asks may change it. */
  mayChange: boolean;
}

/** What differs between a record as people judged it and as it is now, other records that it is made of included. */
export interface RecordDifference {
  /** Since when: "approval was asked for"; null where nobody judged it. */
  since: { text: string; at: string } | null;
  /** What was said when it was taken back or returned. */
  note: string | null;
  parts: DifferencePart[];
}
/** One thing that differs: fields of an entity, or two texts. */
export type DifferencePart = { label: string } & (
  { entity: string; before: JsonObject; after: JsonObject } | { was: string; is: string }
);
