import type { EntityRecord } from '../../../../schemas/model/types.ts';
import type { Queryable } from '../../storage/database.ts';

/** The idempotency key of a request, claimed by the process that handles it. */
export interface IdempotencyKey {
  /** Id of the person who makes the request. */
  caller: string;
  key: string;
  /** Unique for each attempt: another process that takes the key over has a claim of its own. */
  claim: string;
}

/**
 * Marks the request as applied in the transaction of its change, so that a repeat is not executed again.
 * @param written the record for the response to a repeat, if the response itself is lost; omitted for several records
 * @throws Error if another process has taken the request over: rolls the change back
 */
export async function markApplied(
  tx: Queryable,
  { caller, key, claim }: IdempotencyKey,
  written?: { entity: string; record: EntityRecord },
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
      written?.entity ?? null,
      written?.record.id ?? null,
      written ? written.record.version === 1 : null,
    ],
  );
  if (rows.length === 0) throw new Error('The request was taken over by another process');
}
