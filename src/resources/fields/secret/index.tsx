import { Muted, NoValue } from '../../fieldKit/parts.tsx';
import type { CellProps, FieldTypeDefinition, FieldValue } from '../../fieldKit/types.ts';

/** The services send `••••1234`; anything else is masked here as well. */
const maskSecret = (value: FieldValue): string => {
  if (typeof value !== 'string' || value === '') return '';
  return value.startsWith('••••') ? value.slice(0, 8) : '••••';
};

const SecretCell = ({ value }: CellProps) => {
  const shown = maskSecret(value);
  return shown === '' ? <NoValue /> : <Muted>{shown}</Muted>;
};

export const secret: FieldTypeDefinition = {
  name: 'secret',
  tester: (field) => (field.type === 'secret' || field.secret ? 5 : -1),
  Cell: SecretCell,
  editor: () => import('./editor.tsx'),
  operators: [],
  toText: maskSecret,
};
