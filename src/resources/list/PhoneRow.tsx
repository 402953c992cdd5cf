import { memo } from 'react';
import { useReference } from 'react-admin';
import { styled } from '@mui/material/styles';
import { Badge } from '../fields/shared/Badge.tsx';
import { MidSentenceContext } from '../fieldKit/MidSentenceContext.ts';
import { Cell } from '../fieldKit/Value.tsx';
import { recordTitle, variantOf } from '../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { ItemThumbnail } from '../fields/list/ItemThumbnail.tsx';
import { findFirstPicture } from '../fields/shared/firstPicture.ts';
import { RecordSign } from '../fields/shared/RecordSign.tsx';
import type { ListRecord } from '../fieldKit/types.ts';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { type ConsoleEntity, entityByName } from '../product.ts';
import { fieldNamed } from '../columns.ts';
import { CellContent, MenuButton, SelectBox, ValueCell } from './RowParts.tsx';
import type { RowOptions } from './RowParts.tsx';
import { isSwitchWord, selectPhoneLines } from './phoneLines.ts';
import { RowLine } from './RowLine.tsx';
import { hasMark, RowMark } from './RowMark.tsx';
import { RowPicture } from '../fields/shared/RowPicture.tsx';
import { TOUCH_DEVICE, TOUCH_TARGET } from '../../theme/touch.ts';
import { markStyle, rowPartStyles } from './tableStyles.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

/** Two lines, with the picture at the left and the time at the right. */
const TwoLines = styled('article')({
  display: 'grid',
  // The name shares its line with the time; both lines are centered beside a taller picture.
  gridTemplate:
    '"face . . tail" minmax(0, 1fr) "face title time tail" auto "face more more tail" auto "face line line tail" auto "face . . tail" minmax(0, 1fr) / auto minmax(0, 1fr) auto auto',
  '--picture': '88px',
  position: 'relative',
  alignItems: 'center',
  columnGap: 12,
  minHeight: 64,
  boxSizing: 'border-box',
  padding: '9px var(--edge) 10px',
  // A long press opens the row's menu.
  [TOUCH_DEVICE]: { userSelect: 'none', WebkitTouchCallout: 'none' },
  borderBottom: '1px solid var(--line)',
  ...TEXT.small,
  cursor: 'pointer',
  ...rowPartStyles,
  '&[data-selected=true]': { backgroundColor: 'var(--accent-soft)' },
  '& .mark': { ...markStyle, width: 36, height: 36, fontSize: 13, '& > svg': { fontSize: 18 } },
  '& .face': { gridArea: 'face', position: 'relative', display: 'grid' },
  // Without a mark the checkbox takes room only on focus, or once a row is selected.
  '&[data-bare] .face': { width: 24, height: 36 },
  '[data-rows]:not(:has([data-selected=true])) &[data-bare]:not(:has(.face :focus))': {
    paddingLeft: 'calc(var(--edge) - 12px)',
    '& .face': { width: 0, overflow: 'hidden', pointerEvents: 'none' },
  },
  '&[data-bare] .face input[type=checkbox]': { opacity: 1, width: 20, height: 20 },
  '& .face .mark img': { width: 36, height: 36, objectFit: 'cover', border: 0 },
  '& .face:has(.number)': { width: 20, alignSelf: 'start' },
  '& .mark.number': { width: 20, height: 20, fontSize: 14, fontWeight: 400 },
  // Pictures of the record's content are not cropped.
  '&[data-pictured]': {
    gridTemplateColumns: '64px minmax(0, 1fr) auto auto',
    '& .mark, & .face .mark img': { width: 64, height: 44 },
    '& .mark': { background: 'none' },
    '& .face .mark img': { objectFit: 'contain', maxWidth: 'none', background: 'none' },
  },
  '& .face input[type=checkbox]': {
    ...{ position: 'absolute', inset: -4, margin: 'auto', width: 44, height: 44, opacity: 0 },
  },
  '&[data-selected=true] .face input[type=checkbox]': { opacity: 1, width: 20, height: 20 },
  '&[data-selected=true] .mark': { visibility: 'hidden' },
  '& .title-line, & .more-of-it, & .time': {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  // Titles wrap to two lines.
  '& .title-line': {
    ...{
      gridArea: 'title',
      minWidth: 0,
      fontSize: 14,
      display: '-webkit-box',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 2,
      whiteSpace: 'normal',
    },
    // Room for Thai marks above the line.
    ...{ marginTop: -4, paddingTop: 4 },
  },
  // Values without enough room are hidden instead of cut to a few letters.
  '& .more-of-it': {
    ...{ gridArea: 'more', minWidth: 0, display: 'flex', flexWrap: 'wrap', columnGap: 5, height: 24 },
    ...{ fontSize: 13, lineHeight: '24px', color: 'var(--ink-2)' },
    // Values of sentences are no louder than the name.
    '--ink': 'var(--ink-2)',
  },
  '& .more-of-it:empty': { display: 'none' },
  '& .more-of-it > *': {
    ...{ flex: '1 1 112px', maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis' },
    whiteSpace: 'nowrap',
  },
  '& .more-of-it > :first-of-type': { flex: '0 1 auto' },
  // Keeps the borders of chips visible.
  '& [data-display=tags] > *': { padding: '1px 0' },
  // Chips have their own spacing.
  '&:not([data-lines]) .more-of-it > :not([data-display=tags]) + :not([data-display=tags])::before': {
    content: '"·"',
    marginRight: 5,
  },
  '& .more-of-it > [data-display=tags]:not(:first-of-type), & [data-display=tags] + *': { marginLeft: 3 },
  '&[data-lines] .more-of-it': {
    ...{ display: 'block', height: 'auto', alignSelf: 'start' },
    '& > *': {
      ...{ display: 'block', lineHeight: '20px' },
    },
  },
  // The sign is drawn before the row's name.
  '& .sign > *': { marginRight: 6 },
  '& [data-signed] [data-sign]': { display: 'none' },
  // Several references are cut, not hidden.
  '& .more-of-it > :is([data-display=references], [data-display=list])': {
    display: 'flex',
    '& > *': { minWidth: 0 },
  },
  '& .line': { gridArea: 'line', minWidth: 0, '&:empty': { display: 'none' } },
  // Aligns the last button's icon with the right edge.
  '& .tail': { gridArea: 'tail', display: 'flex', alignItems: 'center', margin: '0 -12px 0 -12px' },
  '&:has(> .tail:empty)': { paddingRight: 'calc(var(--edge) - 12px)' },
  '&[data-high] .face': { alignSelf: 'start' },
  '& .tail button': { width: TOUCH_TARGET, height: TOUCH_TARGET },
  // A menu button whose actions the record's screen has too is only for long press and keyboard.
  '& > button.more': {
    ...{
      position: 'absolute',
      right: 4,
      top: 10,
      width: TOUCH_TARGET,
      height: TOUCH_TARGET,
      background: 'var(--sheet)',
    },
    '&:not(:focus-visible)': { opacity: 0, pointerEvents: 'none' },
  },
  '& .time': { gridArea: 'time', alignSelf: 'start', fontSize: 12, color: 'var(--ink-3)' },
});

/** A value of 1, a lazily computed one, or a number stored as text: the label is before it. */
const isAfterLabel = ({ type, name, computed, column }: FieldModel, record: ListRecord): boolean =>
  computed?.verb !== undefined ||
  (type === 'number' && record[name] === 1) ||
  (type === 'text' && column !== false && column?.align === 'right');

/** Whether a record's screen has all actions of its row menu. */
const hasSameActionsInScreen = ({ model, openPath }: RowOptions, { id }: ListRecord): boolean =>
  openPath(id) !== undefined &&
  (model.dialogs ?? []).length === 0 &&
  model.actions.every(({ on }) => !on.includes('row') || on.includes('record'));

interface ReferenceSignProps {
  field: FieldModel;
  record: ListRecord;
  /** Adds the referenced record's name for screen readers. */
  isNamed: boolean;
}

/** The sign of a referenced record. */
const ReferenceSign = ({ field, record, isNamed }: ReferenceSignProps) => {
  const entity = field.reference?.entity ?? '';
  const { referenceRecord } = useReference<ListRecord>({ reference: entity, id: String(record[field.name]) });
  if (!referenceRecord) return null;
  const model = entityByName(entity);
  return (
    <>
      <RecordSign model={model} record={referenceRecord} />
      {isNamed && <span style={visuallyHidden}>{recordTitle(model, referenceRecord)}</span>}
    </>
  );
};

interface MarkProps {
  model: ConsoleEntity;
  record: ListRecord;
}

/** The mark before a name; without a picture, a thumbnail of the record's first item. */
const PhoneRowMark = ({ model, record }: MarkProps) => {
  const field = model.list.mark === undefined ? undefined : fieldNamed(model, model.list.mark);
  const values = field && record[field.name];
  const [first] = Array.isArray(values) ? values : [];
  const { item } = field ?? {};
  const variant = item && variantOf(item, first);
  if (!field || !item || !variant || findFirstPicture([field], record))
    return <RowMark model={model} record={record} />;
  return <ItemThumbnail className="mark" item={item} value={first} icon={variant.icon} />;
};

/** The label of a value in the second line. */
const Label = styled('span')({ color: 'var(--ink-3)' });

export interface RecordCardProps {
  rowOptions: RowOptions;
  record: ListRecord;
  index: number;
  selected: boolean;
}

/** A row of a list on phones. */
export const PhoneRow = memo(({ rowOptions, record, index, selected }: RecordCardProps) => {
  const { time, picture, switchedOff, pictures, fieldWithSign, secondLine, hasLinePerField } =
    selectPhoneLines(rowOptions, record);
  const { model } = rowOptions;
  const isBare = !picture && !hasMark(model);
  const isMenuHidden = hasSameActionsInScreen(rowOptions, record);
  return (
    <TwoLines
      data-index={index}
      data-selected={selected}
      data-lifted={rowOptions.draggedId === record.id || undefined}
      data-pictured={(picture && rowOptions.model.list.picture === undefined) || undefined}
      data-bare={isBare || undefined}
      data-lines={hasLinePerField || undefined}
      data-high={pictures && true}
    >
      <span className="face">
        {isBare ? null : model.list.picture !== undefined ? (
          <RowPicture model={model} record={record} />
        ) : picture ? (
          <span className="mark" aria-hidden>
            <Cell field={picture} value={record[picture.name]} />
          </span>
        ) : (
          <PhoneRowMark model={model} record={record} />
        )}
        {rowOptions.selectable && <SelectBox rowOptions={rowOptions} record={record} selected={selected} />}
      </span>
      <div className="title-line">
        <span className="sign">
          <RecordSign model={model} record={record} />
          {fieldWithSign && (
            <ReferenceSign
              field={fieldWithSign}
              record={record}
              isNamed={!secondLine.includes(fieldWithSign)}
            />
          )}
        </span>
        {rowOptions.titleColumn && (
          <CellContent rowOptions={rowOptions} record={record} field={rowOptions.titleColumn} />
        )}
        {switchedOff.map(({ name, title }) => (
          <Badge key={name}>{t('Not %{title}', { title: title.toLowerCase() })}</Badge>
        ))}
      </div>
      <div className="more-of-it">
        {secondLine.map((field) => (
          <span
            key={field.name}
            data-display={field.display}
            data-signed={field === fieldWithSign || undefined}
          >
            {/* Numbers stand before their label. */}
            {(hasLinePerField || isAfterLabel(field, record)) && <Label>{`${field.title} `}</Label>}
            <MidSentenceContext value={hasLinePerField}>
              {isSwitchWord(field) ? field.title : <ValueCell {...{ rowOptions, record, field }} />}
            </MidSentenceContext>
            {field.type === 'number' && !hasLinePerField && !isAfterLabel(field, record) && (
              <Label>{` ${field.title.toLowerCase()}`}</Label>
            )}
          </span>
        ))}
      </div>
      {rowOptions.model.list.under && (
        <div className="line">
          {/* Lines without a tone are shown only where the second line is empty. */}
          <RowLine onlyWithTone={secondLine.length > 0} model={rowOptions.model} record={record} />
          {pictures && <ValueCell {...{ rowOptions, record }} field={pictures} />}
        </div>
      )}
      <span className="time">
        {time && <Cell field={{ ...time, display: 'relative-time' }} value={record[time.name]} />}
      </span>
      <span className="tail">
        {rowOptions.DragHandle && <rowOptions.DragHandle rowOptions={rowOptions} record={record} />}
        {rowOptions.hasMenu && !isMenuHidden && <MenuButton rowOptions={rowOptions} record={record} />}
      </span>
      {rowOptions.hasMenu && isMenuHidden && <MenuButton rowOptions={rowOptions} record={record} />}
    </TwoLines>
  );
});
PhoneRow.displayName = 'PhoneRow';
