import type { Queryable } from '../storage/database.ts';
import type { PoolKeys } from './keys.ts';

/**
 * Gives an address that its user has left another identity from now on. The user keeps the old identity until the next
 * password is set, since only then a verifier can be computed; without this, the two addresses would visibly belong to
 * one person.
 */
export async function retireName(tx: Queryable, keys: PoolKeys, name: string): Promise<void> {
  await tx.query(
    `INSERT INTO user_pool_retired_names AS r (key, times) VALUES ($1, 1)
     ON CONFLICT (key) DO UPDATE SET times = r.times + 1`,
    [hashName(keys, name)],
  );
}

/** How often users have left this address. */
export async function countRetirements(db: Queryable, keys: PoolKeys, name: string): Promise<number> {
  const rows = await db.query<{ times: number }>('SELECT times FROM user_pool_retired_names WHERE key = $1', [
    hashName(keys, name),
  ]);
  return rows[0]?.times ?? 0;
}

function hashName(keys: PoolKeys, name: string): string {
  return keys.digest('retired', name).toString('base64url');
}
