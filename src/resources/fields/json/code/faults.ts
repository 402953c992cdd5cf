import { contentFaults } from '../../../../../schemas/model/content.ts';
import type { JsonSchema } from '../../../../../schemas/model/types.ts';
import { findJsonError } from '../findJsonError.ts';
import { nodeAtPointer, readJson, type TextRange } from '../jsonTree.ts';

/** What is wrong at a place of a text. */
export interface TextFault extends TextRange {
  text: string;
}

/**
 * What is wrong with a JSON text, in the order of its lines: its first mistake where it is no JSON, else what a schema of
 * `schemas/contents` finds in its value, and what others found there.
 * @param others faults by pointer into the value
 */
export function faultsIn(
  text: string,
  schema: JsonSchema | undefined,
  others: Record<string, string> = {},
): TextFault[] {
  if (text.trim() === '') return [];
  const error = findJsonError(text);
  if (error) return [{ ...lineFrom(text, placeOf(text, error.line, error.column)), text: error.text }];
  const root = readJson(text);
  if (!root) return [];
  const found = schema ? contentFaults(schema, JSON.parse(text)) : [];
  const said = new Set(found.map(({ pointer }) => pointer));
  return [
    ...found,
    ...Object.entries(others).flatMap(([pointer, what]) =>
      said.has(pointer) ? [] : [{ pointer, text: what }],
    ),
  ]
    .map((fault) => {
      const node = nodeAtPointer(root, fault.pointer);
      const start = node.key?.from ?? node.from;
      const { to } = lineFrom(text, start);
      return { from: start, to: Math.min(to, node.to), text: fault.text };
    })
    .toSorted((one, other) => one.from - other.from);
}

function placeOf(text: string, line: number, column: number): number {
  const before = text.split('\n').slice(0, line - 1);
  return before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
}

/** From a place to the end of its line; of what ends there, its last sign. */
function lineFrom(text: string, from: number): TextRange {
  const end = text.indexOf('\n', from);
  const to = end < 0 ? text.length : end;
  return to > from ? { from, to } : { from: Math.max(0, from - 1), to: Math.max(from, 1) };
}
