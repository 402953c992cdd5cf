import AJV8PrecompiledValidator from '@rjsf/validator-ajv8/lib/precompiledValidator.js';
import type { ErrorSchema, RJSFSchema, UiSchema } from '@rjsf/utils';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldErrors, JsonObject } from '../../../schemas/model/types.ts';
import { validate } from '../../../schemas/model/validate.ts';
import { product } from '../product.ts';
import { pointerOf } from '../fieldKit/pointers.ts';
import { buildObjectSchema } from '../fieldKit/formSchema.ts';
import { loadValidator } from './useFormValidator.ts';
import { createFormValidator, type FormValidator } from './validator.ts';

const entities = await Promise.all(
  product.entities.map(async ({ name, fields }) => ({ name, fields, validator: await loadValidator(name) })),
);

/** What rjsf finds in the values, by pointer. */
function errorsByPointer(formValidator: FormValidator, values: unknown, uiSchema: UiSchema): FieldErrors {
  const { schema, validator, customValidate, transformErrors } = formValidator;
  return toFieldErrors(
    validator.validateFormData(values, schema, customValidate, transformErrors, uiSchema).errorSchema,
  );
}

function toFieldErrors(errors: ErrorSchema, path: string[] = [], found: FieldErrors = {}): FieldErrors {
  for (const [key, value] of Object.entries(errors as Record<string, ErrorSchema | string[]>)) {
    if (!Array.isArray(value)) toFieldErrors(value, [...path, key], found);
    else if (value[0] !== undefined) found[pointerOf(path)] = value[0];
  }
  return found;
}

describe.each(entities)('the form of $name', ({ fields, validator }) => {
  const { schema: rendered, uiSchema } = buildObjectSchema(fields);
  let faults: FieldErrors = {};
  const formValidator = createFormValidator(rendered, validator, () => faults);

  it('is validated by rjsf’s own validator with the compiled check', () => {
    expect(formValidator.validator).toBeInstanceOf(AJV8PrecompiledValidator);
    const wrong = { bogus: 1 };
    const { errors } = formValidator.validator.rawValidation<{ keyword: string; instancePath: string }>(
      formValidator.schema,
      wrong,
    );
    expect(errors?.map(({ keyword, instancePath }) => ({ rule: keyword, pointer: instancePath }))).toEqual(
      validator(wrong),
    );
  });

  it('reports the same errors as the services, at the same pointers', () => {
    const names = fc.constantFrom(...fields.map((field) => field.name), 'bogus', 'a/b~c');
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue({ maxDepth: 2 })), (values) => {
        faults = validate({ fields }, values, { validator });
        expect(errorsByPointer(formValidator, values, uiSchema)).toEqual(faults);
      }),
      { numRuns: 30 },
    );
  });

  it('has no alternatives between which rjsf would have to choose', () => {
    const nodes: RJSFSchema[] = [formValidator.schema];
    // What is added while an array is walked is walked too.
    for (const { properties = {} } of nodes) nodes.push(...(Object.values(properties) as RJSFSchema[]));
    const words = ['oneOf', 'anyOf', '$ref', 'items', 'default'];
    expect(nodes.filter((node) => words.some((word) => word in node))).toEqual([]);
  });
});

it('errors of the whole record, of nested values and of unusual names keep their pointers', () => {
  const faults: FieldErrors = { '': 'whole', '/list/1/name': 'deep', '/list': 'list', '/a~1b/0': 'strange' };
  const formValidator = createFormValidator(
    { type: 'object', properties: {} },
    () => [],
    () => faults,
  );
  expect(errorsByPointer(formValidator, {} satisfies JsonObject, {})).toEqual(faults);
});
