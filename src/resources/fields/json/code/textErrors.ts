import { contentFaults } from '../../../../../schemas/model/content.ts';
import type { JsonSchema } from '../../../../../schemas/model/types.ts';
import { findJsonError } from '../findJsonError.ts';
import { nodeAtPointer, readJson, type TextRange } from '../jsonTree.ts';

export interface TextError extends TextRange {
  text: string;
}

/**
 * Finds the errors of a JSON text, by position: the first syntax error, else those against its schema and other ones.
 * @param otherErrors messages by pointer, such as those of the services
 */
export function findTextErrors(
  text: string,
  schema: JsonSchema | undefined,
  otherErrors: Record<string, string> = {},
): TextError[] {
  if (text.trim() === '') return [];
  const error = findJsonError(text);
  if (error) return [{ ...toLineEnd(text, toOffset(text, error.line, error.column)), text: error.text }];
  const root = readJson(text);
  if (!root) return [];
  const schemaErrors = schema ? contentFaults(schema, JSON.parse(text)) : [];
  const reported = new Set(schemaErrors.map(({ pointer }) => pointer));
  return [
    ...schemaErrors,
    ...Object.entries(otherErrors).flatMap(([pointer, message]) =>
      reported.has(pointer) ? [] : [{ pointer, text: message }],
    ),
  ]
    .map((found) => {
      const node = nodeAtPointer(root, found.pointer);
      const start = node.key?.from ?? node.from;
      const { to } = toLineEnd(text, start);
      return { from: start, to: Math.min(to, node.to), text: found.text };
    })
    .toSorted((one, other) => one.from - other.from);
}

function toOffset(text: string, line: number, column: number): number {
  const before = text.split('\n').slice(0, line - 1);
  return before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
}

/** The range from a position to the end of its line; at the end, the last character. */
function toLineEnd(text: string, from: number): TextRange {
  const end = text.indexOf('\n', from);
  const to = end < 0 ? text.length : end;
  return to > from ? { from, to } : { from: Math.max(0, from - 1), to: Math.max(from, 1) };
}
