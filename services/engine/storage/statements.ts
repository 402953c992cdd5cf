import type { QueryConfig } from 'pg';
import type { SpanDescription } from '../tracing/span.ts';

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

/** Characters of a statement that a span names. */
const MAX_SPAN_TEXT = 2_000;

/** A statement as a span: its text, never its values. */
export function spanOfStatement(text: string): SpanDescription {
  const [operation = ''] = text.trimStart().split(/\s/, 1);
  return {
    name: operation,
    kind: 'client',
    attributes: {
      ...{ 'db.system.name': 'postgresql', 'db.operation.name': operation },
      'db.query.text': text.slice(0, MAX_SPAN_TEXT),
    },
  };
}
