import { Lines, None } from '../shared/parts.tsx';
import { plainText } from '../text/index.tsx';
import { isBlank, ofType } from '../types.ts';
import type { CellProps, FieldTypeDefinition } from '../types.ts';

const CELL_LENGTH = 160;

/** The beginning on one line; rows stay as high as the others. */
const LongTextCell = ({ value }: CellProps) => {
  const line = plainText(value).replaceAll(/\s+/g, ' ').trim();
  if (line === '') return <None />;
  return <>{line.length > CELL_LENGTH ? `${line.slice(0, CELL_LENGTH)}…` : line}</>;
};

const LongTextDetail = ({ value }: CellProps) =>
  isBlank(value) ? <None /> : <Lines>{plainText(value)}</Lines>;

export const longText: FieldTypeDefinition = {
  name: 'long-text',
  tester: ofType('long-text'),
  Cell: LongTextCell,
  Detail: LongTextDetail,
  editor: () => import('./editor.tsx'),
  operators: [],
  toText: plainText,
};
