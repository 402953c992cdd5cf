import { Rows } from '../shared/FieldGroup.tsx';
import { Muted, NoValue } from '../../fieldKit/parts.tsx';
import { compareNames } from '../../../i18n/language.ts';
import { plainText } from '../../fieldKit/plainText.ts';
import type { CellProps, FieldTypeDefinition, FieldValue } from '../../fieldKit/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const entriesOf = (value: FieldValue): [string, FieldValue][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).sort(([a], [b]) => compareNames(a, b))
    : [];

const toText = (value: FieldValue): string =>
  entriesOf(value)
    .map(([key, one]) => `${key}: ${plainText(one)}`)
    .join(t(', '));

const KeyValuesCell = ({ value }: CellProps) => {
  const shown = toText(value);
  return shown === '' ? <NoValue /> : <>{shown}</>;
};

const KeyValuesDetail = ({ value }: CellProps) => {
  const entries = entriesOf(value);
  if (entries.length === 0) return <NoValue />;
  return (
    <Rows>
      {entries.map(([key, one]) => (
        <div key={key} style={{ display: 'contents' }}>
          <dt>
            <Muted>{key}</Muted>
          </dt>
          <dd>{plainText(one)}</dd>
        </div>
      ))}
    </Rows>
  );
};

export const keyValues: FieldTypeDefinition = {
  name: 'key-values',
  // Only by `display`.
  tester: () => -1,
  Cell: KeyValuesCell,
  Detail: KeyValuesDetail,
  editor: () => import('./editor.tsx'),
  operators: [],
  toText,
};
