import { newId } from '../../engine/resources/ids.ts';
import type { Context, DomainModule } from '../../engine/modules/module.ts';
import type { Json, JsonObject } from '../../../schemas/model/types.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { quotedTableName } from '../../engine/storage/sql.ts';
import { lockFirstRecords } from '../management/index.ts';
import content from './content/audit.json' with { type: 'json' };

/** An entry of the demo's audit log: an event, or a record that a member created or changed. */
interface Entry {
  /** Hours before now. */
  hours: number;
  /** Username of who did it. */
  by: string;
  /** An event that changed no record. */
  did?: string;
  entity?: string;
  detail?: string;
  /** `entity/name` of a record; created, unless `before` is set. */
  changed?: string;
  /** Previous values of fields: a value, or `{without: n}` for the list without its last items. */
  before?: { [field: string]: Json | undefined };
}
const entries: readonly Entry[] = content;

/** An address from the range reserved for documentation, one per member. */
const memberAddress = (at: number): string => `203.0.113.${24 + at * 9}`;

/** Adds what members did in the last days, so that the audit log and the history of some records are not empty. */
export const demoAuditModule = {
  name: 'demo audit',
  async start(context) {
    if (!context.settings.demo) return;
    await context.db.transaction(async (tx) => {
      // Only once, even with concurrent starts: later changes are recorded as they happen.
      await lockFirstRecords(tx);
      const [history] = await tx.query<{ is: boolean }>(
        'SELECT EXISTS (SELECT 1 FROM record_history) OR EXISTS (SELECT 1 FROM record_event) AS is',
      );
      if (history?.is) return;
      for (const entry of entries) await insertEntry(tx, context, entry);
    });
  },
} satisfies DomainModule;

async function insertEntry(tx: Queryable, { services }: Context, entry: Entry): Promise<void> {
  const { catalog } = services();
  const { model: members } = catalog.require('member');
  const [who] = await tx.query<{ id: string; name: string }>(
    `SELECT id::text AS id, data ->> 'name' AS name FROM ${quotedTableName(members)} WHERE data ->> 'username' = $1`,
    [entry.by],
  );
  if (!who) return;
  const author = [
    who.id,
    who.name,
    entry.by,
    memberAddress([...new Set(entries.map(({ by }) => by))].indexOf(entry.by)),
  ];
  if (entry.did !== undefined) {
    await tx.query(
      `INSERT INTO record_event (id, at, user_id, user_name, username, address, operation, entity, detail)
       VALUES ($1::uuid, clock_timestamp() - $2::float8 * interval '1 hour', $3, $4, $5, $6, $7, $8, $9)`,
      [newId(), entry.hours, ...author, entry.did, entry.entity ?? null, entry.detail ?? null],
    );
    return;
  }
  const [, entity = '', name = ''] = /^([a-z-]+)\/(.+)$/.exec(entry.changed ?? '') ?? [];
  if (!catalog.find(entity)) return;
  const table = quotedTableName(catalog.require(entity).model);
  const [record] = await tx.query<{ id: string; data: JsonObject }>(
    `SELECT id::text AS id, data FROM ${table} WHERE data ->> 'name' = $1`,
    [name],
  );
  if (!record) return;
  const before = entry.before && { ...record.data, ...toPreviousValues(record.data, entry.before) };
  if (before) await tx.query(`UPDATE ${table} SET version = 2 WHERE id = $1::uuid`, [record.id]);
  await tx.query(
    `INSERT INTO record_history (id, at, user_id, user_name, username, address, entity, record_id, operation, version, before, after)
     VALUES ($1::uuid, clock_timestamp() - $2::float8 * interval '1 hour', $3, $4, $5, $6, $7, $8::uuid, $9, $10, $11::jsonb, $12::jsonb)`,
    [
      ...[newId(), entry.hours, ...author, entity, record.id],
      ...(before ? ['update', 2, before] : ['create', 1, null]),
      record.data,
    ],
  );
}

/** Fields of a record as they were before. */
const toPreviousValues = (data: JsonObject, before: NonNullable<Entry['before']>): JsonObject =>
  Object.fromEntries(
    Object.entries(before).flatMap(([field, stated]): [string, Json][] => {
      if (stated === undefined) return [];
      const now = data[field];
      const isCut =
        typeof stated === 'object' && stated !== null && !Array.isArray(stated) && 'without' in stated;
      return [[field, isCut && Array.isArray(now) ? now.slice(0, -Number(stated['without'])) : stated]];
    }),
  );
