import { NoValue } from '../shared/parts.tsx';
import { TextFilter } from '../shared/filters.ts';
import { isBlank } from '../types.ts';
import type { CellProps, FieldTypeDefinition, FieldValue } from '../types.ts';

/** Any value as plain text; what is no scalar as JSON, so that nothing is hidden. */
export const plainText = (value: FieldValue): string => {
  if (isBlank(value)) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

export const TextCell = ({ value }: CellProps) => (isBlank(value) ? <NoValue /> : <>{plainText(value)}</>);

export const text: FieldTypeDefinition = {
  name: 'text',
  // Also what everything falls back to that no other type knows.
  tester: (field) => (field.type === 'text' ? 1 : 0),
  Cell: TextCell,
  Filter: TextFilter,
  editor: () => import('./editor.tsx'),
  shows: true,
  operators: [''],
  toText: plainText,
};
