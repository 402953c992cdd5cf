import { unknownNameMessage } from '../didYouMean.ts';
import { parseSentence, sentenceFields } from '../sentence.ts';
import type { FieldModel } from '../types.ts';

/** What is wrong with a sentence about values that have these fields, or nothing. */
export function sentenceProblem(sentence: string, fields: readonly FieldModel[]): string | undefined {
  const parts = parseSentence(sentence);
  if (!parts) return 'its brackets do not match; they stand in no other brackets';
  const names = fields.filter(({ secret }) => !secret).map(({ name }) => name);
  const strange = sentenceFields(parts).find((name) => !names.includes(name));
  return strange === undefined ? undefined : unknownNameMessage('field', strange, names);
}
