import { Lines, NoValue } from '../../fieldKit/parts.tsx';
import { plainText } from '../../fieldKit/plainText.ts';
import { isBlank, matchType } from '../../fieldKit/types.ts';
import type { CellProps, FieldTypeDefinition } from '../../fieldKit/types.ts';

const MAX_CELL_CHARS = 160;

/** The beginning of the text, on one line. */
const LongTextCell = ({ value }: CellProps) => {
  const line = plainText(value).replaceAll(/\s+/g, ' ').trim();
  if (line === '') return <NoValue />;
  return <>{line.length > MAX_CELL_CHARS ? `${line.slice(0, MAX_CELL_CHARS)}…` : line}</>;
};

const LongTextDetail = ({ value }: CellProps) =>
  isBlank(value) ? <NoValue /> : <Lines>{plainText(value)}</Lines>;

export const longText: FieldTypeDefinition = {
  name: 'long-text',
  tester: matchType('long-text'),
  Cell: LongTextCell,
  Detail: LongTextDetail,
  editor: () => import('./editor.tsx'),
  readOnlyAsText: true,
  operators: [],
  toText: plainText,
};
