import { pictureAddress } from './pictures.ts';
import type { DemoRecord, DomainModule } from '../../engine/modules/module.ts';
import type { Random } from '../../engine/modules/random.ts';
import type { Json, JsonObject } from '../../../schemas/model/types.ts';

/** A record of the demo's content (`content/*.json`): without an id, with its quick replies as `replies`. */
export interface ContentRow {
  name: string;
  replies?: readonly object[];
}

type RowsOf = (entity: string) => readonly DemoRecord[];

const REFERENCE = /^@([a-z-]+)\/(.+)$/;

/**
 * Replaces references such as `@template/welcome` by record ids (an empty text if the product does not have the entity),
 * and `@picture/welcome` by the picture's URL.
 */
export function resolveReferences<Content>(content: Content, rowsOf: RowsOf): Content {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolve(part)]));
    const [, entity, name = ''] = (typeof value === 'string' && REFERENCE.exec(value)) || [];
    if (entity === undefined) return value;
    if (entity === 'picture') return pictureAddress(name);
    const rows = rowsOf(entity);
    const row = rows.find((one) => one['name'] === name);
    if (!row && rows.length > 0) throw new Error(`The demo has no ${entity} ${name}`);
    return row?.id ?? '';
  };
  return resolve(content) as Content;
}

/** An action with an id of its own. */
export const withActionId = (action: object, random: Random): JsonObject => ({
  ...(action as JsonObject),
  id: random.hex(8),
});

interface RecordOptions {
  rowsOf: RowsOf;
  random: Random;
  id?: string;
}

/** The record of a content row. */
export function toRecord(
  { replies, ...row }: ContentRow,
  { rowsOf, random, id = random.uuid() }: RecordOptions,
): DemoRecord {
  const values = resolveReferences(row, rowsOf) as Record<string, Json>;
  const items = resolveReferences(replies, rowsOf)?.map((action) => withActionId(action, random));
  return { id, ...values, ...(items && { quickReply: { items } }) };
}

/** A module whose demo records of one entity are content alone. */
export const contentModule = (name: string, entity: string, rows: readonly ContentRow[]): DomainModule => ({
  name,
  demo: (making) => ({ [entity]: rows.map((row) => toRecord(row, making)) }),
});
