import { createHash } from 'node:crypto';
import type { Queryable } from '../database.ts';

/**
 * A migration of tables that no entity schema describes. Migrations are applied once, in the order of the array, each in
 * its own transaction. A released one is never changed; add another one instead. Older databases may already have
 * the first one's tables, and a restore creates functions before tables: so create tables IF NOT EXISTS, functions OR
 * REPLACE.
 */
export interface Migration {
  /** `0001-foundation`: a number and a name, unique in its module. */
  id: string;
  /** Statements without parameters; their checksum is stored, so that a changed migration is detected. */
  statements?: readonly string[];
  /** For what plain SQL cannot express; runs before the statements. */
  up?: (tx: Queryable) => Promise<void>;
  /** Built after the transaction; on a server concurrently. */
  indexes?: readonly IndexDefinition[];
}

export interface IndexDefinition {
  name: string;
  table: string;
  /** The part of CREATE INDEX after the table's name: `(at DESC, id DESC)`. */
  body: string;
  unique?: boolean;
}

/** The migrations of one module, numbered independently of other modules. */
export interface MigrationModule {
  name: string;
  migrations: readonly Migration[];
}

/** Checksum of a migration's SQL, independent of line breaks. */
export function computeChecksum({ id, statements = [], indexes = [] }: Migration): string {
  const texts = [id, ...statements, ...indexes.map(({ table, body }) => `${table} ${body}`)];
  return createHash('sha256').update(texts.join('\n').replaceAll(/\s+/g, ' ')).digest('hex').slice(0, 32);
}
