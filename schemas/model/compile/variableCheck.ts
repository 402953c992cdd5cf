import { unknownNameMessage } from '../didYouMean.ts';
import type { EntityModel } from '../types.ts';
import { jsonPointer, type Problems } from './problems.ts';

/** Checks `variableIgnores`: the field is a variable, and choices and fields exist. */
export function checkVariables({ fields }: Pick<EntityModel, 'fields'>, problems: Problems): void {
  const texts = fields.filter(({ type, secret }) => type === 'text' && !secret).map(({ name }) => name);
  for (const { name, variable, variableIgnores, choices } of fields) {
    if (!variableIgnores) continue;
    const path = jsonPointer('properties', name, 'x-field', 'variableIgnores');
    const { values = [], sameEndingAs } = variableIgnores;
    if (variable === undefined) problems.add(path, 'has no effect without "variable"');
    if (sameEndingAs !== undefined && !texts.includes(sameEndingAs))
      problems.add(`${path}/sameEndingAs`, unknownNameMessage('field of a text', sameEndingAs, texts));
    const known = choices?.map(({ value }) => String(value));
    values.forEach((value, index) => {
      if (known && !known.includes(value))
        problems.add(`${path}/values/${index}`, unknownNameMessage('choice', value, known));
    });
  }
}
