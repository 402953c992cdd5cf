import type { Check, CheckFault } from './check.ts';
import { limitsOf, textLength } from './counting.ts';
import { childFields, fieldAt } from './fields.ts';
import { hasFormat } from './formats.ts';
import { listFaults } from './listRules.ts';
import { isPresent, matches } from './match.ts';
import { DEFAULT_MESSAGES, fillIn } from './messages.ts';
import { escapePointer, valueAt } from './pointer.ts';
import { withoutHidden } from './prune.ts';
import type { FieldErrors, FieldModel, MatchContext } from './types.ts';

export interface ValidateOptions {
  /** ajv's verdict on the entity's schema, from `createCheck` or from the build. */
  check: Check;
  user?: MatchContext['user'];
  now?: string;
  /** Fills `{{name}}` in with the variables' values; limits then count the filled text. */
  fill?: (text: string) => string;
}

/** Of several faults of one value, the first of these is told. */
const RANK = ['unknown', 'required', 'type', 'enum', 'const', 'minLength', 'maxLength', 'pattern', 'format'];

/**
 * Every fault of a record by JSON pointer, in the field's own words. Console and services call this very function,
 * so they say the same. What conditions hide is not looked at: hidden implies not required.
 */
export function validate(
  model: { fields: FieldModel[] },
  record: unknown,
  options: ValidateOptions,
): FieldErrors {
  if (record === null || typeof record !== 'object' || Array.isArray(record))
    return { '': 'An object is expected' };
  const context: MatchContext = { root: record, user: options.user, now: options.now };
  const visible = withoutHidden(model.fields, record as Record<string, unknown>, context);
  const faults: CheckFault[] = options.check(visible);
  const report = (fault: CheckFault): void => void faults.push(fault);
  objectFaults(model.fields, visible, '', context, options, report);
  return asMessages(model.fields, visible, faults, context);
}

function objectFaults(
  fields: FieldModel[],
  target: Record<string, unknown>,
  base: string,
  context: MatchContext,
  options: ValidateOptions,
  report: (fault: CheckFault) => void,
): void {
  for (const field of fields) {
    if (!matches(field.visibleWhen, target, context)) continue;
    const pointer = `${base}/${escapePointer(field.name)}`;
    const value = target[field.name];
    if (field.sameAs !== undefined && isPresent(value) && value !== target[field.sameAs])
      report({ pointer, rule: 'sameAs' });
    if (isPresent(value)) valueFaults(field, value, target, pointer, context, options, report);
    else if (isRequired(field, target, context)) report({ pointer, rule: 'required' });
    else if (Array.isArray(value)) valueFaults(field, value, target, pointer, context, options, report);
  }
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
  report: (fault: CheckFault) => void,
): void {
  const limits = limitsOf(field, target, context);
  if (typeof value === 'string') {
    const text = field.variables && options.fill ? options.fill(value) : value;
    if (limits.minLength !== undefined && textLength(text.trim(), field.counts) < limits.minLength) {
      report({ pointer, rule: 'minLength' });
    }
    if (limits.maxLength !== undefined && textLength(text, field.counts) > limits.maxLength) {
      report({ pointer, rule: 'maxLength' });
    }
    if (field.format && !hasFormat(field.format, text)) report({ pointer, rule: 'format' });
  } else if (Array.isArray(value)) {
    if (limits.minItems !== undefined && value.length < limits.minItems)
      report({ pointer, rule: 'minItems' });
    if (limits.maxItems !== undefined && value.length > limits.maxItems)
      report({ pointer, rule: 'maxItems' });
    if (field.rules) listFaults(field.rules, value, pointer).forEach(report);
    const item = field.item;
    if (item) {
      value.forEach((entry: unknown, index) =>
        valueFaults(item, entry, target, `${pointer}/${index}`, context, options, report),
      );
    }
  } else if (value !== null && typeof value === 'object') {
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

function asMessages(
  fields: FieldModel[],
  record: Record<string, unknown>,
  faults: CheckFault[],
  context: MatchContext,
): FieldErrors {
  const chosen = new Map<string, CheckFault>();
  for (const fault of faults) {
    const held = chosen.get(fault.pointer);
    if (!held || rank(fault) < rank(held)) chosen.set(fault.pointer, fault);
  }
  const errors: FieldErrors = {};
  for (const { pointer, rule } of chosen.values()) {
    errors[pointer] = messageOf(fieldAt(fields, pointer, record), rule, record, pointer, context);
  }
  return errors;
}

function rank(fault: CheckFault): number {
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
  if (!field) return `Unknown field "${pointer.slice(pointer.lastIndexOf('/') + 1)}"`;
  const message = field.messages[rule] ?? DEFAULT_MESSAGES[rule] ?? '{title} is not valid';
  return fillIn(message, field, limitsOf(field, holderOf(record, pointer, field), context));
}

/** The object that holds the field at a pointer; an item of a list has the list's own holder. */
function holderOf(record: unknown, pointer: string, field: FieldModel): unknown {
  const levels = field.path.endsWith('*') ? 2 : 1;
  return valueAt(record, pointer.split('/').slice(0, -levels).join('/'));
}
