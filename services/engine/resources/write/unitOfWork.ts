import type { RecordChange } from '../../live/changes.ts';
import type { Queryable } from '../../storage/database.ts';
import type { OneTimeSecret } from '../recordResponse.ts';

/** One transaction and what follows its commit. */
export interface UnitOfWork {
  tx: Queryable;
  /** Returned with the response and never stored, such as a temporary password. */
  oneTimeSecrets: OneTimeSecret[];
  /** Run after the commit; a failure is logged and undoes nothing. */
  afterCommit: (() => Promise<void>)[];
  /** Published to live subscribers after the commit. */
  liveChanges: RecordChange[];
}
