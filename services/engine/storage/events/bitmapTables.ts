import type { EntityModel, RollupModel } from '../../../../schemas/model/types.ts';
import { quoteIdentifier, tableName } from '../sql.ts';
import { storedRollups } from './grains.ts';
import { truncateIdentifier } from './names.ts';
import {
  BUCKET,
  fieldOf,
  hasBitmaps,
  bitmapTableName,
  DISTINCT_VALUE,
  distinctValueType,
} from './rollupTables.ts';

/** Bits, and so values, of one bitmap row. A power of two. */
export const CHUNK_BITS = 32_768;
export const CHUNK = '"$chunk"';
export const BITS = '"$bits"';
/** How many values the set had when its bitmap was built. Stale once the set has grown. */
export const SET_SIZE = '"$counted"';
export const ORDINAL = '"$number"';

type EventEntity = Pick<EntityModel, 'name' | 'fields'>;

/** Unquoted name of a field's dictionary, the table that maps its values to ordinals. No roll-up has the id `0`. */
export const dictionaryName = (entity: string, field: string): string =>
  truncateIdentifier(`${tableName(entity)}__0_${field}`);

/** The statement that creates a field's dictionary if it is missing. */
export const createDictionaryStatement = (model: EventEntity, field: string): string =>
  `CREATE UNLOGGED TABLE IF NOT EXISTS ${quoteIdentifier(dictionaryName(model.name, field))} (
     ${DISTINCT_VALUE} ${distinctValueType(fieldOf(model, field))} PRIMARY KEY, ${ORDINAL} int NOT NULL UNIQUE)`;

/** Unquoted names of an entity's bitmap tables, including dictionaries. */
export const bitmapTableNames = (model: Pick<EntityModel, 'name' | 'events'>): string[] =>
  storedRollups(model)
    .filter(hasBitmaps)
    .flatMap(({ id, distinct }) =>
      distinct.flatMap((field) => [
        dictionaryName(model.name, field),
        bitmapTableName(model.name, id, field),
      ]),
    );

/**
 * Statements that create a roll-up's bitmap tables if they are missing. A packed set is a bitmap over its field's
 * dictionary, with a row per bucket, groups and chunk of ordinals. Bitmaps are derived from the sets, so they need not
 * survive a crash and are not backed up.
 */
export function createBitmapTableStatements(model: EventEntity, rollup: RollupModel): string[] {
  if (!hasBitmaps(rollup)) return [];
  const groups = rollup.by.map((name) => quoteIdentifier(name));
  return rollup.distinct.flatMap((field) => [
    createDictionaryStatement(model, field),
    `CREATE UNLOGGED TABLE IF NOT EXISTS ${quoteIdentifier(bitmapTableName(model.name, rollup.id, field))} (${[
      `${BUCKET} timestamptz(3) NOT NULL`,
      ...groups.map((name) => `${name} text COLLATE "C" NOT NULL`),
      `${CHUNK} int NOT NULL, ${SET_SIZE} bigint NOT NULL, ${BITS} bit(${CHUNK_BITS}) NOT NULL`,
      `PRIMARY KEY (${[BUCKET, ...groups, CHUNK].join(', ')})`,
    ].join(', ')})`,
  ]);
}
