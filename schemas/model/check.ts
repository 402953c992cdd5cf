import type { ErrorObject } from 'ajv';
import { escapePointer } from './pointer.ts';

/** One fault that ajv found, reduced to what messages need. */
export interface CheckFault {
  /** JSON pointer of the value; of the unknown field itself for `unknown`. */
  pointer: string;
  rule: string;
  /** What is wrong, where no field has words for it. */
  text?: string;
}
/** ajv's verdict on one record: empty when the shape is right. */
export type Check = (record: unknown) => CheckFault[];
/** A function compiled by ajv, at run time or at build time. */
export type CompiledCheck = ((record: unknown) => boolean) & { errors?: ErrorObject[] | null };

/** Wraps a compiled function so that its faults read alike wherever it was compiled. */
export function asCheck(compiled: CompiledCheck): Check {
  return (record) => (compiled(record) ? [] : (compiled.errors ?? []).map(toFault));
}

function toFault(error: ErrorObject): CheckFault {
  const unknown: unknown = error.params['additionalProperty'];
  if (typeof unknown === 'string') {
    return { pointer: `${error.instancePath}/${escapePointer(unknown)}`, rule: 'unknown' };
  }
  // No variant is chosen, or one that does not exist: the fault is the whole object's.
  if (error.keyword === 'discriminator') return { pointer: error.instancePath, rule: 'enum' };
  return { pointer: error.instancePath, rule: error.keyword };
}
