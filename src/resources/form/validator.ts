import type { CustomValidator, ErrorSchema, RJSFSchema } from '@rjsf/utils';
import { createPrecompiledValidator } from '@rjsf/validator-ajv8';
import type { SchemaValidator, SchemaFault } from '../../../schemas/model/schemaValidator.ts';
import { pointerSegments } from '../../../schemas/model/pointer.ts';
import type { FieldErrors } from '../../../schemas/model/types.ts';

/** Key of a value's own errors in rjsf's error schema. */
const ERRORS_KEY = '__errors';
/** Id by which rjsf finds the precompiled function. */
const ROOT = 'record';

/** Props of rjsf's `<Form>` for rendering and validation. */
export interface FormValidator {
  schema: RJSFSchema;
  validator: ReturnType<typeof createPrecompiledValidator>;
  customValidate: CustomValidator;
  transformErrors: () => [];
}

/**
 * rjsf's precompiled validator over the ajv validator that the build compiled, with the services' `validate` as its
 * `customValidate`. ajv's messages are dropped, since `validate` runs the same check on visible fields with the
 * fields' own messages. The form itself calls only `validate` (`FormSession`), so that a record is validated once.
 * @param validateRecord runs `validate` on the form's values
 */
export function createFormValidator(
  rendered: RJSFSchema,
  check: SchemaValidator,
  validateRecord: () => FieldErrors,
): FormValidator {
  const schema: RJSFSchema = { ...rendered, $id: ROOT };
  return {
    schema,
    validator: createPrecompiledValidator({ [ROOT]: toCompiled(check) }, schema),
    customValidate: () => toErrorSchema(validateRecord()) as ReturnType<CustomValidator>,
    transformErrors: () => [],
  };
}

type Compiled = Parameters<typeof createPrecompiledValidator>[0][string];

/** Adapts the validator to ajv's interface: it returns a boolean and sets `errors`. */
function toCompiled(check: SchemaValidator): Compiled {
  const compiled = (record: unknown): boolean => {
    const errors = check(record);
    compiled.errors = errors.length > 0 ? errors.map(toAjvError) : null;
    return errors.length === 0;
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

/** Nests errors by pointer into rjsf's error schema. */
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
