import { Code, NoValue } from '../../fieldKit/parts.tsx';
import { plainText } from '../../fieldKit/plainText.ts';
import { isBlank, matchType } from '../../fieldKit/types.ts';
import type { CellProps, FieldTypeDefinition, FieldValue } from '../../fieldKit/types.ts';

const oneLine = (value: FieldValue): string => (isBlank(value) ? '' : JSON.stringify(value));
const MAX_CELL_CHARS = 120;

const JsonCell = ({ value }: CellProps) =>
  isBlank(value) ? <NoValue /> : <>{oneLine(value).slice(0, MAX_CELL_CHARS)}</>;

const JsonDetail = ({ value }: CellProps) =>
  isBlank(value) ? (
    <NoValue />
  ) : (
    <Code>{typeof value === 'string' ? plainText(value) : JSON.stringify(value, null, 2)}</Code>
  );

export const json: FieldTypeDefinition = {
  name: 'json',
  tester: matchType('json'),
  Cell: JsonCell,
  Detail: JsonDetail,
  editor: () => import('./editor.tsx'),
  operators: [],
  toText: oneLine,
};
