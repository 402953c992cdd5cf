import { styled } from '@mui/material/styles';
import { use, useState } from 'react';
import { childFields } from '../../../../schemas/model/fields.ts';
import { lazyComponent } from '../../../layout/lazyComponent.tsx';
import { countValues, RailRowsContext } from '../../fieldKit/added.ts';
import { useErrorCount, useReveal } from '../../fieldKit/useSession.ts';
import { DragHandle, ItemButtons } from './ItemButtons.tsx';
import { ItemPicture } from './ItemPicture.tsx';
import { summarizeItem, templateParts } from './summarizeItem.ts';
import { TYPE_AS_HEAD } from './typeAsHead.ts';
import { ErrorCount, RailButton, RailListItem, RailRowButton } from './railParts.tsx';
import { type DragOrder, useDragOrder } from './useDragOrder.ts';
import type { ListViewProps } from '../../fieldKit/editorTypes.ts';
import { isWithin } from '../../fieldKit/pointers.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** What only an empty editor shows, a picker among it. */
const EmptyListStarter = lazyComponent(
  () => import('./EmptyListStarter.tsx').then((it) => it.EmptyListStarter),
  {
    inPlace: true,
  },
);

const Zones = styled('div')(({ theme }) => ({
  display: 'grid',
  flex: '1 0 auto',
  // To the sheet's edge: what is said after a removal stands there only then.
  '&:has(+ [role=status]:empty)': { marginBottom: -8 },
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: '240px minmax(0, 1fr)', minHeight: 420 },
  // The strip is as high as what is in it; what is left of the sheet is the chosen item's.
  [theme.breakpoints.down('md')]: { gridTemplateRows: 'auto minmax(0, 1fr)' },
}));
const Rail = styled('div')(({ theme }) => ({
  minWidth: 0,
  padding: '12px 16px',
  [theme.breakpoints.up('md')]: {
    borderRight: '1px solid var(--line)',
    '& > div': { position: 'sticky', top: 'calc(var(--head, 0px) + 12px)' },
  },
  [theme.breakpoints.down('md')]: {
    borderBottom: '1px solid var(--line)',
    // What can be added stands in one line below the strip, as far as there is room.
    '& > div': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 4px' },
    // Their signs stand where the strip begins.
    '& [data-add=row], & [data-row]:has(svg)': { marginLeft: -12 },
    '& [data-row]:not(:has(svg))': { marginLeft: -8 },
    '& > div > :is(ol, [aria-hidden])': { flex: '1 0 100%', minWidth: 0 },
  },
}));
const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  padding: '0 8px',
  fontSize: 12,
  lineHeight: '24px',
  color: 'var(--ink-3)',
  '& b': { fontWeight: 500 },
  [theme.breakpoints.down('md')]: { padding: 0 },
}));
/** Down the side; on a phone a strip that is scrolled sideways. */
const Items = styled('ol')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  [theme.breakpoints.down('md')]: {
    display: 'flex',
    gap: 8,
    overflowX: 'auto',
    padding: '2px 2px 6px',
    scrollbarWidth: 'none',
  },
}));
const Rows = styled('div')(({ theme }) => ({
  '&:not(:empty)': { marginTop: 18, paddingTop: 12, borderTop: '1px solid var(--line)' },
  [theme.breakpoints.down('md')]: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 8,
    '&:not(:empty)': { margin: 0, padding: 0, borderTop: 0, gap: '0 4px' },
    '& > button': { width: 'auto' },
  },
}));
const Chosen = styled('div')(({ theme }) => ({
  position: 'relative',
  minWidth: 0,
  padding: '16px 32px 24px',
  // Grips hang beside the fields.
  [theme.breakpoints.up('md')]: { '--gutter': '32px' },
  [theme.breakpoints.down('md')]: { padding: '12px 16px 24px' },
  '& > [data-variants] > [data-picker]': TYPE_AS_HEAD,
}));
/** Lies between the items and what follows them, where nothing moves for it. */
const Below = styled('div')(({ theme }) => ({
  position: 'relative',
  height: 0,
  '& > *': { position: 'absolute', zIndex: 1, left: 8, right: 8, background: 'var(--ground, var(--sheet))' },
  [theme.breakpoints.down('md')]: { order: 1, flex: '1 0 100%', '& > *': { left: 0, right: 0 } },
}));
/** On the line of the type, at the right. */
const Buttons = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'flex-end',
  height: 0,
  position: 'relative',
  zIndex: 1,
  color: 'var(--ink-3)',
  // On that of the first label, where there is no type to be chosen.
  [theme.breakpoints.down('md')]: {
    ...{ alignItems: 'flex-start', right: -6, top: -5 },
    '&:has(+ [data-variants] > [data-picker])': { top: 7 },
  },
  [theme.breakpoints.down('sm')]: { right: 0 },
}));

/** Items down the side with what they show, the chosen one beside them; the form's parts to add follow the items. */
export default function RailView(props: ListViewProps) {
  const { field, items, editor, noun, state, add, fault, renderItem } = props;
  const rows = use(RailRowsContext);
  const order = useDragOrder(editor.move);
  const [row, setRow] = useState<string>();
  useReveal(
    rows.map(({ pointer }) => pointer),
    (pointer) => setRow(rows.find((one) => isWithin(pointer, one.pointer))?.field.name),
  );
  useReveal([props.pointer], () => setRow(undefined));
  const shownRow = rows.find((one) => one.field.name === row);
  const open = items.length === 0 ? undefined : Math.min(editor.open ?? 0, items.length - 1);
  const choose = (index: number): void => {
    setRow(undefined);
    editor.setOpen(index);
  };
  const limit = state.maxItems;
  return (
    <Zones>
      <Rail>
        <div>
          <Head aria-hidden>
            <b>{field.title}</b>
            <span>
              {limit === undefined ? items.length : t('%{count} of %{limit}', { count: items.length, limit })}
            </span>
          </Head>
          <Items>
            {items.map((_, index) => (
              <RailItem
                key={editor.keys[index]}
                {...props}
                index={index}
                order={order}
                isOpen={!shownRow && open === index}
                onChoose={() => choose(index)}
              />
            ))}
          </Items>
          {/* What was added is looked at. */}
          <div onClick={() => setRow(undefined)} role="presentation">
            {add}
          </div>
          <Below>{fault}</Below>
          <Rows>
            {rows.map((one) => (
              <RailRowButton
                key={one.field.name}
                row={one}
                isOpen={one === shownRow}
                onChoose={() => setRow(one.field.name)}
              />
            ))}
          </Rows>
        </div>
      </Rail>
      <Chosen>
        {shownRow ? shownRow.body : null}
        {shownRow === undefined && items.length === 0 && !state.readOnly ? (
          <EmptyListStarter {...props} />
        ) : null}
        {!shownRow && open !== undefined ? (
          <>
            <Buttons>
              <ItemButtons {...{ editor, noun, items, state }} index={open} />
            </Buttons>
            {renderItem(open)}
          </>
        ) : null}
      </Chosen>
    </Zones>
  );
}

interface ItemProps extends ListViewProps {
  index: number;
  order: DragOrder;
  isOpen: boolean;
  onChoose: () => void;
}

function RailItem({ field, item, items, index, noun, pointer, order, state, isOpen, onChoose }: ItemProps) {
  const value = items[index];
  const { title, icon } = summarizeItem(item, value, index);
  // What stands beside the picture is not counted twice.
  const [summary] = templateParts(item, value, field.options['summary']);
  const faults = useErrorCount([`${pointer}/${index}`]);
  const isEmpty = countValues(value) <= (item.variants ? 1 : 0);
  const counts = countsOf(item, value);
  return (
    <RailListItem
      data-list-item
      data-open={isOpen || undefined}
      data-over={order.over === index || undefined}
      {...order.target(index)}
    >
      <RailButton type="button" aria-pressed={isOpen} onClick={onChoose}>
        {hasPicture(item, icon) && <ItemPicture item={item} value={value} icon={icon} />}
        <span className="words">
          <b>{summary || title}</b>{' '}
          <i>
            {isEmpty ? t('Empty') : (summary && item.variants ? [title, ...counts] : counts).join(t(', '))}
          </i>
        </span>
        <ErrorCount count={faults} />
      </RailButton>
      {state.readOnly ? null : <DragHandle order={order} index={index} noun={noun} />}
    </RailListItem>
  );
}

/** A drawing of a picture that none of the items can have says nothing. */
const hasPicture = ({ variants, fields }: ListViewProps['item'], icon: string | undefined): boolean =>
  variants !== undefined || icon !== undefined || Boolean(fields?.some(({ type }) => type === 'image'));

/** "6 columns": how much is in the first list of an item. */
function countsOf(item: ListViewProps['item'], value: unknown): string[] {
  const list = childFields(item, value).find((field) => field.type === 'list');
  const held = list && (value as Record<string, unknown>)[list.name];
  if (!Array.isArray(held) || held.length === 0) return [];
  const name = held.length === 1 ? list?.item?.title : list?.title;
  return [`${held.length} ${(name ?? '').toLowerCase()}`];
}
