import { walkFields } from '../../../schemas/model/fields.ts';
import { unknownNameMessage } from '../../../schemas/model/didYouMean.ts';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { fieldTypeNames } from '../fields/registry.ts';

/** What is wrong with the editors and displays that schemas name: file, field, and the nearest name that is registered. */
export const fieldProblems = (models: readonly { name: string; fields: FieldModel[] }[]): string[] => {
  const known = fieldTypeNames();
  const problems: string[] = [];
  for (const { name, fields } of models) {
    walkFields(fields, ({ path, widget, display }) => {
      for (const [keyword, word] of Object.entries({ widget, display })) {
        if (!known.includes(word))
          problems.push(`${name}.schema.json, field ${path}: ${unknownNameMessage(keyword, word, known)}`);
      }
    });
  }
  return [...new Set(problems)];
};
