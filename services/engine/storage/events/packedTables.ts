import type { EntityModel, RollupModel } from '../../../../schemas/model/types.ts';
import { identifier, tableName } from '../sql.ts';
import { storedRollups } from './grains.ts';
import { shortName } from './names.ts';
import { BUCKET, fieldOf, isPacked, packedName, DISTINCT_VALUE, distinctValueType } from './rollupTables.ts';

/** Values that one row of a packed set tells of, one bit each. A power of two. */
export const CHUNK_BITS = 32_768;
export const CHUNK = '"$chunk"';
export const BITS = '"$bits"';
/** How many values the set had when it was packed: of a set that has more by now the rows do not hold. */
export const COUNTED = '"$counted"';
export const NUMBER = '"$number"';

type Counted = Pick<EntityModel, 'name' | 'fields'>;

/** Name of the table that numbers a field's values, unquoted. No roll-up is called like that. */
export const numbersName = (entity: string, field: string): string =>
  shortName(`${tableName(entity)}__0_${field}`);

/** The statement that makes the table which numbers a field's values, where it is not there. */
export const numbersTable = (model: Counted, field: string): string =>
  `CREATE UNLOGGED TABLE IF NOT EXISTS ${identifier(numbersName(model.name, field))} (
     ${DISTINCT_VALUE} ${distinctValueType(fieldOf(model, field))} PRIMARY KEY, ${NUMBER} int NOT NULL UNIQUE)`;

/** Names of all the tables that an entity's sets are packed in, unquoted. */
export const packedNames = (model: Pick<EntityModel, 'name' | 'events'>): string[] =>
  storedRollups(model)
    .filter(isPacked)
    .flatMap(({ id, distinct }) =>
      distinct.flatMap((field) => [numbersName(model.name, field), packedName(model.name, id, field)]),
    );

/**
 * Statements that make what sets are packed in, where it is not there: numbers of values, and for each bucket, its
 * groups and a stretch of numbers the bits of those that are in the set. All of it follows from the sets, so none of it
 * is kept over a crash or in a backup.
 */
export function packedTables(model: Counted, rollup: RollupModel): string[] {
  if (!isPacked(rollup)) return [];
  const groups = rollup.by.map((name) => identifier(name));
  return rollup.distinct.flatMap((field) => [
    numbersTable(model, field),
    `CREATE UNLOGGED TABLE IF NOT EXISTS ${identifier(packedName(model.name, rollup.id, field))} (${[
      `${BUCKET} timestamptz(3) NOT NULL`,
      ...groups.map((name) => `${name} text COLLATE "C" NOT NULL`),
      `${CHUNK} int NOT NULL, ${COUNTED} bigint NOT NULL, ${BITS} bit(${CHUNK_BITS}) NOT NULL`,
      `PRIMARY KEY (${[BUCKET, ...groups, CHUNK].join(', ')})`,
    ].join(', ')})`,
  ]);
}
