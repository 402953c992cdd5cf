import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { formatNumber, shortNumber } from '../../format.ts';
import { NoValue } from '../../fieldKit/parts.tsx';
import { RangeFilter } from '../shared/filters.ts';
import { rangeText } from '../shared/rangeText.ts';
import { plainText } from '../../fieldKit/plainText.ts';
import { matchType } from '../../fieldKit/types.ts';
import type { CellProps, FieldTypeDefinition, FieldValue } from '../../fieldKit/types.ts';

const toText = (value: FieldValue): string =>
  typeof value === 'number' ? formatNumber(value) : plainText(value);

const AskedNumber = lazyComponent<CellProps>(
  () => import('./ComputedNumber.tsx').then((it) => it.ComputedNumber),
  {
    silent: true,
  },
);

const NumberCell = (props: CellProps) =>
  props.field.computed?.verb === undefined ? <PlainNumber {...props} /> : <AskedNumber {...props} />;

const PlainNumber = ({ value }: CellProps) => {
  const full = toText(value);
  const shown = typeof value === 'number' ? shortNumber(value) : full;
  if (full === '') return <NoValue />;
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums' }} title={shown === full ? undefined : full}>
      {shown}
    </span>
  );
};

const NumberDetail = ({ value }: CellProps) => {
  const full = toText(value);
  return full === '' ? <NoValue /> : <span style={{ fontVariantNumeric: 'tabular-nums' }}>{full}</span>;
};

export const number: FieldTypeDefinition = {
  name: 'number',
  tester: matchType('number'),
  Cell: NumberCell,
  Detail: NumberDetail,
  Filter: RangeFilter,
  FilterLabel: ({ value }) => <>{rangeText(value.gte?.[0], value.lte?.[0])}</>,
  editor: () => import('./editor.tsx'),
  readOnlyAsText: true,
  operators: ['gte', 'lte'],
  toText,
};
