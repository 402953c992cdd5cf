import { type CSSProperties, memo, useEffect, useMemo, useRef } from 'react';
import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useVirtualizer } from '@tanstack/react-virtual';
import { findDisplayType } from '../fields/registry.ts';
import { Cell } from '../fieldKit/Value.tsx';
import type { FieldModel } from '../../../schemas/model/types.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import { CellContent, isSwitch, MenuButton, SelectBox, SwitchButton, ValueCell } from './RowParts.tsx';
import type { RowOptions } from './RowParts.tsx';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { type RecordCardProps, PhoneRow } from './PhoneRow.tsx';
import { hasValue, PRIORITY_DISPLAYS, TIME_DISPLAYS } from './phoneLines.ts';
import { RowLine } from './RowLine.tsx';
import { RowPicture } from '../fields/shared/RowPicture.tsx';
import { Scroller, rowPartStyles } from './tableStyles.ts';
import type { ListBodyProps } from './types.ts';
import { useLongPress } from './useLongPress.ts';
import { findRowIndex, useRowClick } from './useRowEvents.ts';
import { useScrollRestoration } from './useScrollRestoration.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { PHONE } from '../../theme/tokens.ts';

/** Padding around the cards. */
const CardScroller = styled(Scroller)({ padding: '16px var(--edge) 0', '&[data-phone]': { padding: 0 } });

const Line = styled('div')({
  position: 'absolute',
  top: 0,
  left: 0,
  right: 0,
  display: 'grid',
  gap: 16,
  paddingBottom: 16,
  '[data-phone] &': { paddingBottom: 0 },
});

const Card = styled('article')({
  minWidth: 0,
  display: 'flex',
  flexDirection: 'column',
  padding: '12px 16px',
  borderRadius: 8,
  border: '1px solid var(--line)',
  backgroundColor: 'var(--sheet)',
  fontSize: 14,
  lineHeight: '20px',
  cursor: 'pointer',
  '&:hover': { borderColor: 'var(--ink-2)' },
  '&[data-selected=true]': { borderColor: 'var(--accent)' },
  '& header': { display: 'flex', alignItems: 'center', gap: 12, minHeight: 32 },
  '& header > div': {
    flex: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& dl': { display: 'flex', flexWrap: 'wrap', gap: '4px 16px', margin: '8px 0 0', fontSize: 13 },
  '& dl > div': { display: 'flex', gap: 6, minWidth: 0, maxWidth: '100%' },
  '& dt': { flex: 'none', color: 'var(--ink-3)' },
  '& dd': { margin: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  // Centers pictures of any shape in the row's height.
  '& figure': {
    margin: '8px 0 0',
    flex: 1,
    display: 'grid',
    alignItems: 'center',
    containerType: 'inline-size',
  },
  '& figure img': {
    // From edge to edge, unless it is higher than two thirds of that.
    ...{ width: '100%', maxWidth: '100%', height: 'auto', maxHeight: '68cqi', objectFit: 'contain' },
    ...{ border: 0, background: 'var(--sunken)' },
  },
  // A card's controls follow its name and appear on hover, on focus, or while any card is selected.
  '& header > :is(input, button)': { order: 1 },
  '@media (hover: hover)': {
    '[data-rows]:not(:has([data-selected=true])) &:not(:hover):not(:focus-within) header > :is(input, button)':
      { opacity: 0 },
  },
  ...rowPartStyles,
});

/** Height of a card until it is measured. */
const ESTIMATED_HEIGHT_PX = { card: 140, phone: 64 };
const OVERSCAN_LINES = 4;

/**
 * The rows of a list as cards, virtualized: on phones, and where the schema says so.
 */
export const ListCards = ({ entityList, rowOptions, openMenu, onToggle, peek }: ListBodyProps) => {
  const { model, list, selection, query } = entityList;
  const { rows } = list;
  const wide = useMediaQuery('(min-width:1200px)');
  const medium = useMediaQuery('(min-width:700px)');
  const phone = useMediaQuery(PHONE, { noSsr: true });
  const columnCount = wide ? 3 : medium ? 2 : 1;
  const CardComponent = phone ? PhoneRow : RecordCard;
  const scroller = useRef<HTMLDivElement>(null);
  const memory = useScrollRestoration(`${model.name}?${query}`, scroller);
  const virtualizer = useVirtualizer({
    count: Math.ceil(rows.length / columnCount),
    getScrollElement: () => scroller.current,
    estimateSize: () => (phone ? ESTIMATED_HEIGHT_PX.phone : ESTIMATED_HEIGHT_PX.card),
    overscan: OVERSCAN_LINES,
    indexAttribute: 'data-line',
    initialOffset: memory.initialOffset,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1);
  useEffect(() => {
    if (last && (last.index + OVERSCAN_LINES) * columnCount >= rows.length && !list.error) list.fetchMore();
  }, [last, columnCount, rows.length, list]);
  const openCardMenu = (record: ListRecord, anchor: HTMLElement): void =>
    openMenu(record, anchor, [
      ...(phone && rowOptions.selectable && !selection.ids.has(record.id)
        ? [{ id: 'select', label: t('Select'), run: () => selection.toggle(record.id) }]
        : []),
      ...(peek ? [{ id: 'peek', label: t('Preview'), run: () => peek.open(record.id) }] : []),
    ]);
  const onClick = useRowClick({ rows, selection, openMenu: openCardMenu, onToggle, ...rowOptions });
  const onLongPress = useLongPress((target) => {
    const record = rows[findRowIndex(target)];
    const anchor = target.closest('[data-index]')?.querySelector<HTMLElement>('[data-role=menu]');
    if (!record || !anchor) return;
    // The menu returns the focus there.
    anchor.focus({ preventScroll: true });
    openCardMenu(record, anchor);
  });
  const columns = useMemo(
    () => ({ gridTemplateColumns: `repeat(${columnCount}, minmax(0, 1fr))` }),
    [columnCount],
  );

  return (
    <CardScroller
      ref={scroller}
      data-rows
      data-phone={phone || undefined}
      onScroll={memory.onScroll}
      onClick={onClick}
      {...(phone && onLongPress)}
      aria-busy={list.isPlaceholderData}
    >
      <div style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
        {items.map((item) => (
          <Line
            key={item.key}
            ref={virtualizer.measureElement}
            data-line={item.index}
            style={{ ...columns, transform: `translateY(${item.start}px)` }}
          >
            {rows.slice(item.index * columnCount, (item.index + 1) * columnCount).map((record, lane) => (
              <CardComponent
                key={record.id}
                rowOptions={rowOptions}
                record={record}
                index={item.index * columnCount + lane}
                selected={selection.ids.has(record.id)}
              />
            ))}
          </Line>
        ))}
      </div>
    </CardScroller>
  );
};

/** Choices, tags and times are self-explanatory, so their label is only for screen readers. */
const hasHiddenLabel = (rowOptions: RowOptions, record: ListRecord, field: FieldModel): boolean =>
  [...PRIORITY_DISPLAYS, ...TIME_DISPLAYS].includes(field.display) && !isSwitch(rowOptions, record, field);

const CARD_PICTURE = { '--picture': '106px' } as CSSProperties;

const RecordCard = memo(({ rowOptions, record, index, selected }: RecordCardProps) => {
  const others = rowOptions.columns.filter(
    (field) => field !== rowOptions.titleColumn && hasValue(field, record),
  );
  const pictures = others.filter((field) => findDisplayType(field).picture);
  return (
    <Card
      data-index={index}
      data-selected={selected}
      data-lifted={rowOptions.draggedId === record.id || undefined}
    >
      <header>
        {rowOptions.DragHandle && <rowOptions.DragHandle rowOptions={rowOptions} record={record} />}
        {rowOptions.selectable && <SelectBox rowOptions={rowOptions} record={record} selected={selected} />}
        <div>
          {rowOptions.titleColumn && (
            <CellContent rowOptions={rowOptions} record={record} field={rowOptions.titleColumn} />
          )}
        </div>
        {rowOptions.hasMenu && <MenuButton rowOptions={rowOptions} record={record} />}
      </header>
      {rowOptions.model.list.picture !== undefined && (
        <figure style={CARD_PICTURE}>
          <RowPicture model={rowOptions.model} record={record} />
        </figure>
      )}
      {rowOptions.model.list.under && <RowLine model={rowOptions.model} record={record} />}
      {pictures.map((field) => (
        <figure key={field.name}>
          <Cell field={field} value={record[field.name]} />
        </figure>
      ))}
      <dl>
        {others
          .filter((field) => !pictures.includes(field) && !rowOptions.constantColumns.includes(field.name))
          .map((field) => (
            <div key={field.name}>
              <dt style={hasHiddenLabel(rowOptions, record, field) ? visuallyHidden : undefined}>
                {field.title}
              </dt>
              <dd>
                {isSwitch(rowOptions, record, field) ? (
                  <SwitchButton {...{ rowOptions, record, field }} />
                ) : (
                  <ValueCell {...{ rowOptions, record, field }} />
                )}
              </dd>
            </div>
          ))}
      </dl>
    </Card>
  );
});
RecordCard.displayName = 'RecordCard';
