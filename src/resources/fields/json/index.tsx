import { Code, None } from '../shared/parts.tsx';
import { plainText } from '../text/index.tsx';
import { isBlank, ofType } from '../types.ts';
import type { CellProps, FieldTypeDefinition, FieldValue } from '../types.ts';

const oneLine = (value: FieldValue): string => (isBlank(value) ? '' : JSON.stringify(value));
const CELL_LENGTH = 120;

const JsonCell = ({ value }: CellProps) =>
  isBlank(value) ? <None /> : <>{oneLine(value).slice(0, CELL_LENGTH)}</>;

const JsonDetail = ({ value }: CellProps) =>
  isBlank(value) ? (
    <None />
  ) : (
    <Code>{typeof value === 'string' ? plainText(value) : JSON.stringify(value, null, 2)}</Code>
  );

export const json: FieldTypeDefinition = {
  name: 'json',
  tester: ofType('json'),
  Cell: JsonCell,
  Detail: JsonDetail,
  editor: () => import('./editor.tsx'),
  operators: [],
  toText: oneLine,
};
