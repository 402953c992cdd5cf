import type { SchemaValidator, SchemaFault } from './schemaValidator.ts';
import {
  isLongerThan,
  hasTooManyCombiningMarks,
  DEFAULT_LIMITS,
  type Limits,
  activeLimits,
  textLength,
  maxUnits,
} from './textLength.ts';
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
  /** Validates the record against the entity's JSON Schema; from `createSchemaValidator` or from the build. */
  validator: SchemaValidator;
  user?: MatchContext['user'];
  now?: string;
  /** Values in use that conditions read. */
  inUse?: MatchContext['inUse'];
  /**
   * Fills in variables; limits then count the filled text. May stop once the result exceeds `maxLength` UTF-16 units.
   */
  fillText?: (text: string, maxLength: number) => string;
  /** Whether a variable of this name exists; not checked where absent. */
  isKnownVariable?: (name: string) => boolean;
  /** Validates JSON values against the field's content schema; not checked where absent. */
  checkContent?: typeof contentFaults;
  /** Whether a pattern (`"format": "regex"`) is too expensive to match; not checked where absent. */
  isPatternTooLarge?: (pattern: string) => boolean;
  /**
   * The stored record: an unchanged text stays valid where a limit was added later, and so do choices and nested fields
   * that only a newer version of the schema has.
   */
  stored?: unknown;
}

/** A stored, translatable text (`schemas/texts/stored.ts`) may be longer than its English by this factor. */
const STORED_LENGTH_FACTOR = 8;
/** Of several faults of one value, the first in this order is reported. */
const RULE_PRIORITY = [
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
 * Validates a record: messages by JSON pointer, in the field's own words. Console and services both call it, so that
 * they agree. Hidden fields are not checked, so they are never required. Takes linear time whatever the values: those
 * beyond a limit by length alone are cut before patterns and rules see them.
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
  const withoutExcess = limitUnknownFields(model.fields, visible);
  const bounded = truncateToLimits(model.fields, withoutExcess, context, report);
  // No spread: there may be more faults than a call can have arguments.
  options.validator(bounded).forEach((fault) => {
    if (!isFromNewerSchema(fault, bounded, options.stored)) report(fault);
  });
  reportObjectFaults(model.fields, bounded, '', context, options, report);
  return toFieldErrors(model.fields, bounded, faults, context);
}

/**
 * Whether the fault is a choice or nested field that is stored already: a newer version of the services, running beside
 * this one, knows it.
 */
function isFromNewerSchema({ pointer, rule }: SchemaFault, record: unknown, stored: unknown): boolean {
  if (stored === undefined || (rule !== 'enum' && rule !== 'unknown')) return false;
  const storedValue = valueAt(stored, pointer);
  return (
    storedValue !== undefined && JSON.stringify(storedValue) === JSON.stringify(valueAt(record, pointer))
  );
}

/** The record with overlong texts and lists cut to their maximum; reports them. */
function truncateToLimits(
  fields: FieldModel[],
  record: Record<string, unknown>,
  context: MatchContext,
  report: (fault: SchemaFault) => void,
): Record<string, unknown> {
  return mapValues(fields, record, (field, value, pointer, parent) => {
    if (typeof value === 'string') {
      const { maxLength } = limitsWithDefaults(field, parent, context);
      // The filled text may be shorter.
      const maxLengthInUnits = field.variables
        ? DEFAULT_LIMITS.textUnits
        : maxUnits(maxLength, field.lengthUnit);
      if (value.length <= maxLengthInUnits) return value;
      report({ pointer, rule: 'maxLength' });
      return value.slice(0, maxLengthInUnits);
    }
    if (field.type === 'json' && isLargeJson(value)) {
      report({ pointer, rule: 'maxSize' });
      return Array.isArray(value) ? [] : {};
    }
    if (!Array.isArray(value)) return limitUnknownFields(childFields(field, value), value);
    const { maxItems } = limitsWithDefaults(field, parent, context);
    if (value.length <= maxItems) return value;
    report({ pointer, rule: 'maxItems' });
    return value.slice(0, maxItems);
  });
}

/**
 * The object without the unknown fields that would not be reported anyway; free-form objects and other values
 * unchanged.
 */
function limitUnknownFields<T>(fields: FieldModel[], value: T): T {
  if (fields.length === 0 || value === null || typeof value !== 'object') return value;
  const names = Object.keys(value);
  if (names.length <= fields.length + DEFAULT_LIMITS.faultsPerRecord) return value;
  const known = new Set(fields.map((field) => field.name));
  const unknown = names.filter((name) => !known.has(name)).slice(0, DEFAULT_LIMITS.faultsPerRecord);
  const present = [...known].filter((name) => Object.hasOwn(value, name));
  return Object.fromEntries(
    [...present, ...unknown].map((name) => [name, (value as Record<string, unknown>)[name]]),
  ) as T;
}

function isLargeJson(value: unknown): boolean {
  return (
    value !== null && typeof value === 'object' && JSON.stringify(value).length > DEFAULT_LIMITS.jsonUnits
  );
}

/** The active limits of a field, with `DEFAULT_LIMITS` where the schema has none. */
function limitsWithDefaults(
  field: FieldModel,
  target: unknown,
  context: MatchContext,
): Limits & { maxLength: number; maxItems: number } {
  const limits = activeLimits(field, target, context);
  const {
    minLength,
    minItems,
    maxLength = DEFAULT_LIMITS.textUnits,
    maxItems = DEFAULT_LIMITS.listItems,
  } = limits;
  // Texts that the services write may be stored texts, which include their key and values.
  const factor = field.readOnly || field.live ? STORED_LENGTH_FACTOR : 1;
  return { minLength, minItems, maxLength: factor * maxLength, maxItems };
}

function reportObjectFaults(
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
    if (isPresent(value)) reportValueFaults(field, value, target, pointer, context, options, report);
    else if (isRequired(field, target, context)) report({ pointer, rule: 'required' });
    else if (Array.isArray(value)) reportValueFaults(field, value, target, pointer, context, options, report);
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

function reportValueFaults(
  field: FieldModel,
  value: unknown,
  target: Record<string, unknown>,
  pointer: string,
  context: MatchContext,
  options: ValidateOptions,
  report: (fault: SchemaFault) => void,
): void {
  const limits = limitsWithDefaults(field, target, context);
  if (typeof value === 'string') {
    for (const rule of textFaults(field, value, limits, options)) report({ pointer, rule });
    const added = addedLimitFaults(field, value, limits.maxLength, options);
    if (added.length > 0 && valueAt(options.stored, pointer) !== value)
      for (const rule of added) report({ pointer, rule });
  } else if (Array.isArray(value)) {
    if (limits.minItems !== undefined && value.length < limits.minItems)
      report({ pointer, rule: 'minItems' });
    if (field.rules) listFaults(field.rules, value, pointer).forEach(report);
    const item = field.item;
    if (item) {
      value.forEach((entry: unknown, index) =>
        reportValueFaults(item, entry, target, `${pointer}/${index}`, context, options, report),
      );
    }
  } else if (value !== null && typeof value === 'object') {
    for (const fault of (field.content && options.checkContent?.(field.content, value)) ?? [])
      report({ ...fault, pointer: pointer + fault.pointer, rule: 'content' });
    reportObjectFaults(
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
  { minLength, maxLength }: ReturnType<typeof limitsWithDefaults>,
  { fillText, isKnownVariable }: ValidateOptions,
): string[] {
  const maxLengthInUnits = maxUnits(maxLength, field.lengthUnit);
  const text = field.variables && fillText ? fillText(value, maxLengthInUnits) : value;
  const faults: string[] = [];
  if (field.variables && isKnownVariable && !variableNames(value).every(isKnownVariable))
    faults.push('variable');
  if (isLongerThan(text, maxLength, field.lengthUnit)) faults.push('maxLength');
  else if (field.format && !hasFormat(field.format, text)) faults.push('format');
  if (minLength !== undefined && textLength(text.trim(), field.lengthUnit, minLength) < minLength)
    faults.push('minLength');
  if (traitsOf(field).singleLine) {
    if (LINE_BREAK.test(value)) faults.push('singleLine');
    else if (CONTROL.test(value)) faults.push('controlCharacters');
  }
  return faults;
}

/** Faults by rules that were added later than the text was stored; an unchanged text is exempt from them. */
function addedLimitFaults(
  field: FieldModel,
  value: string,
  maxLength: number,
  { fillText, isPatternTooLarge }: ValidateOptions,
): string[] {
  if (field.format === 'regex' && isPatternTooLarge?.(value)) return ['patternSize'];
  const text = field.variables && fillText ? fillText(value, maxUnits(maxLength, field.lengthUnit)) : value;
  return hasTooManyCombiningMarks(text, maxLength, field.lengthUnit) ? ['combiningMarks'] : [];
}

function toFieldErrors(
  fields: FieldModel[],
  record: Record<string, unknown>,
  faults: SchemaFault[],
  context: MatchContext,
): FieldErrors {
  const faultsByPointer = new Map<string, SchemaFault>();
  for (const fault of faults) {
    const current = faultsByPointer.get(fault.pointer);
    if (!current || priorityOf(fault) < priorityOf(current)) faultsByPointer.set(fault.pointer, fault);
  }
  const errors: FieldErrors = {};
  for (const { pointer, rule, text } of [...faultsByPointer.values()].slice(
    0,
    DEFAULT_LIMITS.faultsPerRecord,
  )) {
    errors[pointer] = text ?? faultMessage(fieldAt(fields, pointer, record), rule, record, pointer, context);
  }
  return addNestedMessages(fields, record, errors);
}

/** Adds the `nested` message of every enclosing field that has one. */
function addNestedMessages(
  fields: FieldModel[],
  record: Record<string, unknown>,
  errors: FieldErrors,
): FieldErrors {
  const nested: FieldErrors = {};
  for (const pointer of Object.keys(errors)) {
    for (let end = pointer.lastIndexOf('/'); end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const outerPointer = pointer.slice(0, end);
      const message = fieldAt(fields, outerPointer, record)?.messages['nested'];
      if (message !== undefined) nested[outerPointer] = message;
    }
  }
  return { ...nested, ...errors };
}

function priorityOf(fault: SchemaFault): number {
  const priority = RULE_PRIORITY.indexOf(fault.rule);
  return priority < 0 ? RULE_PRIORITY.length : priority;
}

function faultMessage(
  field: FieldModel | undefined,
  rule: string,
  record: Record<string, unknown>,
  pointer: string,
  context: MatchContext,
): string {
  if (!field)
    return t('Unknown field "%{pointer}"', { pointer: pointer.slice(pointer.lastIndexOf('/') + 1) });
  const message = field.messages[rule] ?? DEFAULT_MESSAGES[rule] ?? t('{title} is not valid');
  return formatMessage(message, field, limitsWithDefaults(field, parentOf(record, pointer, field), context));
}

/** The object that has the field at a pointer; for a list's item, the object that has the list. */
function parentOf(record: unknown, pointer: string, field: FieldModel): unknown {
  const levels = field.path.endsWith('*') ? 2 : 1;
  return valueAt(record, pointer.split('/').slice(0, -levels).join('/'));
}
