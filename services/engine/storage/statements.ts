import type { QueryConfig } from 'pg';

/** A connection keeps a prepared statement per name for good, so their number is bounded. */
const MOST_STATEMENTS = 500;
const names = new Map<string, string>();

/** The driver's form of a statement; the same text has the same name, on every connection. */
export function statement(text: string, values: readonly unknown[] = [], prepare = true): QueryConfig {
  if (!prepare) return { text, values: values as unknown[] };
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= MOST_STATEMENTS) return { text, values: values as unknown[] };
    name = `s${names.size}`;
    names.set(text, name);
  }
  return { name, text, values: values as unknown[] };
}
