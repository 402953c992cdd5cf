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

/** What the items are, and how many of each: "Text, Image × 2"; empty where items have one shape. */
const kindsOf = (field: FieldModel, items: FieldValue[]): string => {
  const { item } = field;
  if (!item?.variants) return '';
  const counts = new Map<string, number>();
  for (const title of items.flatMap((one) => variantOf(item, one)?.title ?? []))
    counts.set(title, (counts.get(title) ?? 0) + 1);
  return [...counts].map(([title, count]) => (count > 1 ? `${title} × ${count}` : title)).join(t(', '));
};

/** Names of items that a cell has room for. */
const MAX_NAMED = 4;

/** A text as it is read, without the marks of its words. */
const wordsIn = (value: FieldValue): string =>
  markedPieces(plainText(value))
    .map(({ text }) => text)
    .join('');

/** What is in the items, in words: the first one's own, or what each is called. */
const wordsOf = (field: FieldModel, items: FieldValue[]): string => {
  const { item, options } = field;
  if (!item) return '';
  if (item.variants) return summarizeItem(item, items[0], 0, options['summary']).summary;
  if (!item.fields && item.type !== 'text') return '';
  return (
    items
      .slice(0, MAX_NAMED)
      .map((one, at) => (item.fields ? summarizeItem(item, one, at, options['summary']).lead : wordsIn(one)))
      .filter(Boolean)
      // Sentences have commas of their own.
      .join(item.fields ? t(', ') : ' · ')
  );
};

/** What does not fit is cut; how many more there are is always said. */
const Named = styled('span')({
  display: 'flex',
  gap: 6,
  '& > :first-of-type': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& > :last-of-type:not(:first-of-type)': { flex: 'none' },
});

const ListCell = ({ field, value }: CellProps) => {
  const items = itemsOf(value);
  if (items.length === 0) return <NoValue />;
  const words = wordsOf(field, items);
  if (words) {
    const others = items.length - (field.item?.variants ? 1 : MAX_NAMED);
    return (
      <Named>
        <span>{words}</span> {others > 0 ? <Muted>{t('· %{count} more', { count: others })}</Muted> : null}
      </Named>
    );
  }
  return kindsOf(field, items) || <span style={{ fontVariantNumeric: 'tabular-nums' }}>{items.length}</span>;
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

/** Other ways for the items to stand in a form. */
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
