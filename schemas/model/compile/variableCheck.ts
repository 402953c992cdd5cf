import { unknownWord } from '../nearest.ts';
import type { EntityModel } from '../types.ts';
import { jsonPointer, type Problems } from './problems.ts';

/** What says nothing of a person is said of a variable, by choices and fields that there are. */
export function checkVariables({ fields }: Pick<EntityModel, 'fields'>, problems: Problems): void {
  const texts = fields.filter(({ type, secret }) => type === 'text' && !secret).map(({ name }) => name);
  for (const { name, variable, variableUnless, choices } of fields) {
    if (!variableUnless) continue;
    const path = jsonPointer('properties', name, 'x-field', 'variableUnless');
    const { is = [], endsAs } = variableUnless;
    if (variable === undefined) problems.add(path, 'has no effect without "variable"');
    if (endsAs !== undefined && !texts.includes(endsAs))
      problems.add(`${path}/endsAs`, unknownWord('field of a text', endsAs, texts));
    const values = choices?.map(({ value }) => String(value));
    is.forEach((value, index) => {
      if (values && !values.includes(value))
        problems.add(`${path}/is/${index}`, unknownWord('choice', value, values));
    });
  }
}
