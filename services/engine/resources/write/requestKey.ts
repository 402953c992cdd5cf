import type { EntityRecord } from '../../../../schemas/model/types.ts';
import type { Queryable } from '../../storage/database.ts';

/** The key of a request (`Idempotency-Key`), claimed by the process that answers it. */
export interface RequestKey {
  /** Id of the person who asks. */
  caller: string;
  key: string;
  /** Unique for each attempt: another process that takes the key over has another. */
  claim: string;
}

/**
 * Notes in the transaction of a change that the request did something, so that a repeat never does it again.
 * @param made the record with which a repeat is answered should the answer itself be lost; none where there are several
 * @throws Error where another process has taken the request over, which undoes the change
 */
export async function markApplied(
  tx: Queryable,
  { caller, key, claim }: RequestKey,
  made?: { entity: string; record: EntityRecord },
): Promise<void> {
  const rows = await tx.query(
    `UPDATE request_key SET applied = true, created = coalesce(created, $6::boolean),
       entity = CASE WHEN NOT applied OR record_id = $5::uuid THEN $4 END,
       record_id = CASE WHEN NOT applied OR record_id = $5::uuid THEN $5::uuid END
     WHERE caller = $1 AND key = $2 AND claim = $3::uuid RETURNING 1`,
    [
      caller,
      key,
      claim,
      made?.entity ?? null,
      made?.record.id ?? null,
      made ? made.record.version === 1 : null,
    ],
  );
  if (rows.length === 0) throw new Error('The request was taken over by another process');
}
