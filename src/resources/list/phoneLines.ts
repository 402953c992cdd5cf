import { variantOf } from '../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { findDisplayType } from '../fields/registry.ts';
import { isFilled } from '../fields/shared/FieldGroup.tsx';
import { signField } from '../fields/shared/RecordSign.tsx';
import type { FieldValue, ListRecord } from '../fieldKit/types.ts';
import { type ConsoleEntity, entityByName, hasEntity } from '../product.ts';
import type { RowOptions } from './RowParts.tsx';

export const TIMES = ['relative-time', 'date-time', 'date'];
/** Said first of what the second line has room for. */
export const SECOND_LINE_FIRST = ['enum', 'tags', 'one-of-each'];
const MAX_ON_SECOND_LINE = 2;

/** What a phone's row says, by where it stands. */
export interface PhoneLines {
  time: FieldModel | undefined;
  picture: FieldModel | undefined;
  /** Switches that are off although they are on at first: beside the name. */
  off: FieldModel[];
  /** Of what is counted the first few, below all else. */
  pictures: FieldModel | undefined;
  /** Names a record whose sign stands before the name. */
  signed: FieldModel | undefined;
  /** What stands below the name. */
  below: FieldModel[];
  /** Of several sentences each has a line of its own, after the field's name. */
  inLines: boolean;
}

/** There is something to show, or it is asked for after the rows. */
export const hasValue = ({ name, computed }: FieldModel, record: ListRecord): boolean =>
  computed?.verb !== undefined || isFilled(record[name]);

const isSwitch = ({ type, choices }: FieldModel): boolean => type === 'boolean' && !choices?.length;
/** Its two values have words of their own: "Segment" says more than that it is not for all. */
const hasWords = ({ options }: FieldModel): boolean => options['no'] !== undefined;
/** Says itself where it is on. */
export const isSwitchWord = (field: FieldModel): boolean => isSwitch(field) && !hasWords(field);
const isOn = (value: unknown): boolean => value === true;

/** What is as it is of most records: a switch or a choice as it is at first, a state without a colour. */
const isOrdinary = ({ list }: ConsoleEntity, field: FieldModel, value: FieldValue): boolean => {
  if (isSwitch(field)) return isOn(value) === isOn(field.default);
  // What the tabs are by is what the rows of all of them are told apart by.
  if (field.name === list.tabs?.by) return false;
  // What says more after it is what the row is read for.
  if (field.choices && value === field.default && !(field.column && field.column.secondaryField)) return true;
  return field.choices?.find((choice) => choice.value === value)?.tone === 'neutral';
};

const isSentence = (field: FieldModel, value: FieldValue): boolean =>
  (field.fields ?? field.variants) !== undefined && (variantOf(field, value) ?? field).sentence !== undefined;

/** Names a record that has a sign, such as a channel. */
const isSigned = ({ display, reference }: FieldModel): boolean =>
  display === 'reference' &&
  hasEntity(reference?.entity ?? '') &&
  signField(entityByName(reference?.entity ?? '')) !== undefined;

/** What the list's tabs are by, then what the rows of a tab are read for, then what names itself. */
const rankOf = ({ list }: ConsoleEntity, { name, display, column, computed }: FieldModel): number => {
  if (name === list.tabs?.by) return 0;
  if (computed?.verb !== undefined || (column && column.tabs)) return 1;
  return SECOND_LINE_FIRST.includes(display) ? 2 : 3;
};

/** What a row on a phone says of a record beside its name. A state is worth its room where it is out of the ordinary. */
export const phoneLines = (
  { model, columns, titleColumn, same }: RowOptions,
  record: ListRecord,
): PhoneLines => {
  const others = columns.filter((field) => field !== titleColumn && hasValue(field, record));
  const time = others.find(({ display }) => TIMES.includes(display));
  const picture = others.find((field) => findDisplayType(field).picture);
  const pictures = others.find(({ display }) => display === 'pictures');
  const sign = signField(model);
  const possible = others
    .filter((field) => field !== pictures)
    // What the mark before the name, or the head of the list, says is not said again.
    .filter((field) => field !== time && !findDisplayType(field).picture && field.name !== sign?.name)
    .filter(({ name, column }) => !same.includes(name) && !(column && column.phone === false))
    .toSorted((a, b) => rankOf(model, a) - rankOf(model, b));
  const special = possible.filter((field) => !isOrdinary(model, field, record[field.name]));
  const off = special.filter((field) => isSwitchWord(field) && !isOn(record[field.name]));
  const told = special.filter((field) => !off.includes(field));
  // A line that would be empty says how it is.
  const lines = (told.length > 0 ? told : possible.filter((field) => !isSwitch(field))).slice(
    0,
    MAX_ON_SECOND_LINE,
  );
  const signed = possible.find(isSigned);
  // Beside chips its sign is enough.
  const below = lines.some(({ display }) => display === 'tags')
    ? lines.filter((field) => field !== signed)
    : lines;
  const sentences = below.filter((field) => isSentence(field, record[field.name]));
  return { time, picture, off, pictures, signed, below, inLines: sentences.length > 1 };
};
