import type { Queryable } from '../storage/database.ts';
import type { PoolKeys } from './keys.ts';

/**
 * People who move to another e-mail address keep the identity of the old one until they set a password, for only then
 * can a verifier be made. The address that they left gets another identity from then on, so that the two are not
 * seen to be the same person's.
 */
export async function retireName(tx: Queryable, keys: PoolKeys, name: string): Promise<void> {
  await tx.query(
    `INSERT INTO user_pool_retired_names AS r (key, times) VALUES ($1, 1)
     ON CONFLICT (key) DO UPDATE SET times = r.times + 1`,
    [keyOf(keys, name)],
  );
}

export async function timesRetired(db: Queryable, keys: PoolKeys, name: string): Promise<number> {
  const rows = await db.query<{ times: number }>('SELECT times FROM user_pool_retired_names WHERE key = $1', [
    keyOf(keys, name),
  ]);
  return rows[0]?.times ?? 0;
}

function keyOf(keys: PoolKeys, name: string): string {
  return keys.digest('retired', name).toString('base64url');
}
