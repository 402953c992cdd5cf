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

/** Values that one row of a bitmap tells of, one bit each. A power of two. */
export const CHUNK_BITS = 32_768;
export const CHUNK = '"$chunk"';
export const BITS = '"$bits"';
/** How many values the set had when its bitmap was built. Stale once the set has grown. */
export const SET_SIZE = '"$counted"';
export const ORDINAL = '"$number"';

type Counted = Pick<EntityModel, 'name' | 'fields'>;

/** Name of the dictionary of a field's values: the table that gives each its number. Unquoted; no roll-up is called so. */
export const dictionaryName = (entity: string, field: string): string =>
  truncateIdentifier(`${tableName(entity)}__0_${field}`);

/** The statement that makes the dictionary of a field's values, where it is not there. */
export const createDictionaryStatement = (model: Counted, field: string): string =>
  `CREATE UNLOGGED TABLE IF NOT EXISTS ${quoteIdentifier(dictionaryName(model.name, field))} (
     ${DISTINCT_VALUE} ${distinctValueType(fieldOf(model, field))} PRIMARY KEY, ${ORDINAL} int NOT NULL UNIQUE)`;

/** Names of all tables of an entity's bitmaps, dictionaries among them, unquoted. */
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
 * Statements that make the tables of a roll-up's bitmaps, where they are not there: a packed set is a bitmap over the
 * dictionary of its field, a row for each bucket, its groups and a chunk of ordinals. All of it follows from the sets, so
 * none of it is kept over a crash or in a backup.
 */
export function createBitmapTableStatements(model: Counted, rollup: RollupModel): string[] {
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
