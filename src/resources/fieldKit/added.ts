import type { ReactNode } from 'react';
import { createContext } from 'react';
import type { FieldModel } from '../../../schemas/model/types.ts';

/** A part of the record that a rail offers below its items. */
export interface RailRow {
  field: FieldModel;
  pointer: string;
  body: ReactNode;
}

/** The parts of the form that stand as rows of its rail. */
export const RailRowsContext = createContext<RailRow[]>([]);

/** How much a value holds: items of the lists in it, or one where there is something else; nothing for nothing. */
export function countValues(value: unknown): number {
  if (value === undefined || value === null || value === '' || value === false) return 0;
  if (Array.isArray(value)) return value.length;
  if (typeof value !== 'object') return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + countValues(inner), 0);
}

/** Where the cursor belongs once a part was added: its first field, where it is an object. */
export const firstInputPath = ({ fields }: FieldModel): string[] => (fields?.[0] ? [fields[0].name] : []);
