import type { ErrorObject } from 'ajv';
import { escapePointer } from './pointer.ts';

/** An ajv error, reduced to what messages need. */
export interface SchemaFault {
  /** JSON pointer of the value; for rule `unknown`, of the unknown field. */
  pointer: string;
  rule: string;
  /** The message, where it does not come from the field's messages. */
  text?: string;
}
/** Validates a record against its JSON Schema; returns no faults when it is valid. */
export type SchemaValidator = (record: unknown) => SchemaFault[];
/** A function compiled by ajv, at run time or at build time. */
export type CompiledValidator = ((record: unknown) => boolean) & { errors?: ErrorObject[] | null };

/** Wraps a compiled ajv function, so that errors have one form whether compiled at run time or build time. */
export function toSchemaValidator(compiled: CompiledValidator): SchemaValidator {
  return (record) => (compiled(record) ? [] : (compiled.errors ?? []).map(toFault));
}

function toFault(error: ErrorObject): SchemaFault {
  const unknownField: unknown = error.params['additionalProperty'];
  if (typeof unknownField === 'string') {
    return { pointer: `${error.instancePath}/${escapePointer(unknownField)}`, rule: 'unknown' };
  }
  // No variant or an unknown one is chosen: reported at the whole object.
  if (error.keyword === 'discriminator') return { pointer: error.instancePath, rule: 'enum' };
  return { pointer: error.instancePath, rule: error.keyword };
}
