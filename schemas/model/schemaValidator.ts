import type { ErrorObject } from 'ajv';
import { escapePointer } from './pointer.ts';

/** One error that ajv found, reduced to what messages need. */
export interface SchemaFault {
  /** JSON pointer of the value; of the unknown field itself for `unknown`. */
  pointer: string;
  rule: string;
  /** What is wrong, where no field has words for it. */
  text?: string;
}
/** Validates one record against its JSON Schema: empty when it is valid. */
export type SchemaValidator = (record: unknown) => SchemaFault[];
/** A function compiled by ajv, at run time or at build time. */
export type CompiledValidator = ((record: unknown) => boolean) & { errors?: ErrorObject[] | null };

/** Wraps a compiled function so that its errors have one form wherever it was compiled. */
export function toSchemaValidator(compiled: CompiledValidator): SchemaValidator {
  return (record) => (compiled(record) ? [] : (compiled.errors ?? []).map(toFault));
}

function toFault(error: ErrorObject): SchemaFault {
  const unknown: unknown = error.params['additionalProperty'];
  if (typeof unknown === 'string') {
    return { pointer: `${error.instancePath}/${escapePointer(unknown)}`, rule: 'unknown' };
  }
  // No variant is chosen, or one that does not exist: the fault is the whole object's.
  if (error.keyword === 'discriminator') return { pointer: error.instancePath, rule: 'enum' };
  return { pointer: error.instancePath, rule: error.keyword };
}
