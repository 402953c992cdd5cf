import type { QueryConfig } from 'pg';
import type { SpanDescription } from '../tracing/span.ts';

/** A connection keeps its prepared statements for good, so their number is limited. */
const MAX_PREPARED_STATEMENTS = 500;
const names = new Map<string, string>();

/** A statement as the driver expects it. Prepared statements of the same text have the same name on every connection. */
export function toQueryConfig(text: string, values: readonly unknown[] = [], prepare = true): QueryConfig {
  if (!prepare) return { text, values: values as unknown[] };
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= MAX_PREPARED_STATEMENTS) return { text, values: values as unknown[] };
    name = `s${names.size}`;
    names.set(text, name);
  }
  return { name, text, values: values as unknown[] };
}

const MAX_SPAN_TEXT_CHARS = 2_000;

/** Describes a statement as a span: with its text, never its values. */
export function describeStatement(text: string): SpanDescription {
  const [operation = ''] = text.trimStart().split(/\s/, 1);
  return {
    name: operation,
    kind: 'client',
    attributes: {
      ...{ 'db.system.name': 'postgresql', 'db.operation.name': operation },
      'db.query.text': text.slice(0, MAX_SPAN_TEXT_CHARS),
    },
  };
}
