import { styled } from '@mui/material/styles';
import { use, useState } from 'react';
import { childFields } from '../../../../schemas/model/fields.ts';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { countValues, RailFieldsContext } from '../../fieldKit/optionalFields.ts';
import { useErrorCount, useReveal } from '../../fieldKit/useSession.ts';
import { DragHandle, ItemButtons } from './ItemButtons.tsx';
import { ItemThumbnail } from './ItemThumbnail.tsx';
import { summarizeItem, templateParts } from './summarizeItem.ts';
import { TYPE_PICKER_AS_HEADING } from './typePickerAsHeading.ts';
import { ErrorCount, RailButton, RailListItem, RailFieldButton } from './railParts.tsx';
import { type DragState, useDragReorder } from './useDragReorder.ts';
import type { ListViewProps } from '../../fieldKit/editorTypes.ts';
import { isWithin } from '../../fieldKit/pointers.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';

/** A chunk of its own: only an empty list shows it. */
const EmptyListStarter = lazyComponent(
  () => import('./EmptyListStarter.tsx').then((it) => it.EmptyListStarter),
  {
    inPlace: true,
  },
);

/** A larger limit is shown only once it is near. */
const SMALL_LIMIT = 5;
const LIMIT_SHOWN_FROM = 0.8;

const RailLayout = styled('div')(({ theme }) => ({
  display: 'grid',
  flex: '1 0 auto',
  // Extends to the edge of the card while the removal message below is empty.
  '&:has(+ [role=status]:empty)': { marginBottom: -8 },
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: '240px minmax(0, 1fr)', minHeight: 420 },
  // The strip is as high as its content; the detail pane takes the rest of the card.
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
    // The starter replaces the rail's contents; one line is reserved for the error, so that nothing moves.
    '&[data-starting]:not(:has([data-filled]))': {
      ...{ borderBottom: 0, padding: '16px 16px 2px' },
      '& > div > :not([data-error])': { display: 'none' },
    },
  },
}));
const RailHeader = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  padding: '0 8px',
  fontSize: 12,
  lineHeight: '24px',
  color: 'var(--ink-3)',
  '& b': { fontWeight: 500 },
  [theme.breakpoints.down('md')]: { padding: 0 },
}));
/** A column of items; on a phone a strip that scrolls sideways from edge to edge, with the add card last. */
const Strip = styled('div')(({ theme }) => ({
  '& > ol': { listStyle: 'none', margin: 0, padding: 0 },
  [theme.breakpoints.down('md')]: {
    ...{ display: 'flex', gap: 8, overflowX: 'auto', scrollbarWidth: 'none' },
    ...{ margin: '0 -16px', padding: '2px 16px 6px' },
    '& > ol': { display: 'flex', gap: 8 },
    '& > ol:empty': { display: 'none' },
    // As high as the item cards.
    '& > [role=presentation], & [data-add]': { display: 'grid' },
  },
}));
const OptionalFields = styled('div')(({ theme }) => ({
  '&:not(:empty)': { marginTop: 18, paddingTop: 12, borderTop: '1px solid var(--line)' },
  [theme.breakpoints.down('md')]: {
    display: 'flex',
    flexWrap: 'wrap',
    '&:not(:empty)': { margin: '6px 0 0', padding: 0, borderTop: 0, gap: 8 },
    '& > button': { width: 'auto', border: '1px solid var(--frame)', padding: '0 10px' },
    '& > [aria-pressed=true]': { borderColor: 'var(--accent)' },
  },
}));
const DetailPane = styled('div')(({ theme }) => ({
  position: 'relative',
  minWidth: 0,
  padding: '16px 32px 24px',
  // One right edge: inputs end where the frames of lists do.
  '& :is([data-type=text], [data-type=url], [data-type=reference], [data-type=tags])': {
    '--input-width': 'min(100%, 720px)',
  },
  // Room for drag handles beside the fields, and for some lines of a text.
  [theme.breakpoints.up('md')]: { '--gutter': '32px', '& textarea:not([data-mono])': { minHeight: 104 } },
  [theme.breakpoints.down('md')]: { padding: '12px 16px 24px' },
  '& > [data-variants] > [data-picker]': TYPE_PICKER_AS_HEADING,
}));
/** Overlays the list's error without shifting the layout. */
const ErrorOverlay = styled('div')(({ theme }) => ({
  position: 'relative',
  height: 0,
  '& > *': { position: 'absolute', zIndex: 1, left: 8, right: 8, background: 'var(--ground, var(--sheet))' },
  [theme.breakpoints.down('md')]: { '& > *': { left: 0, right: 0 } },
}));
/** The chosen item's title and buttons; a type picker takes the place of the title. */
const ItemHead = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: 36,
  marginBottom: 8,
  color: 'var(--ink-3)',
  '& > b': { ...TEXT.body, fontWeight: 600, color: 'var(--ink)' },
  '& > [data-item-buttons]': { marginRight: -6 },
  '&:has(+ [data-variants] > [data-picker])': {
    ...{ position: 'relative', zIndex: 1, alignItems: 'flex-start', justifyContent: 'flex-end' },
    ...{ height: 0, minHeight: 0, marginBottom: 0, top: 2 },
    '& > b': { display: 'none' },
  },
  [theme.breakpoints.down('md')]: { '&:has(+ [data-variants] > [data-picker])': { top: 4 } },
  [theme.breakpoints.down('sm')]: { minHeight: 44, '& > [data-item-buttons]': { marginRight: 0 } },
}));

/** A rail of items with thumbnails beside the selected item; the form's optional fields follow below the items. */
export default function RailView(props: ListViewProps) {
  const { field, item, items, listController, noun, fieldState, addButton, errorMessage, renderItem } = props;
  const optionalFields = use(RailFieldsContext);
  const drag = useDragReorder(listController.move);
  const [openFieldName, setOpenFieldName] = useState<string>();
  useReveal(
    optionalFields.map(({ pointer }) => pointer),
    (pointer) => setOpenFieldName(optionalFields.find((one) => isWithin(pointer, one.pointer))?.field.name),
  );
  useReveal([props.pointer], () => setOpenFieldName(undefined));
  const openField = optionalFields.find((one) => one.field.name === openFieldName);
  const openIndex = items.length === 0 ? undefined : Math.min(listController.open ?? 0, items.length - 1);
  const choose = (index: number): void => {
    setOpenFieldName(undefined);
    listController.setOpen(index);
  };
  const limit = fieldState.maxItems;
  const isStarting =
    openField === undefined &&
    items.length === 0 &&
    !fieldState.readOnly &&
    (item.variants?.options.length ?? 0) > 1;
  return (
    <RailLayout>
      <Rail data-starting={isStarting || undefined}>
        <div>
          <RailHeader aria-hidden>
            <b>{field.title}</b>
            <span>
              {limit === undefined || (limit > SMALL_LIMIT && items.length < limit * LIMIT_SHOWN_FROM)
                ? items.length
                : t('%{count} of %{limit}', { count: items.length, limit })}
            </span>
          </RailHeader>
          <Strip>
            <ol>
              {items.map((_, index) => (
                <RailItem
                  key={listController.keys[index]}
                  {...props}
                  index={index}
                  drag={drag}
                  isOpen={!openField && openIndex === index}
                  onChoose={() => choose(index)}
                />
              ))}
            </ol>
            {/* Adding an item closes the open optional field, so that the new item shows. */}
            <div onClick={() => setOpenFieldName(undefined)} role="presentation">
              {addButton}
            </div>
          </Strip>
          <ErrorOverlay data-error>{errorMessage}</ErrorOverlay>
          <OptionalFields>
            {optionalFields.map((one) => (
              <RailFieldButton
                key={one.field.name}
                railField={one}
                isOpen={one === openField}
                onChoose={() => setOpenFieldName(one.field.name)}
              />
            ))}
          </OptionalFields>
        </div>
      </Rail>
      <DetailPane>
        {openField ? openField.body : null}
        {openField === undefined && items.length === 0 && !fieldState.readOnly ? (
          <EmptyListStarter {...props} />
        ) : null}
        {!openField && openIndex !== undefined ? (
          <>
            <ItemHead>
              <b>{item.variants ? null : summarizeItem(item, items[openIndex], openIndex).title}</b>
              <ItemButtons {...{ listController, noun, items, fieldState }} index={openIndex} />
            </ItemHead>
            {renderItem(openIndex)}
          </>
        ) : null}
      </DetailPane>
    </RailLayout>
  );
}

interface ItemProps extends ListViewProps {
  index: number;
  drag: DragState;
  isOpen: boolean;
  onChoose: () => void;
}

function RailItem({
  field,
  item,
  items,
  index,
  noun,
  pointer,
  drag,
  fieldState,
  isOpen,
  onChoose,
}: ItemProps) {
  const value = items[index];
  const { title, icon } = summarizeItem(item, value, index);
  const [summary] = templateParts(item, value, field.options['summary']);
  const errorCount = useErrorCount([`${pointer}/${index}`]);
  const isEmpty = countValues(value) <= (item.variants ? 1 : 0);
  const itemCount = describeItemCount(item, value);
  return (
    <RailListItem
      data-list-item
      data-open={isOpen || undefined}
      data-over={drag.over === index || undefined}
      {...drag.target(index)}
    >
      <RailButton type="button" aria-pressed={isOpen} onClick={onChoose}>
        {hasThumbnail(item, icon) && <ItemThumbnail item={item} value={value} icon={icon} />}
        <span className="words">
          <b>{summary || title}</b>{' '}
          <i>
            {isEmpty
              ? t('Empty')
              : (summary && item.variants ? [title, ...itemCount] : itemCount).join(t(', '))}
          </i>
        </span>
        <ErrorCount count={errorCount} />
      </RailButton>
      {fieldState.readOnly ? null : <DragHandle drag={drag} index={index} noun={noun} />}
    </RailListItem>
  );
}

/** No placeholder thumbnail for item types without an image. */
const hasThumbnail = ({ variants, fields }: ListViewProps['item'], icon: string | undefined): boolean =>
  variants !== undefined || icon !== undefined || Boolean(fields?.some(({ type }) => type === 'image'));

/** "6 columns": the size of an item's first list; empty where it has none. */
function describeItemCount(item: ListViewProps['item'], value: unknown): string[] {
  const list = childFields(item, value).find((field) => field.type === 'list');
  const items = list && (value as Record<string, unknown>)[list.name];
  if (!Array.isArray(items) || items.length === 0) return [];
  const name = items.length === 1 ? list?.item?.title : list?.title;
  return [`${items.length} ${(name ?? '').toLowerCase()}`];
}
