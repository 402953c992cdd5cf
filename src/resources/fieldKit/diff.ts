import { variantOf } from '../../../schemas/model/fields.ts';
import type { FieldModel, Json, JsonObject } from '../../../schemas/model/types.ts';
import type { FieldValue } from './types.ts';

/** One changed value. */
export interface FieldChange {
  /** JSON pointer, unique within a diff. */
  pointer: string;
  /** Titles from the record's root: `['Messages', '2', 'Alt text']`. */
  titles: string[];
  field: FieldModel;
  before: FieldValue;
  after: FieldValue;
}

type Place = Pick<FieldChange, 'pointer' | 'titles'>;

/** Changes between two versions of a record, by field; `null` means that the record did not exist. */
export const diffRecords = (
  fields: FieldModel[],
  before: JsonObject | null,
  after: JsonObject | null,
): FieldChange[] => diffFields(fields, before ?? {}, after ?? {}, { pointer: '', titles: [] });

const isObject = (value: FieldValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSameValue = (a: FieldValue, b: FieldValue): boolean => {
  if (a === b || (a ?? null) === (b ?? null)) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, at) => isSameValue(one, b[at]));
  if (!isObject(a) || !isObject(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSameValue(a[key], b[key]));
};

/** Serializes a value for comparison: two values have the same text exactly when they do not differ. */
export const toComparableText = (field: FieldModel | undefined, value: FieldValue): string =>
  JSON.stringify(toComparable(field, value));

/** Reduces a value to the compared parts, in a stable order. */
const toComparable = (field: FieldModel | undefined, value: FieldValue): Json => {
  if (Array.isArray(value)) {
    const item = field?.type === 'list' ? field.item : undefined;
    return value.map((one) => toComparable(item, one));
  }
  if (!isObject(value)) return value ?? null;
  const variant = field?.variants ? variantOf(field, value) : undefined;
  const fields = field?.fields ?? variant?.fields;
  const entries = fields
    ? fields.map((one): [string, Json] => [one.name, toComparable(one, value[one.name])])
    : Object.keys(value)
        .sort()
        .map((name): [string, Json] => [name, toComparable(undefined, value[name])]);
  const present = Object.fromEntries(entries.filter(([, one]) => one !== null));
  return variant ? [variant.value, present] : present;
};

const diffFields = (
  fields: FieldModel[],
  before: JsonObject,
  after: JsonObject,
  place: Place,
): FieldChange[] =>
  fields.flatMap((field) =>
    diffValue(field, before[field.name], after[field.name], {
      pointer: `${place.pointer}/${field.name}`,
      titles: [...place.titles, field.title],
    }),
  );

const diffValue = (field: FieldModel, before: FieldValue, after: FieldValue, place: Place): FieldChange[] => {
  if (isSameValue(before, after)) return [];
  const whole: FieldChange[] = [{ ...place, field, before, after }];
  if (field.fields && isObject(before) && isObject(after))
    return diffFields(field.fields, before, after, place);
  if (field.item && field.type === 'list' && Array.isArray(before) && Array.isArray(after)) {
    return diffItems(field.item, before, after, place);
  }
  if (!field.variants || !isObject(before) || !isObject(after)) return whole;
  const was = variantOf(field, before);
  const is = variantOf(field, after);
  return was && is && was === is ? diffFields(is.fields, before, after, place) : whole;
};

/** Compares by position: an added or removed item differs as a whole. */
const diffItems = (
  item: FieldModel,
  before: FieldValue[],
  after: FieldValue[],
  place: Place,
): FieldChange[] =>
  Array.from({ length: Math.max(before.length, after.length) }, (_, at) => at).flatMap((at) =>
    diffValue(item, before[at], after[at], {
      pointer: `${place.pointer}/${at}`,
      titles: [...place.titles, String(at + 1)],
    }),
  );
