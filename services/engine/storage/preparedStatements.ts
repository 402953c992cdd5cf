import type { QueryConfig } from 'pg';

/** A connection keeps a prepared statement per name for good, so their number is bounded. */
const MAX_PREPARED_STATEMENTS = 500;
const namesByText = new Map<string, string>();

/** The driver's form of a statement; the same text has the same name, on every connection. */
export function toQueryConfig(text: string, values: readonly unknown[] = [], prepare = true): QueryConfig {
  if (!prepare) return { text, values: values as unknown[] };
  let name = namesByText.get(text);
  if (name === undefined) {
    if (namesByText.size >= MAX_PREPARED_STATEMENTS) return { text, values: values as unknown[] };
    name = `s${namesByText.size}`;
    namesByText.set(text, name);
  }
  return { name, text, values: values as unknown[] };
}
