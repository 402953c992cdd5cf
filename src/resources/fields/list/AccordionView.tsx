import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { RecordLinksContext } from '../shared/RecordLinksContext.ts';
import { FormIcon } from '../../fieldKit/FormIcon.tsx';
import { useErrorCount } from '../../fieldKit/useSession.ts';
import { visuallyHidden } from '../../../ui/visuallyHidden.ts';
import type { FieldValue } from '../../fieldKit/types.ts';
import { Cell } from '../../fieldKit/Value.tsx';
import { DragHandle, ItemButtons } from './ItemButtons.tsx';
import { summarizeItem, templateParts } from './summarizeItem.ts';
import { TYPE_PICKER_AS_HEADING } from './typePickerAsHeading.ts';
import { ITEMS_PER_PAGE, Pager } from './Pager.tsx';
import { useDragReorder, type DragState } from './useDragReorder.ts';
import type { ListViewProps } from '../../fieldKit/editorTypes.ts';
import { numberMark } from '../../../theme/numberMark.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { PHONE } from '../../../theme/tokens.ts';

const Items = styled('ol')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'flex',
  flexDirection: 'column',
});

/** A section between lines: the fields in it have the only frames. */
const Item = styled('li')({
  borderBlock: '1px solid var(--line)',
  minWidth: 0,
  '& + &': { marginTop: -1 },
  '&[data-faults]': { position: 'relative', borderColor: 'var(--danger)' },
  '&[data-over]': { boxShadow: '0 0 0 2px var(--accent)' },
  '&[data-dragged]': { opacity: 0.5 },
});

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  padding: '4px 0',
  minHeight: 40,
  flexWrap: 'wrap',
  // With a gutter the drag handle is in it.
  '& > [data-quiet]:first-of-type': {
    boxSizing: 'border-box',
    width: 'calc(var(--gutter) - 4px)',
    marginLeft: 'calc(0px - var(--gutter, 0px))',
    '& button': { width: 'calc(var(--gutter) - 4px)', minWidth: 0, paddingInline: 0 },
  },
  // The last sign ends where the fields do.
  '& [data-item-buttons]': { marginRight: -6 },
  // Hidden until the item has the pointer or the focus.
  '@media (hover: hover)': {
    '& > [data-quiet]': { opacity: 0, transition: 'opacity 120ms' },
    'li:hover > & > [data-quiet], li:focus-within > & > [data-quiet]': { opacity: 1 },
  },
  // A phone has no room for the buttons of closed items.
  [theme.breakpoints.down('sm')]: {
    minHeight: 48,
    '&:not([data-open]) [data-item-buttons]': { display: 'none' },
    '& [data-item-buttons]': { marginRight: 0 },
    '& > [data-quiet]': { opacity: 1 },
  },
}));

const Opener = styled('button')({
  all: 'unset',
  boxSizing: 'border-box',
  flex: '1 1 160px',
  minWidth: 0,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  padding: '6px 0',
  cursor: 'pointer',
  borderRadius: 6,
  fontSize: 14,
  '&:focus-visible': { outline: '2px solid var(--accent)' },
  '& > svg': { fontSize: 20, color: 'var(--ink-2)', flexShrink: 0 },
  // Its point is at the edge of the fields.
  '& > svg:first-of-type': { marginLeft: -5, transition: 'transform 120ms' },
  '&[aria-expanded=false] > svg:first-of-type': { transform: 'rotate(-90deg)' },
  '& b': { fontWeight: 500, whiteSpace: 'nowrap' },
  // The type picker overlays the title, which stays for screen readers.
  '&[data-typed] > :is(b, svg + svg)': { opacity: 0 },
  '& span': {
    color: 'var(--ink-2)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    minWidth: 0,
  },
  '& i': {
    ...numberMark,
    flex: 'none',
    fontStyle: 'normal',
  },
  '& em': { fontStyle: 'normal', fontSize: 12, color: 'var(--danger)', whiteSpace: 'nowrap' },
  // Beside the arrow of the type picker, which overlays the title.
  '&[data-typed] > em': { marginLeft: 40 },
});

const Body = styled('div')({
  padding: '4px 0 20px',
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  minWidth: 0,
  // The type picker replaces the title.
  '& > [data-variants] > [data-picker]': {
    ...TYPE_PICKER_AS_HEADING,
    ...{ position: 'relative', zIndex: 1, width: 'fit-content', minHeight: 32, margin: '-42px 0 -8px 20px' },
    // As high as a touch target.
    [PHONE]: { margin: '-50px 0 0 20px' },
  },
});

/** Items below each other, closed to one line; only the open one is mounted. Long lists have pages. */
export default function AccordionView(props: ListViewProps) {
  const { listController, items } = props;
  const drag = useDragReorder(listController.move);
  const [page, setPage] = useState(0);
  const openPage =
    listController.open === undefined ? undefined : Math.floor(listController.open / ITEMS_PER_PAGE);
  const [lastOpenPage, setLastOpenPage] = useState(openPage);
  if (openPage !== lastOpenPage) {
    setLastOpenPage(openPage);
    if (openPage !== undefined) setPage(openPage);
  }
  const start = Math.min(page, Math.floor((items.length - 1) / ITEMS_PER_PAGE)) * ITEMS_PER_PAGE;
  return (
    <>
      <Items start={start + 1}>
        {items.slice(start, start + ITEMS_PER_PAGE).map((_, offset) => {
          const index = start + offset;
          return <AccordionItem key={listController.keys[index]} {...props} index={index} drag={drag} />;
        })}
      </Items>
      <Pager page={start / ITEMS_PER_PAGE} count={items.length} onPage={setPage} />
    </>
  );
}

function AccordionItem(props: ListViewProps & { index: number; drag: DragState }) {
  const { field, item, items, index, listController, noun, pointer, drag, fieldState, renderItem } = props;
  const isOpen = listController.open === index;
  const value = items[index];
  const { title, summary, rest, icon } = summarizeItem(item, value, index, field.options['summary']);
  const [name] = templateParts(item, value, field.options['summary']);
  // An item with a sentence shows its name and number.
  const isNamed = item.sentence !== undefined && name !== undefined;
  // Without variants, a closed item shows its name in place of its title.
  const showsName = name !== undefined && !isOpen && !item.variants;
  const errorCount = useErrorCount([`${pointer}/${index}`]);
  return (
    <Item
      data-list-item
      data-place={index}
      data-faults={errorCount > 0 || undefined}
      data-over={drag.over === index || undefined}
      data-dragged={drag.dragged === index || undefined}
      {...drag.target(index)}
    >
      <Head data-open={isOpen || undefined}>
        {fieldState.readOnly ? null : (
          <span data-quiet>
            <DragHandle drag={drag} index={index} noun={noun} />
          </span>
        )}
        <Opener
          type="button"
          aria-expanded={isOpen}
          data-typed={(isOpen && item.variants) || undefined}
          onClick={() => listController.setOpen(isOpen ? undefined : index)}
        >
          <ExpandMoreIcon />
          {icon ? <FormIcon name={icon} /> : null}
          {item.sentence === undefined ? null : <i aria-hidden>{index + 1}</i>}
          <b>{isNamed || showsName ? name : title}</b>{' '}
          {isNamed ? (
            isOpen || (
              <RecordLinksContext value={false}>
                <Cell field={item} value={value as FieldValue} />
              </RecordLinksContext>
            )
          ) : (
            // The open fields show the same.
            <span style={isOpen ? visuallyHidden : undefined}>{showsName ? rest : summary}</span>
          )}{' '}
          {errorCount > 0 ? (
            <em>{errorCount === 1 ? t('1 problem') : t('%{faults} problems', { faults: errorCount })}</em>
          ) : null}
        </Opener>
        <span data-quiet>
          <ItemButtons {...{ listController, noun, items, index, fieldState }} />
        </span>
      </Head>
      {isOpen ? <Body>{renderItem(index)}</Body> : null}
    </Item>
  );
}
