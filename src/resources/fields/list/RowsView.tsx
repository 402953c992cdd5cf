import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type KeyboardEvent, useState } from 'react';
import { InRowContext } from '../../fieldKit/InRowContext.ts';
import { COMPACT_MESSAGES } from '../../fieldKit/messageStyles.ts';
import { visuallyHidden } from '../../../ui/visuallyHidden.ts';
import { isComposing } from '../../../ui/isComposing.ts';
import AccordionView from './AccordionView.tsx';
import { DragHandle, ItemButtons } from './ItemButtons.tsx';
import { summarizeItem } from './summarizeItem.ts';
import { TEXT } from '../../../theme/text.ts';
import { useDragReorder } from './useDragReorder.ts';
import type { ListViewProps } from '../../fieldKit/editorTypes.ts';
import { PHONE } from '../../../theme/tokens.ts';

const Rows = styled('ol')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  '--fault-room': '-9px',
});
const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 4,
  minWidth: 0,
  borderRadius: theme.shape.borderRadius,
  '&[data-over]': { boxShadow: '0 0 0 2px var(--accent)' },
  position: 'relative',
  '& > [data-buttons]': { flexShrink: 0 },
  // An item's fields are side by side, and wrap where the row is too narrow.
  '& [data-object]': { display: 'flex', flexWrap: 'wrap', gap: 8 },
  '& [data-object] > *': { flex: '1 1 180px' },
  // Labels are visible in the first row only, like a table's head; the others have them for screen readers.
  [theme.breakpoints.up('sm')]: {
    '&:first-of-type > [data-buttons]': { paddingTop: 22 },
    '&:not(:first-of-type) [data-label]': visuallyHidden,
    // Rows of several types have no common head: placeholders replace their labels.
    '[data-kinds] > & > [data-buttons]': { paddingTop: '2px !important' },
    '[data-kinds] > & [data-field]': { position: 'relative' },
    // A counter overlays the space above the row, so that nothing moves.
    '[data-kinds] > & [data-label]': {
      position: 'absolute',
      zIndex: 1,
      top: -18,
      right: 4,
      minHeight: 0,
      pointerEvents: 'none',
    },
    // The type, the label and the value on one line; a switch below them.
    '[data-kinds] > & [data-object] > *': { flexBasis: 112 },
    '[data-kinds] > & [data-object] > * + *': { flexBasis: 156, flexGrow: 1.6 },
    '[data-kinds] > & [data-object] > [data-type=boolean]': { flexBasis: '100%' },
    '[data-kinds] > & [data-object] > [data-field]': { maxWidth: 'none' },
    '[data-kinds] > & [data-object] > [data-field] > *': { maxWidth: 'none !important' },
    // With a gutter the drag handle is in it, and the fields begin at the edge.
    '& > [data-buttons]:has(+ div)': {
      boxSizing: 'border-box',
      width: 'calc(var(--gutter) - 4px)',
      marginLeft: 'calc(-1 * var(--gutter, 0px))',
      '& button': { width: 'calc(var(--gutter) - 4px)', minWidth: 0, paddingInline: 0 },
    },
    // The drag handle moves rows with the arrow keys as well.
    '& [data-move]': { display: 'none' },
    '@media (hover: hover)': {
      '& > [data-buttons]': { opacity: 0, transition: 'opacity 120ms' },
      '&:hover > [data-buttons], &:focus-within > [data-buttons]': { opacity: 1 },
    },
    '[data-kinds] > & [data-label] > :is(label, [aria-hidden])': visuallyHidden,
    '& [data-variants]': { flexDirection: 'row', gap: 8, alignItems: 'flex-start' },
    '& [data-variants] > :first-of-type': { flex: '0 0 136px' },
    '& [data-variants] > :first-of-type > *': { minWidth: '0 !important', width: '100%' },
    '& [data-variants] > :nth-of-type(2)': { flex: 1, minWidth: 0 },
    '& [data-about]': visuallyHidden,
    ...COMPACT_MESSAGES,
  },
  [theme.breakpoints.down('sm')]: {
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    padding: '4px 0 8px',
    borderRadius: 0,
    '& + &': { borderTop: '1px solid var(--line)', paddingTop: 12 },
    '&:last-of-type': { paddingBottom: 0 },
    // No grip there.
    '& > [data-buttons]:has(+ :is(div, b))': { display: 'none' },
    // Several fields have a heading with the buttons at its end.
    '& > b': { order: -2, flex: 1, ...TEXT.body, lineHeight: '36px', fontWeight: 600 },
    '& > b ~ [data-buttons]:last-of-type': { order: -1 },
    '& > b ~ div': { flexBasis: '100% !important' },
    // Of several kinds: on the line of the kind, so that the fields below are as wide as all others. Those have labels.
    '[data-kinds] > & > [data-buttons]:last-of-type': { position: 'absolute', right: 0, top: 5 },
    '[data-kinds] > & + & > [data-buttons]:last-of-type': { top: 13 },
    '[data-kinds] > & [data-about]': { flexBasis: '100%' },
    '[data-kinds] > & [data-object] input::placeholder': { color: 'transparent' },
  },
}));

/** Longer lists show their items closed. On a phone the fields of a row are stacked. */
const MAX_INLINE_ROWS = 20;
const MAX_INLINE_ROWS_ON_PHONE = 2;

/** Items as rows that are edited in place, for items of few fields. */
export default function RowsView(props: ListViewProps) {
  const isPhone = useMediaQuery(PHONE);
  const [{ length }] = useState(props.items);
  const isLong = length > (isPhone && !props.item.variants ? MAX_INLINE_ROWS_ON_PHONE : MAX_INLINE_ROWS);
  if (isLong && props.item.fields) return <AccordionView {...props} />;
  return <InlineRows {...props} isPhone={isPhone} />;
}

function InlineRows(props: ListViewProps & { isPhone: boolean }) {
  const { item, items, listController, noun, fieldState, renderItem, isPhone } = props;
  const drag = useDragReorder(listController.move);
  const isFull = fieldState.maxItems !== undefined && items.length >= fieldState.maxItems;
  /** Enter moves to the next row, and adds one after the last. */
  const onEnter = (event: KeyboardEvent<HTMLElement>, index: number): void => {
    const { target } = event;
    if (
      event.key !== 'Enter' ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      fieldState.readOnly
    )
      return;
    if (!(target instanceof HTMLInputElement) || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    if (index < items.length - 1)
      event.currentTarget.nextElementSibling?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus();
    else if (!isFull) listController.add();
  };
  return (
    <Rows data-kinds={item.variants ? true : undefined}>
      {items.map((_, index) => (
        <Row
          key={listController.keys[index]}
          data-list-item
          data-over={drag.over === index || undefined}
          onKeyDown={(event) => onEnter(event, index)}
          {...drag.target(index)}
        >
          {fieldState.readOnly ? null : (
            <span data-buttons>
              <DragHandle drag={drag} index={index} noun={noun} />
            </span>
          )}
          {isPhone && item.fields && !item.variants ? (
            <b>{summarizeItem(item, items[index], index).title}</b>
          ) : null}
          <div style={{ flex: '1 1 240px', minWidth: 0 }}>
            <InRowContext value={item.variants !== undefined}>{renderItem(index)}</InRowContext>
          </div>
          <span data-buttons>
            <ItemButtons {...{ listController, noun, items, index, fieldState }} />
          </span>
        </Row>
      ))}
    </Rows>
  );
}
