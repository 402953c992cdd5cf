import type { CustomValidator, ErrorSchema, RJSFSchema, UiSchema } from '@rjsf/utils';
import { createPrecompiledValidator } from '@rjsf/validator-ajv8';
import type { Check, CheckFault } from '../../../schemas/model/check.ts';
import { pointerSegments } from '../../../schemas/model/pointer.ts';
import type { FieldErrors } from '../../../schemas/model/types.ts';
import { type Path, pointerOf } from '../fieldKit/pointers.ts';

/** Key under which rjsf keeps the errors of a value, beside those of what is inside it. */
const ERRORS_KEY = '__errors';
/** By which rjsf finds the function that the build compiled. */
const ROOT = 'record';

/** What rjsf's `<Form>` is given to judge a record with. */
export interface FormValidator {
  schema: RJSFSchema;
  validator: ReturnType<typeof createPrecompiledValidator>;
  customValidate: CustomValidator;
  transformErrors: () => [];
}

/**
 * rjsf's precompiled validator over the check that the build made of an entity's schema, so that nothing is compiled in
 * the browser, and the services' own `validate` as its `customValidate`. ajv's sentences are taken out: `validate` asks
 * the same check about what is visible and within its limits, and says what is wrong in the field's own words.
 * @param judge `validate` on the values that the form holds.
 */
export function createFormValidator(
  rendered: RJSFSchema,
  check: Check,
  judge: () => FieldErrors,
): FormValidator {
  const schema: RJSFSchema = { ...rendered, $id: ROOT };
  return {
    schema,
    validator: createPrecompiledValidator({ [ROOT]: toCompiled(check) }, schema),
    customValidate: () => toErrorSchema(judge()) as ReturnType<CustomValidator>,
    transformErrors: () => [],
  };
}

/** Every error of the values, by pointer. */
export function errorsByPointer(
  { schema, validator, customValidate, transformErrors }: FormValidator,
  values: unknown,
  uiSchema: UiSchema,
): FieldErrors {
  const { errorSchema } = validator.validateFormData(
    values,
    schema,
    customValidate,
    transformErrors,
    uiSchema,
  );
  return toFieldErrors(errorSchema);
}

type Compiled = Parameters<typeof createPrecompiledValidator>[0][string];

/** The check as ajv's functions are: they answer yes or no and keep what they found. */
function toCompiled(check: Check): Compiled {
  const compiled = (record: unknown): boolean => {
    const faults = check(record);
    compiled.errors = faults.length > 0 ? faults.map(toAjvError) : null;
    return faults.length === 0;
  };
  compiled.errors = null as ReturnType<typeof toAjvError>[] | null;
  return compiled as Compiled;
}

const toAjvError = ({ pointer, rule }: CheckFault) => ({
  instancePath: pointer,
  keyword: rule,
  schemaPath: `#/${rule}`,
  params: {},
  message: rule,
});

interface Node {
  [ERRORS_KEY]?: string[];
  [key: string]: Node | string[] | undefined;
}

/** Faults by pointer as rjsf nests them. */
function toErrorSchema(faults: FieldErrors): ErrorSchema {
  const root: Node = {};
  for (const [pointer, message] of Object.entries(faults)) {
    let node = root;
    for (const segment of pointerSegments(pointer)) {
      if (!Object.hasOwn(node, segment)) node[segment] = {};
      node = node[segment] as Node;
    }
    node[ERRORS_KEY] = [message];
  }
  return root as ErrorSchema;
}

function toFieldErrors(errors: ErrorSchema, path: Path = [], found: FieldErrors = {}): FieldErrors {
  for (const [key, value] of Object.entries(errors as Node)) {
    if (value === undefined) continue;
    if (key !== ERRORS_KEY) toFieldErrors(value as ErrorSchema, [...path, key], found);
    else if (Array.isArray(value) && value[0] !== undefined) found[pointerOf(path)] = value[0];
  }
  return found;
}
