import type { ComponentType } from 'react';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { recordTitle } from '../../../schemas/model/fields.ts';
import { findDisplayType } from '../fields/registry.ts';
import { signField } from '../fields/shared/RecordSign.tsx';
import { isBlank, type ListRecord } from '../fieldKit/types.ts';
import { Cell } from '../fieldKit/Value.tsx';
import { fieldNamed } from '../columns.ts';
import { RecordBadges } from '../actions/RecordTitle.tsx';
import type { ConsoleEntity } from '../product.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Options of all rows and cards of a list; stable during scrolling, so that rows do not rerender. */
export interface RowOptions {
  model: ConsoleEntity;
  columns: FieldModel[];
  /** Names of columns with the same value in each row; cards and phones omit them. */
  constantColumns: readonly string[];
  /** The column that links to the record. */
  titleColumn: FieldModel | undefined;
  selectable: boolean;
  hasMenu: boolean;
  /** Path of a record's screen; undefined for entities without one. */
  openPath: (id: string) => string | undefined;
  /** Rows can be opened in the peek drawer. */
  canPeek: boolean;
  /** Whether the user may edit the value in its cell. */
  canEdit: (record: ListRecord, field: FieldModel) => boolean;
  /** The drag handle of rows, for lists in manual order. */
  DragHandle?: ComponentType<RowPartProps>;
  /** Rows cannot be moved now; the handle explains why. */
  isDragDisabled?: boolean;
  /** Id of the row being moved. */
  draggedId?: string;
  /** Location state for the record's screen, such as where it was opened from. */
  openState?: { back: string };
}

/** The column that links to the record: a shown field of the record title, else the first linkable one. */
export const findTitleColumn = (model: ConsoleEntity, columns: FieldModel[]): FieldModel | undefined => {
  const possible = columns.filter((field) => !findDisplayType(field).notLinkable);
  return possible.find((field) => model.recordTitle.includes(`{{${field.name}}}`)) ?? possible[0];
};

export interface RowPartProps {
  rowOptions: RowOptions;
  record: ListRecord;
  tabIndex?: number;
}

/** Whether a boolean is shown as a switch in its cell. */
export const isSwitch = (rowOptions: RowOptions, record: ListRecord, field: FieldModel): boolean =>
  field.type === 'boolean' && field !== rowOptions.titleColumn && rowOptions.canEdit(record, field);

export const SwitchButton = ({
  rowOptions,
  record,
  field,
  tabIndex,
}: RowPartProps & { field: FieldModel }) => (
  <button
    type="button"
    role="switch"
    className="switch"
    data-role="switch"
    data-field={field.name}
    aria-checked={record[field.name] === true}
    aria-label={`${field.title}: ${recordTitle(rowOptions.model, record)}`}
    tabIndex={tabIndex}
  />
);

const fieldsWithoutSign = new WeakMap<FieldModel, FieldModel>();
/** The sign field without its icon, which already stands before each row's name. */
const withoutSign = (model: ConsoleEntity, field: FieldModel): FieldModel => {
  if (field !== signField(model)) return field;
  const known = fieldsWithoutSign.get(field) ?? { ...field, display: field.type };
  fieldsWithoutSign.set(field, known);
  return known;
};

/** A field's value, followed by its column's secondary field. */
export const ValueCell = ({ rowOptions, record, field }: RowPartProps & { field: FieldModel }) => {
  const { model } = rowOptions;
  const cell = <Cell field={withoutSign(model, field)} value={record[field.name]} record={record} />;
  const other = field.column && fieldNamed(model, field.column.secondaryField ?? '');
  if (!other || isBlank(record[other.name])) return cell;
  return (
    <>
      {cell} · <Cell field={other} value={record[other.name]} record={record} />
    </>
  );
};

/** One cell's content; the title links to the record (the list handles the click) and has its badges. */
export const CellContent = ({
  rowOptions,
  record,
  field,
  tabIndex,
}: RowPartProps & { field: FieldModel }) => {
  const cell = <ValueCell rowOptions={rowOptions} record={record} field={field} />;
  if (field !== rowOptions.titleColumn) return cell;
  const path = rowOptions.openPath(record.id);
  return (
    <>
      {path === undefined ? (
        cell
      ) : (
        <a className="title" href={path} tabIndex={tabIndex}>
          {cell}
        </a>
      )}{' '}
      <RecordBadges model={rowOptions.model} record={record} />
    </>
  );
};

/** A row's checkbox; the list handles its clicks, including shift. */
export const SelectBox = ({
  rowOptions,
  record,
  tabIndex,
  selected,
}: RowPartProps & { selected: boolean }) => (
  <input
    type="checkbox"
    data-role="select"
    aria-label={t('Select %{model}', { model: recordTitle(rowOptions.model, record) })}
    checked={selected}
    readOnly
    tabIndex={tabIndex}
  />
);

// Shared elements; an icon component per row would slow scrolling.
const DOTS = (
  <svg viewBox="0 0 24 24" width="20" height="20" fill="currentColor" aria-hidden="true">
    <circle cx="6" cy="12" r="2" />
    <circle cx="12" cy="12" r="2" />
    <circle cx="18" cy="12" r="2" />
  </svg>
);

const PEN = (
  <svg viewBox="0 0 24 24" width="14" height="14" fill="currentColor" aria-hidden="true">
    <path d="M3 17.46V21h3.54L17.8 9.73l-3.53-3.54zM20.7 6.84a1 1 0 0 0 0-1.41L18.57 3.3a1 1 0 0 0-1.41 0l-1.66 1.66 3.53 3.54z" />
  </svg>
);

/** Opens the inline editor of a cell. */
export const PenButton = ({ rowOptions, record, field, tabIndex }: RowPartProps & { field: FieldModel }) => (
  <button
    type="button"
    className="pen"
    data-role="edit"
    data-field={field.name}
    aria-haspopup="dialog"
    aria-label={t('Edit %{title} of %{model}', {
      title: field.title,
      model: recordTitle(rowOptions.model, record),
    })}
    tabIndex={tabIndex}
  >
    {PEN}
  </button>
);

const PANE = (
  <svg
    viewBox="0 0 24 24"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    aria-hidden="true"
  >
    <rect x="3" y="4" width="18" height="16" rx="2" />
    <path d="M14 4v16" />
  </svg>
);

/** Opens the record in the peek drawer. */
export const PeekButton = ({ rowOptions, record, tabIndex }: RowPartProps) => (
  <button
    type="button"
    className="pen peek"
    data-role="peek"
    aria-label={t('Preview of %{model}', { model: recordTitle(rowOptions.model, record) })}
    tabIndex={tabIndex}
  >
    {PANE}
  </button>
);

export const MenuButton = ({ rowOptions, record, tabIndex }: RowPartProps) => (
  <button
    type="button"
    className="more"
    data-role="menu"
    aria-haspopup="menu"
    aria-label={t('Actions for %{model}', { model: recordTitle(rowOptions.model, record) })}
    tabIndex={tabIndex}
  >
    {DOTS}
  </button>
);
