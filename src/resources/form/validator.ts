import type { CustomValidator, ErrorSchema, RJSFSchema } from '@rjsf/utils';
import { createPrecompiledValidator } from '@rjsf/validator-ajv8';
import type { SchemaValidator, SchemaFault } from '../../../schemas/model/schemaValidator.ts';
import { pointerSegments } from '../../../schemas/model/pointer.ts';
import type { FieldErrors } from '../../../schemas/model/types.ts';

/** Key under which rjsf keeps the errors of a value, beside those of what is inside it. */
const ERRORS_KEY = '__errors';
/** By which rjsf finds the function that the build compiled. */
const ROOT = 'record';

/** What rjsf's `<Form>` is given, and judges a record with when it is asked to. */
export interface FormValidator {
  schema: RJSFSchema;
  validator: ReturnType<typeof createPrecompiledValidator>;
  customValidate: CustomValidator;
  transformErrors: () => [];
}

/**
 * rjsf's precompiled validator over the check that the build made of an entity's schema, so that nothing is compiled in
 * the browser, and the services' own `validate` as its `customValidate`. ajv's sentences are taken out: `validate` asks
 * the same check about what is visible and within its limits, and says what is wrong in the field's own words. The form
 * itself asks `validate` alone (`FormSession`), so that a record is judged once.
 * @param judge `validate` on the values that the form holds.
 */
export function createFormValidator(
  rendered: RJSFSchema,
  check: SchemaValidator,
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

type Compiled = Parameters<typeof createPrecompiledValidator>[0][string];

/** The check as ajv's functions are: they answer yes or no and keep what they found. */
function toCompiled(check: SchemaValidator): Compiled {
  const compiled = (record: unknown): boolean => {
    const faults = check(record);
    compiled.errors = faults.length > 0 ? faults.map(toAjvError) : null;
    return faults.length === 0;
  };
  compiled.errors = null as ReturnType<typeof toAjvError>[] | null;
  return compiled as Compiled;
}

const toAjvError = ({ pointer, rule }: SchemaFault) => ({
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
