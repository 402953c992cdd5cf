import type { EntityRecord } from '../../../schemas/model/types.ts';

/** A secret that only one response contains, because it is not stored: a temporary password, a new key. */
export type OneTimeSecret = {
  /** What it is: "Temporary password". */
  title: string;
  value: string;
  /** Where else it was sent. */
  sentTo?: string;
};

/** A record in a response, with the one-time secret of its change. */
export type RecordResponse<T = unknown> = T & EntityRecord & { once?: OneTimeSecret };
/** The deleted record; `postponed` if it is stored until effects outside are undone. */
export type DeleteResponse<T = unknown> = RecordResponse<T> & { postponed?: true };
