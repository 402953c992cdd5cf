import type { Entities } from '../../../../schemas/generated/types.ts';
import { quotedLiveTableName } from '../../storage/liveFields.ts';
import { uniqueKeys } from '../../storage/indexes.ts';
import { quotedTableName } from '../../storage/sql.ts';
import { newId } from '../ids.ts';
import type { Services } from '../services.ts';
import { SYSTEM } from './actor.ts';
import { records } from './records.ts';
import { runInTransaction } from './transaction.ts';
import type { UnitOfWork } from './unitOfWork.ts';

type Values = Record<string, unknown>;

/** One occurrence of a countable thing, such as a sentence that the bot did not understand. */
export interface Occurrence {
  /** Values of the entity's first `unique` set: identifies the record that counts it. */
  key: Record<string, string>;
  /** Further values of a new record. */
  first: Values;
  /** Live number fields with the amount to add. */
  add: Record<string, number>;
  /** Live fields to set; the latest occurrence wins. */
  set: Values;
}

/**
 * Counts occurrences in records, one record for each key, in one transaction; creates missing records. Safe for concurrent
 * processes: no occurrence is lost or counted twice.
 * @throws ApiError 422 for values that a record may not have
 */
export async function countOccurrences(
  services: Services,
  entity: keyof Entities,
  occurrences: readonly Occurrence[],
): Promise<void> {
  const merged = mergeByKey(occurrences);
  if (merged.length === 0) return;
  await runInTransaction(services, async (unit) => {
    const existing = await findByKey(services, unit, entity, merged);
    const missing = merged.filter((_, at) => existing[at] === undefined);
    if (missing.length > 0) {
      // Others may be creating the same records: wait for them, then look again.
      await unit.tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`tally of ${entity}`]);
      const existingByNow = await findByKey(services, unit, entity, missing);
      const stillMissing = missing.filter((_, at) => existingByNow[at] === undefined);
      await records(services, entity, SYSTEM, unit).createAll(
        stillMissing.map(({ key, first, set, add }) => ({
          id: newId(),
          values: { ...first, ...key, ...set, ...zeros(add) },
        })),
      );
    }
    await addCounts(services, unit, entity, merged, await findByKey(services, unit, entity, merged));
  });
}

const zeros = (add: Record<string, number>): Values =>
  Object.fromEntries(Object.keys(add).map((name) => [name, 0]));

const keyText = (key: Record<string, string>): string => JSON.stringify(Object.entries(key).sort());

/** Merges occurrences of the same key; sorted by key, against deadlocks. */
function mergeByKey(occurrences: readonly Occurrence[]): Occurrence[] {
  const merged = new Map<string, Occurrence>();
  for (const occurrence of occurrences) {
    const text = keyText(occurrence.key);
    const merging = merged.get(text);
    const add = { ...merging?.add };
    for (const [name, more] of Object.entries(occurrence.add)) add[name] = (add[name] ?? 0) + more;
    merged.set(text, {
      ...occurrence,
      first: merging?.first ?? occurrence.first,
      add,
      set: { ...merging?.set, ...occurrence.set },
    });
  }
  return [...merged].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, occurrence]) => occurrence);
}

interface RecordRef {
  id: string;
  version: number;
}

async function findByKey(
  { catalog }: Services,
  { tx }: UnitOfWork,
  entity: string,
  occurrences: readonly Occurrence[],
): Promise<(RecordRef | undefined)[]> {
  const { model } = catalog.require(entity);
  const { keys, where } = uniqueKeys(model, model.unique[0]?.fields ?? []);
  const rows = await tx.query<RecordRef & { at: string }>(
    `WITH given AS (SELECT data, at FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS list(data, at)),
     keyed AS (SELECT at, ${keys.map((key, at) => `${key} AS key${at}`).join(', ')} FROM given)
     SELECT record.id::text AS id, record.version, (keyed.at - 1)::int AS at FROM keyed JOIN ${quotedTableName(model)} AS record
       ON ${keys.map((key, at) => `${key} = keyed.key${at}`).join(' AND ')} AND (${where})`,
    [JSON.stringify(occurrences.map(({ key }) => key))],
  );
  const found = new Map(rows.map(({ at, id, version }) => [Number(at), { id, version }]));
  return occurrences.map((_, at) => found.get(at));
}

async function addCounts(
  { catalog }: Services,
  unit: UnitOfWork,
  entity: string,
  occurrences: readonly Occurrence[],
  found: readonly (RecordRef | undefined)[],
): Promise<void> {
  const liveTable = quotedLiveTableName(catalog.require(entity).model);
  const rows = occurrences.flatMap((occurrence, at) => {
    const record = found[at];
    return record ? [{ ...occurrence, ...record }] : [];
  });
  const ids = rows.map(({ id }) => id);
  // Always in the same order, against deadlocks.
  await unit.tx.query(
    `SELECT id FROM ${liveTable} WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    [ids],
  );
  await unit.tx.query(
    `UPDATE ${liveTable} AS fact SET facts = fact.facts || given.latest || coalesce(
       (SELECT jsonb_object_agg(key, coalesce((fact.facts ->> key)::numeric, 0) + value::numeric)
        FROM jsonb_each_text(given.more)), '{}')
     FROM unnest($1::uuid[], $2::jsonb[], $3::jsonb[]) AS given(id, latest, more) WHERE fact.id = given.id`,
    [ids, rows.map(({ set }) => JSON.stringify(set)), rows.map(({ add }) => JSON.stringify(add))],
  );
  for (const { id, version } of rows) unit.liveChanges.push({ entity, id, version, by: null });
}
