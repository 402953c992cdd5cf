import type { Queryable } from '../../engine/storage/database.ts';

/** Advisory locks for rules across several records, whose changes must come one after another. */
const LOCK_IDS = { administrators: 7_410_001, 'default team': 7_410_002, 'first records': 7_410_003 };

/** Locks a rule until the transaction ends. */
export async function lockRule(tx: Queryable, rule: keyof typeof LOCK_IDS): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1::bigint)', [LOCK_IDS[rule]]);
}

/** Locks the creation of first records, waiting as long as another start fills the same database. */
export async function lockFirstRecords(tx: Queryable): Promise<void> {
  await tx.query('SET LOCAL statement_timeout = 0', [], { prepare: false });
  await tx.query('SET LOCAL lock_timeout = 0', [], { prepare: false });
  await lockRule(tx, 'first records');
}
