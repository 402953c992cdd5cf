import { styled } from '@mui/material/styles';
import { variantOf } from '../../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { Muted, None } from '../shared/parts.tsx';
import { ofType } from '../types.ts';
import type { CellProps, DetailProps, FieldTypeDefinition, FieldValue } from '../types.ts';

const itemsOf = (value: FieldValue): FieldValue[] => (Array.isArray(value) ? value : []);

/** What the items are, once each: "Text, Carousel"; empty where items have one shape. */
const kindsOf = (field: FieldModel, items: FieldValue[]): string => {
  const { item } = field;
  if (!item?.variants) return '';
  return [...new Set(items.flatMap((one) => variantOf(item, one)?.title ?? []))].join(', ');
};

const ListCell = ({ field, value }: CellProps) => {
  const items = itemsOf(value);
  if (items.length === 0) return <None />;
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums' }}>
      {items.length} <Muted>{kindsOf(field, items)}</Muted>
    </span>
  );
};

const Items = styled('ol')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    borderLeft: `2px solid ${(theme.vars ?? theme).palette.divider}`,
    paddingLeft: 12,
    minWidth: 0,
  },
}));

const ListDetail = ({ field, value, Value }: DetailProps) => {
  const items = itemsOf(value);
  const { item } = field;
  if (items.length === 0 || !item) return <None />;
  return (
    <Items>
      {items.map((one, index) => (
        <li key={index}>
          <Value field={item} value={one} />
        </li>
      ))}
    </Items>
  );
};

export const list: FieldTypeDefinition = {
  name: 'list',
  tester: ofType('list'),
  Cell: ListCell,
  Detail: ListDetail,
  operators: [],
  toText: (value, field, tools) => {
    const { item } = field;
    return item
      ? itemsOf(value)
          .map((one) => tools.text(one, item))
          .join('; ')
      : '';
  },
};
