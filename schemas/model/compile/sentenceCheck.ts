import { unknownNameMessage } from '../didYouMean.ts';
import { parseSentence, sentenceFields } from '../sentence.ts';
import type { FieldModel } from '../types.ts';

/** The problem with a sentence about values with these fields; undefined without one. */
export function sentenceProblem(sentence: string, fields: readonly FieldModel[]): string | undefined {
  const parts = parseSentence(sentence);
  if (!parts) return 'its brackets do not match; they stand in no other brackets';
  const names = fields.filter(({ secret }) => !secret).map(({ name }) => name);
  const unknownName = sentenceFields(parts).find((name) => !names.includes(name));
  return unknownName === undefined ? undefined : unknownNameMessage('field', unknownName, names);
}
