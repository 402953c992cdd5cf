import { createHash } from 'node:crypto';
import type { Queryable } from '../../engine/storage/database.ts';
import type { Composition } from './content.ts';

type Content = Pick<Composition, 'answer' | 'variables'>;

/** Digest of what recipients see: the messages and the values of their variables. */
function digestOf({ answer, variables }: Content): string {
  const values = Object.entries(variables).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([answer, values]))
    .digest('hex');
}

/** Records that a test of a broadcast's current content was delivered. */
export async function recordTest(db: Queryable, campaign: string, content: Content): Promise<void> {
  await db.query(
    `INSERT INTO broadcast_tested (campaign, digest, at) VALUES ($1::uuid, $2, clock_timestamp())
     ON CONFLICT (campaign) DO UPDATE SET digest = excluded.digest, at = excluded.at`,
    [campaign, digestOf(content)],
  );
}

/** Finds the last test of a broadcast; `older` where its content has changed since. */
export async function findTest(
  db: Queryable,
  campaign: string,
  content: Content,
): Promise<'never' | 'older' | { at: Date }> {
  const [row] = await db.query<{ digest: string; at: Date }>(
    'SELECT digest, at FROM broadcast_tested WHERE campaign = $1::uuid',
    [campaign],
  );
  if (!row) return 'never';
  return row.digest === digestOf(content) ? { at: row.at } : 'older';
}
