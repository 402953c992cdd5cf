import { variantOf } from '../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { findDisplayType } from '../fields/registry.ts';
import { isFilled } from '../fields/shared/FieldGroup.tsx';
import { signField } from '../fields/shared/RecordSign.tsx';
import type { FieldValue, ListRecord } from '../fieldKit/types.ts';
import { type ConsoleEntity, entityByName, hasEntity } from '../product.ts';
import type { RowOptions } from './RowParts.tsx';

export const TIME_DISPLAYS = ['relative-time', 'date-time', 'date'];
/** Display types with priority on the second line. */
export const PRIORITY_DISPLAYS = ['enum', 'tags', 'one-of-each'];
const MAX_ON_SECOND_LINE = 2;

/** The fields of a phone row, by position. */
export interface PhoneLines {
  time: FieldModel | undefined;
  picture: FieldModel | undefined;
  /** Switches that are on by default but off here, as badges beside the name. */
  switchedOff: FieldModel[];
  /** The pictures field, below all else. */
  pictures: FieldModel | undefined;
  /** A reference whose sign stands before the name. */
  fieldWithSign: FieldModel | undefined;
  /** Fields below the name. */
  secondLine: FieldModel[];
  /** Several sentences have a line each, after the field's label. */
  hasLinePerField: boolean;
}

/** Whether there is a value, or it is loaded after the rows. */
export const hasValue = ({ name, computed }: FieldModel, record: ListRecord): boolean =>
  computed?.verb !== undefined || isFilled(record[name]);

const isSwitch = ({ type, choices }: FieldModel): boolean => type === 'boolean' && !choices?.length;
/** Whether a boolean has its own labels for true and false. */
const hasValueLabels = ({ options }: FieldModel): boolean => options['no'] !== undefined;
/** Whether a switch is shown by its title when it is on. */
export const isSwitchWord = (field: FieldModel): boolean => isSwitch(field) && !hasValueLabels(field);
const isOn = (value: unknown): boolean => value === true;

/** Whether a value is the common case: the default of a switch or choice, or a neutral state. */
const isUnremarkable = ({ list }: ConsoleEntity, field: FieldModel, value: FieldValue): boolean => {
  if (isSwitch(field)) return isOn(value) === isOn(field.default);
  // The tabs' field distinguishes the rows of all tabs.
  if (field.name === list.tabs?.by) return false;
  // A column with a secondary field is always worth showing.
  if (field.choices && value === field.default && !(field.column && field.column.secondaryField)) return true;
  return field.choices?.find((choice) => choice.value === value)?.tone === 'neutral';
};

const isSentence = (field: FieldModel, value: FieldValue): boolean =>
  (field.fields ?? field.variants) !== undefined && (variantOf(field, value) ?? field).sentence !== undefined;

/** Whether a field references records with a sign, such as a channel. */
const hasSign = ({ display, reference }: FieldModel): boolean =>
  display === 'reference' &&
  hasEntity(reference?.entity ?? '') &&
  signField(entityByName(reference?.entity ?? '')) !== undefined;

/** Sort rank: the tabs' field, then columns of specific tabs, then self-explanatory types. */
const computeRank = ({ list }: ConsoleEntity, { name, display, column, computed }: FieldModel): number => {
  if (name === list.tabs?.by) return 0;
  if (computed?.verb !== undefined || (column && column.tabs)) return 1;
  return PRIORITY_DISPLAYS.includes(display) ? 2 : 3;
};

/**
 * Selects the fields of a phone row. States and switches are shown only when remarkable.
 */
export const selectPhoneLines = (
  { model, columns, titleColumn, constantColumns }: RowOptions,
  record: ListRecord,
): PhoneLines => {
  const others = columns.filter((field) => field !== titleColumn && hasValue(field, record));
  const time = others.find(({ display }) => TIME_DISPLAYS.includes(display));
  const picture = others.find((field) => findDisplayType(field).picture);
  const pictures = others.find(({ display }) => display === 'pictures');
  const sign = signField(model);
  const possible = others
    .filter((field) => field !== pictures)
    // Omits what the mark or the list's header already shows.
    .filter((field) => field !== time && !findDisplayType(field).picture && field.name !== sign?.name)
    .filter(({ name, column }) => !constantColumns.includes(name) && !(column && column.phone === false))
    .toSorted((a, b) => computeRank(model, a) - computeRank(model, b));
  const remarkable = possible.filter((field) => !isUnremarkable(model, field, record[field.name]));
  const switchedOff = remarkable.filter((field) => isSwitchWord(field) && !isOn(record[field.name]));
  const remaining = remarkable.filter((field) => !switchedOff.includes(field));
  // Shows ordinary values rather than an empty line.
  const lines = (remaining.length > 0 ? remaining : possible.filter((field) => !isSwitch(field))).slice(
    0,
    MAX_ON_SECOND_LINE,
  );
  const fieldWithSign = possible.find(hasSign);
  // Beside chips the reference's sign is enough.
  const secondLine = lines.some(({ display }) => display === 'tags')
    ? lines.filter((field) => field !== fieldWithSign)
    : lines;
  const sentences = secondLine.filter((field) => isSentence(field, record[field.name]));
  return {
    time,
    picture,
    switchedOff,
    pictures,
    fieldWithSign,
    secondLine,
    hasLinePerField: sentences.length > 1,
  };
};
