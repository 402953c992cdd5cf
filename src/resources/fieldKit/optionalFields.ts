import type { ReactNode } from 'react';
import { createContext } from 'react';
import type { FieldModel } from '../../../schemas/model/types.ts';

/** An optional field of the form, offered below the items of a rail. */
export interface RailField {
  field: FieldModel;
  pointer: string;
  body: ReactNode;
}

/** The optional fields offered in the form's rail. */
export const RailFieldsContext = createContext<RailField[]>([]);

/** Counts the values in a value: the items of lists, one for anything else, zero for blank. */
export function countValues(value: unknown): number {
  if (value === undefined || value === null || value === '' || value === false) return 0;
  if (Array.isArray(value)) return value.length;
  if (typeof value !== 'object') return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + countValues(inner), 0);
}

/** Path to focus inside a newly added field: its first inner field, if it is an object. */
export const firstInputPath = ({ fields }: FieldModel): string[] => (fields?.[0] ? [fields[0].name] : []);
