import { createHash } from 'node:crypto';
import type { Queryable } from '../database.ts';

/**
 * One step of the tables that no schema describes. Steps are applied once, in the order of the array, each in a
 * transaction of its own; a released one is never changed, a further one is added behind it. Databases may already
 * have what the first step makes, and a restore makes functions before it brings the tables: so tables are made IF
 * NOT EXISTS, functions OR REPLACE.
 */
export interface Migration {
  /** `0001-foundation`: a number and a name, unique in its module. */
  id: string;
  /** Statements without parameters; their checksum is kept, so that a changed step is noticed. */
  statements?: readonly string[];
  /** What SQL alone cannot say; runs before the statements. */
  up?: (tx: Queryable) => Promise<void>;
  /** Built after the transaction, on a server without holding up writers. */
  indexes?: readonly IndexDefinition[];
}

export interface IndexDefinition {
  name: string;
  table: string;
  /** What follows the table in CREATE INDEX: `(at DESC, id DESC)`. */
  body: string;
  unique?: boolean;
}

/** A module's own steps; each module has its own numbers. */
export interface MigrationModule {
  name: string;
  migrations: readonly Migration[];
}

/** The same for the same SQL, however it is broken into lines. */
export function checksumOf({ id, statements = [], indexes = [] }: Migration): string {
  const texts = [id, ...statements, ...indexes.map(({ table, body }) => `${table} ${body}`)];
  return createHash('sha256').update(texts.join('\n').replaceAll(/\s+/g, ' ')).digest('hex').slice(0, 32);
}
