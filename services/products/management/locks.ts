import type { Queryable } from '../../engine/storage/database.ts';

/** Rules across several records hold only if changes that they judge come one after another; one number per rule. */
const NUMBERS = { administrators: 7_410_001, 'default team': 7_410_002, 'first records': 7_410_003 };

/** Waits until no other transaction judges the same rule. */
export async function lockRule(tx: Queryable, rule: keyof typeof NUMBERS): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1::bigint)', [NUMBERS[rule]]);
}

/** Waits until no other start fills the same database, however long that takes. */
export async function lockFirstRecords(tx: Queryable): Promise<void> {
  await tx.query('SET LOCAL statement_timeout = 0', [], { prepare: false });
  await tx.query('SET LOCAL lock_timeout = 0', [], { prepare: false });
  await lockRule(tx, 'first records');
}
