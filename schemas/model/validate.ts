import type { SchemaValidator, SchemaFault } from './schemaValidator.ts';
import {
  isLongerThan,
  isOvercombined,
  LARGEST,
  type Limits,
  limitsOf,
  textLength,
  unitsWithin,
} from './counting.ts';
import { childFields, fieldAt, mapValues } from './fields.ts';
import { traitsOf } from './fieldTypes.ts';
import { hasFormat } from './formats.ts';
import { listFaults } from './listRules.ts';
import { isPresent, matches } from './match.ts';
import { DEFAULT_MESSAGES, formatMessage } from './validationMessages.ts';
import { variableNames } from './variables.ts';
import { escapePointer, valueAt } from './pointer.ts';
import { withoutHidden } from './dropHiddenFields.ts';
import type { contentFaults } from './content.ts';
import type { FieldErrors, FieldModel, MatchContext } from './types.ts';
import { t } from '../texts/translate.ts';

export interface ValidateOptions {
  /** ajv's verdict on the entity's schema, from `createSchemaValidator` or from the build. */
  validator: SchemaValidator;
  user?: MatchContext['user'];
  now?: string;
  /** Values in use that the record's conditions name. */
  inUse?: MatchContext['inUse'];
  /**
   * Replaces `{{name}}` by the variables' values; limits then count the filled text. It may stop as soon as the filled
   * text is longer than `maxLength` UTF-16 units.
   */
  fillText?: (text: string, maxLength: number) => string;
  /** Whether a variable of this name exists; unchecked where left out. */
  isKnownVariable?: (name: string) => boolean;
  /** Judges JSON by the schema that its field names; without it, nobody does. */
  judgeContent?: typeof contentFaults;
  /** Whether a pattern (`"format": "regex"`) takes too long to match; without it, nobody asks. */
  isPatternTooLarge?: (pattern: string) => boolean;
  /**
   * The record as it is stored: a text that it has already stays good where a limit came later, and so does a choice or
   * an inner field that only a newer version of the schema has.
   */
  stored?: unknown;
}

/** How much longer than its English a stored text may be. */
const STORED_TIMES = 8;
/** Of several faults of one value, the first of these is told. */
const RANK = [
  ...['unknown', 'required', 'type', 'enum', 'const'],
  ...[
    'minLength',
    'maxLength',
    'combiningMarks',
    'singleLine',
    'controlCharacters',
    'pattern',
    'format',
    'patternSize',
    'variable',
  ],
];

const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;
const CONTROL = /\p{Cc}/u;

/**
 * Every fault of a record by JSON pointer, in the field's own words. Console and services call this very function,
 * so they say the same. What conditions hide is not looked at: hidden implies not required. Values of any size are
 * judged in a time that grows with their size and no faster: what is beyond its limit by length alone is cut there
 * before patterns and rules see it.
 */
export function validate(
  model: { fields: FieldModel[] },
  record: unknown,
  options: ValidateOptions,
): FieldErrors {
  if (record === null || typeof record !== 'object' || Array.isArray(record))
    return { '': t('An object is expected') };
  const { user, now, inUse } = options;
  const context: MatchContext = { root: record, user, now, inUse };
  const visible = withoutHidden(model.fields, record as Record<string, unknown>, context);
  const faults: SchemaFault[] = [];
  const report = (fault: SchemaFault): void => void faults.push(fault);
  const few = withFewUnknown(model.fields, visible);
  const bounded = withinBounds(model.fields, few, context, report);
  // No spread: there may be more faults than a call takes arguments.
  options.validator(bounded).forEach((fault) => {
    if (!isNewer(fault, bounded, options.stored)) report(fault);
  });
  objectFaults(model.fields, bounded, '', context, options, report);
  return asMessages(model.fields, bounded, faults, context);
}

/** Whether it is a choice, or a field inside of a value, that is stored already: a newer version beside this one has it. */
function isNewer({ pointer, rule }: SchemaFault, record: unknown, stored: unknown): boolean {
  if (stored === undefined || (rule !== 'enum' && rule !== 'unknown')) return false;
  const held = valueAt(stored, pointer);
  return held !== undefined && JSON.stringify(held) === JSON.stringify(valueAt(record, pointer));
}

/** The record with texts and lists that are too long by any count cut to what their limit may hold, and told. */
function withinBounds(
  fields: FieldModel[],
  record: Record<string, unknown>,
  context: MatchContext,
  report: (fault: SchemaFault) => void,
): Record<string, unknown> {
  return mapValues(fields, record, (field, value, pointer, parent) => {
    if (typeof value === 'string') {
      const { maxLength } = boundsOf(field, parent, context);
      // Filled in, a text may become shorter than it is.
      const most = field.variables ? LARGEST.text : unitsWithin(maxLength, field.lengthUnit);
      if (value.length <= most) return value;
      report({ pointer, rule: 'maxLength' });
      return value.slice(0, most);
    }
    if (field.type === 'json' && isLargeJson(value)) {
      report({ pointer, rule: 'maxSize' });
      return Array.isArray(value) ? [] : {};
    }
    if (!Array.isArray(value)) return withFewUnknown(childFields(field, value), value);
    const { maxItems } = boundsOf(field, parent, context);
    if (value.length <= maxItems) return value;
    report({ pointer, rule: 'maxItems' });
    return value.slice(0, maxItems);
  });
}

/** The object with no more unknown fields than are told; other values, and objects of free shape, as they are. */
function withFewUnknown<T>(fields: FieldModel[], value: T): T {
  if (fields.length === 0 || value === null || typeof value !== 'object') return value;
  const names = Object.keys(value);
  if (names.length <= fields.length + LARGEST.faults) return value;
  const known = new Set(fields.map((field) => field.name));
  const unknown = names.filter((name) => !known.has(name)).slice(0, LARGEST.faults);
  const kept = [...known].filter((name) => Object.hasOwn(value, name));
  return Object.fromEntries(
    [...kept, ...unknown].map((name) => [name, (value as Record<string, unknown>)[name]]),
  ) as T;
}

function isLargeJson(value: unknown): boolean {
  return value !== null && typeof value === 'object' && JSON.stringify(value).length > LARGEST.json;
}

/** The limits that hold for a field now, those of every record where the schema names none. */
function boundsOf(
  field: FieldModel,
  target: unknown,
  context: MatchContext,
): Limits & { maxLength: number; maxItems: number } {
  const limits = limitsOf(field, target, context);
  const { minLength, minItems, maxLength = LARGEST.text, maxItems = LARGEST.items } = limits;
  // What the services alone write may bring its key and values along (`schemas/texts/stored.ts`).
  const times = field.readOnly || field.live ? STORED_TIMES : 1;
  return { minLength, minItems, maxLength: times * maxLength, maxItems };
}

function objectFaults(
  fields: FieldModel[],
  target: Record<string, unknown>,
  base: string,
  context: MatchContext,
  options: ValidateOptions,
  report: (fault: SchemaFault) => void,
): void {
  for (const field of fields) {
    if (!matches(field.visibleWhen, target, context)) continue;
    const pointer = `${base}/${escapePointer(field.name)}`;
    const value = target[field.name];
    if (field.sameAs !== undefined && isPresent(value) && value !== target[field.sameAs])
      report({ pointer, rule: 'sameAs' });
    if (
      field.combinedMaximum &&
      typeof value === 'number' &&
      sumOf(field.combinedMaximum.otherFields, value, target) > field.combinedMaximum.maximum
    )
      report({ pointer, rule: 'combinedMaximum' });
    if (isPresent(value)) valueFaults(field, value, target, pointer, context, options, report);
    else if (isRequired(field, target, context)) report({ pointer, rule: 'required' });
    else if (Array.isArray(value)) valueFaults(field, value, target, pointer, context, options, report);
  }
}

function sumOf(names: string[], value: unknown, target: Record<string, unknown>): number {
  const numbers = [value, ...names.map((name) => target[name])].filter((one) => typeof one === 'number');
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** Whether the field must be filled in now; `target` is the object that holds it. */
export function isRequired(field: FieldModel, target: unknown, context: MatchContext): boolean {
  return field.required || (field.requiredWhen !== undefined && matches(field.requiredWhen, target, context));
}

function valueFaults(
  field: FieldModel,
  value: unknown,
  target: Record<string, unknown>,
  pointer: string,
  context: MatchContext,
  options: ValidateOptions,
  report: (fault: SchemaFault) => void,
): void {
  const limits = boundsOf(field, target, context);
  if (typeof value === 'string') {
    for (const rule of textFaults(field, value, limits, options)) report({ pointer, rule });
    const late = lateFaults(field, value, limits.maxLength, options);
    if (late.length > 0 && valueAt(options.stored, pointer) !== value)
      for (const rule of late) report({ pointer, rule });
  } else if (Array.isArray(value)) {
    if (limits.minItems !== undefined && value.length < limits.minItems)
      report({ pointer, rule: 'minItems' });
    if (field.rules) listFaults(field.rules, value, pointer).forEach(report);
    const item = field.item;
    if (item) {
      value.forEach((entry: unknown, index) =>
        valueFaults(item, entry, target, `${pointer}/${index}`, context, options, report),
      );
    }
  } else if (value !== null && typeof value === 'object') {
    for (const fault of (field.content && options.judgeContent?.(field.content, value)) ?? [])
      report({ ...fault, pointer: pointer + fault.pointer, rule: 'content' });
    objectFaults(
      childFields(field, value),
      value as Record<string, unknown>,
      pointer,
      context,
      options,
      report,
    );
  }
}

function textFaults(
  field: FieldModel,
  value: string,
  { minLength, maxLength }: ReturnType<typeof boundsOf>,
  { fillText, isKnownVariable }: ValidateOptions,
): string[] {
  const most = unitsWithin(maxLength, field.lengthUnit);
  const text = field.variables && fillText ? fillText(value, most) : value;
  const faults: string[] = [];
  if (field.variables && isKnownVariable && !variableNames(value).every(isKnownVariable))
    faults.push('variable');
  if (isLongerThan(text, maxLength, field.lengthUnit)) faults.push('maxLength');
  else if (field.format && !hasFormat(field.format, text)) faults.push('format');
  if (minLength !== undefined && textLength(text.trim(), field.lengthUnit, minLength) < minLength)
    faults.push('minLength');
  if (traitsOf(field).oneLine) {
    if (LINE_BREAK.test(value)) faults.push('singleLine');
    else if (CONTROL.test(value)) faults.push('controlCharacters');
  }
  return faults;
}

/** Faults of a text that is stored may stay: limits that came later than the text. */
function lateFaults(
  field: FieldModel,
  value: string,
  maxLength: number,
  { fillText, isPatternTooLarge }: ValidateOptions,
): string[] {
  if (field.format === 'regex' && isPatternTooLarge?.(value)) return ['patternSize'];
  const text =
    field.variables && fillText ? fillText(value, unitsWithin(maxLength, field.lengthUnit)) : value;
  return isOvercombined(text, maxLength, field.lengthUnit) ? ['combiningMarks'] : [];
}

function asMessages(
  fields: FieldModel[],
  record: Record<string, unknown>,
  faults: SchemaFault[],
  context: MatchContext,
): FieldErrors {
  const chosen = new Map<string, SchemaFault>();
  for (const fault of faults) {
    const held = chosen.get(fault.pointer);
    if (!held || rank(fault) < rank(held)) chosen.set(fault.pointer, fault);
  }
  const errors: FieldErrors = {};
  for (const { pointer, rule, text } of [...chosen.values()].slice(0, LARGEST.faults)) {
    errors[pointer] = text ?? messageOf(fieldAt(fields, pointer, record), rule, record, pointer, context);
  }
  return withOuter(fields, record, errors);
}

/** Fields that have words of their own for a fault somewhere inside tell that too. */
function withOuter(fields: FieldModel[], record: Record<string, unknown>, errors: FieldErrors): FieldErrors {
  const outer: FieldErrors = {};
  for (const pointer of Object.keys(errors)) {
    for (let end = pointer.lastIndexOf('/'); end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const around = pointer.slice(0, end);
      const message = fieldAt(fields, around, record)?.messages['nested'];
      if (message !== undefined) outer[around] = message;
    }
  }
  return { ...outer, ...errors };
}

function rank(fault: SchemaFault): number {
  const place = RANK.indexOf(fault.rule);
  return place < 0 ? RANK.length : place;
}

function messageOf(
  field: FieldModel | undefined,
  rule: string,
  record: Record<string, unknown>,
  pointer: string,
  context: MatchContext,
): string {
  if (!field)
    return t('Unknown field "%{pointer}"', { pointer: pointer.slice(pointer.lastIndexOf('/') + 1) });
  const message = field.messages[rule] ?? DEFAULT_MESSAGES[rule] ?? t('{title} is not valid');
  return formatMessage(message, field, boundsOf(field, holderOf(record, pointer, field), context));
}

/** The object that holds the field at a pointer; an item of a list has the list's own holder. */
function holderOf(record: unknown, pointer: string, field: FieldModel): unknown {
  const levels = field.path.endsWith('*') ? 2 : 1;
  return valueAt(record, pointer.split('/').slice(0, -levels).join('/'));
}
