import { styled } from '@mui/material/styles';
import { markedPieces } from '../../../../schemas/model/markedText.ts';
import { variantOf } from '../../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { Muted, NoValue } from '../../fieldKit/parts.tsx';
import { plainText } from '../../fieldKit/plainText.ts';
import { matchType } from '../../fieldKit/types.ts';
import type { NamedEditor } from '../../fieldKit/editorTypes.ts';
import { summarizeItem } from './summarizeItem.ts';
import type { CellProps, DetailProps, FieldTypeDefinition, FieldValue } from '../../fieldKit/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const itemsOf = (value: FieldValue): FieldValue[] => (Array.isArray(value) ? value : []);

/** Counts the items by type: "Text, Image × 2"; empty for items without variants. */
const countKinds = (field: FieldModel, items: FieldValue[]): string => {
  const { item } = field;
  if (!item?.variants) return '';
  const counts = new Map<string, number>();
  for (const title of items.flatMap((one) => variantOf(item, one)?.title ?? []))
    counts.set(title, (counts.get(title) ?? 0) + 1);
  return [...counts].map(([title, count]) => (count > 1 ? `${title} × ${count}` : title)).join(t(', '));
};

const MAX_ITEMS_IN_CELL = 4;

/** Plain text without the markup of its marked words. */
const unmarkedText = (value: FieldValue): string =>
  markedPieces(plainText(value))
    .map(({ text }) => text)
    .join('');

/** Summarises the items: with variants the first one, otherwise the first few by name. */
const summarizeItems = (field: FieldModel, items: FieldValue[]): string => {
  const { item, options } = field;
  if (!item) return '';
  if (item.variants) return summarizeItem(item, items[0], 0, options['summary']).summary;
  if (!item.fields && item.type !== 'text') return '';
  return (
    items
      .slice(0, MAX_ITEMS_IN_CELL)
      .map((one, at) =>
        item.fields ? summarizeItem(item, one, at, options['summary']).lead : unmarkedText(one),
      )
      .filter(Boolean)
      // Plain texts may contain commas.
      .join(item.fields ? t(', ') : ' · ')
  );
};

/** Cuts what does not fit, but never the count of further items. */
const CellLine = styled('span')({
  display: 'flex',
  gap: 6,
  '& > :first-of-type': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& > :last-of-type:not(:first-of-type)': { flex: 'none' },
});

const ListCell = ({ field, value }: CellProps) => {
  const items = itemsOf(value);
  if (items.length === 0) return <NoValue />;
  const summary = summarizeItems(field, items);
  if (summary) {
    const others = items.length - (field.item?.variants ? 1 : MAX_ITEMS_IN_CELL);
    return (
      <CellLine>
        <span>{others > 0 ? summary.replace(/[:：]$/u, '').trimEnd() : summary}</span>{' '}
        {others > 0 ? <Muted>{t('· %{count} more', { count: others })}</Muted> : null}
      </CellLine>
    );
  }
  return (
    countKinds(field, items) || <span style={{ fontVariantNumeric: 'tabular-nums' }}>{items.length}</span>
  );
};

const Items = styled('ol')({
  display: 'grid',
  gap: 8,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    borderLeft: '2px solid var(--line)',
    paddingLeft: 12,
    minWidth: 0,
  },
});

const ListDetail = ({ field, value, Value }: DetailProps) => {
  const items = itemsOf(value);
  const { item } = field;
  if (items.length === 0 || !item) return <NoValue />;
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

const none = (): undefined => undefined;
const first = (length: number): number | undefined => (length > 0 ? 0 : undefined);
const firstIfAlone = (length: number): number | undefined => (length === 1 ? 0 : undefined);

/** Views of a list in a form, by the name that schemas use. */
export const listViews: NamedEditor[] = [
  { name: 'cards', items: { load: () => import('./AccordionView.tsx'), startOpen: first } },
  {
    name: 'rail',
    items: {
      load: () => import('./RailView.tsx'),
      startOpen: first,
      draws: ['addButton', 'heading', 'errorMessage'],
      addButtonStyle: 'row',
    },
  },
  {
    name: 'strip',
    items: {
      load: () => import('./StripView.tsx'),
      startOpen: first,
      draws: ['addButton'],
      addButtonStyle: 'card',
    },
  },
  {
    name: 'areas',
    items: {
      load: () => import('./areas/AreasView.tsx'),
      startOpen: first,
      draws: ['addButton', 'heading'],
      hasLetters: true,
    },
  },
  { name: 'chips', items: { load: () => import('./ChipsView.tsx'), startOpen: none } },
  { name: 'grid', items: { load: () => import('./grid/GridView.tsx'), startOpen: none } },
  { name: 'rows', items: { load: () => import('./RowsView.tsx'), startOpen: none } },
];

export const list: FieldTypeDefinition = {
  name: 'list',
  tester: matchType('list'),
  Cell: ListCell,
  Detail: ListDetail,
  structure: () => import('./editor.tsx'),
  items: { load: () => import('./AccordionView.tsx'), startOpen: firstIfAlone },
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
