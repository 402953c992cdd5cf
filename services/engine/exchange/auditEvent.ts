import { cutStored } from '../../../schemas/texts/stored.ts';
import { newId } from '../resources/ids.ts';
import type { Caller } from '../resources/write/actor.ts';
import type { Queryable } from '../storage/database.ts';

/** Records in the audit log what changes no record by itself: an export, an import, a test send. */
export async function recordAuditEvent(
  tx: Queryable,
  { user, address }: Pick<Caller, 'user' | 'address'>,
  {
    operation,
    entity,
    detail,
  }: { operation: 'export' | 'import' | 'test-send'; entity: string; detail: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO record_event (id, at, user_id, user_name, username, operation, address, entity, detail)
     VALUES ($1::uuid, clock_timestamp(), $2, $3, $4, $5, $6, $7, $8)`,
    [
      newId(),
      user.id,
      user.name || user.username,
      user.username,
      operation,
      address ?? null,
      entity,
      cutStored(detail, 1000),
    ],
  );
}
