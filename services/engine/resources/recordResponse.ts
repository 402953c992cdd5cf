import type { EntityRecord } from '../../../schemas/model/types.ts';

/** Something that is told in one answer and never again, because it is not stored: a temporary password, a new key. */
export type OneTimeSecret = {
  /** What it is: "Temporary password". */
  title: string;
  value: string;
  /** Where it was sent besides. */
  sentTo?: string;
};

/** A record as it travels, with what its change shows once. */
export type RecordResponse<T = unknown> = T & EntityRecord & { once?: OneTimeSecret };
/** The record that was deleted; `postponed` where it is there until something outside is undone. */
export type DeleteResponse<T = unknown> = RecordResponse<T> & { postponed?: true };
