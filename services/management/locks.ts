import type { Queryable } from '../storage/database.ts';

/** Rules across several records hold only if changes that they judge come one after another; one number per rule. */
const NUMBERS = { administrators: 7_410_001, 'default team': 7_410_002 };

/** Waits until no other transaction judges the same rule. */
export async function lockRule(tx: Queryable, rule: keyof typeof NUMBERS): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1::bigint)', [NUMBERS[rule]]);
}
