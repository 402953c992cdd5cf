import { Muted, NoValue } from '../../fieldKit/parts.tsx';
import type { CellProps, FieldTypeDefinition, FieldValue } from '../../fieldKit/types.ts';

/** The services send `••••1234`; whatever else might come is covered all the same. */
const masked = (value: FieldValue): string => {
  if (typeof value !== 'string' || value === '') return '';
  return value.startsWith('••••') ? value.slice(0, 8) : '••••';
};

const SecretCell = ({ value }: CellProps) => {
  const shown = masked(value);
  return shown === '' ? <NoValue /> : <Muted>{shown}</Muted>;
};

export const secret: FieldTypeDefinition = {
  name: 'secret',
  tester: (field) => (field.type === 'secret' || field.secret ? 5 : -1),
  Cell: SecretCell,
  editor: () => import('./editor.tsx'),
  operators: [],
  toText: masked,
};
