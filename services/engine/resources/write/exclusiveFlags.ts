import { isDeepStrictEqual } from 'node:util';
import type { EntityRecord, ExclusiveModel } from '../../../../schemas/model/types.ts';
import { exclusiveKeys } from '../../storage/indexes.ts';
import { matchToSql, Parameters } from '../../storage/matchSql.ts';
import type { Queryable } from '../../storage/database.ts';
import { quotedTableName } from '../../storage/sql.ts';
import type { Resource } from '../catalog.ts';
import type { RecordWriter } from './recordWriter.ts';
import type { UnitOfWork } from './unitOfWork.ts';

type Values = Readonly<Record<string, unknown>>;

/** Whether a draft sets a flag that only one record may have. */
export function setsExclusiveFlag({ model }: Resource, draft: Values): boolean {
  return model.exclusive.some(({ field }) => draft[field] === true);
}

/**
 * Clears the exclusive flags that a draft sets in the records that have them, each by a change of its own. Concurrent
 * changes that set the same flag wait for each other.
 */
export async function transferExclusiveFlags(
  resource: Resource,
  { tx }: UnitOfWork,
  id: string,
  draft: Values,
  before: EntityRecord | undefined,
  otherRecords: () => RecordWriter,
): Promise<void> {
  const flagsToTransfer = resource.model.exclusive.filter(
    (rule) => rule.onConflict === 'transfer' && draft[rule.field] === true && !hadFlag(rule, draft, before),
  );
  for (const rule of flagsToTransfer) {
    for (const holder of await holdersOf(resource, tx, rule, draft)) {
      if (holder.id === id) continue;
      const withoutFlag = (stored: EntityRecord): Record<string, unknown> => ({
        ...stored,
        [rule.field]: false,
      });
      await otherRecords().change(holder.id, withoutFlag, { validation: 'skip' });
    }
  }
}

/** Removes exclusive flags from a draft that other records have. */
export async function dropTakenFlags(
  resource: Resource,
  { tx }: UnitOfWork,
  draft: Record<string, unknown>,
): Promise<void> {
  for (const rule of resource.model.exclusive) {
    if (draft[rule.field] !== true) continue;
    const holders = await holdersOf(resource, tx, rule, draft);
    if (holders.length > 0) Reflect.deleteProperty(draft, rule.field);
  }
}

/** Locks an exclusive flag until the transaction ends and returns the records that have it. */
async function holdersOf(
  { model }: Resource,
  tx: Queryable,
  rule: ExclusiveModel,
  draft: Values,
): Promise<{ id: string }[]> {
  const lockKey = JSON.stringify([model.name, rule.field, ...rule.within.map((name) => draft[name] ?? null)]);
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lockKey]);
  const parameters = new Parameters();
  const same = Object.fromEntries(rule.within.map((name) => [name, (draft[name] ?? null) as string | null]));
  const conditions = `${exclusiveKeys(model, rule).where} AND ${matchToSql(model, same, parameters)}`;
  return tx.query<{ id: string }>(
    `SELECT id FROM ${quotedTableName(model)} WHERE ${conditions}`,
    parameters.values,
  );
}

function hadFlag(
  { field, within }: ExclusiveModel,
  draft: Values,
  before: EntityRecord | undefined,
): boolean {
  return before?.[field] === true && within.every((name) => isDeepStrictEqual(draft[name], before[name]));
}
