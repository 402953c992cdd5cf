import { traitsOf } from '../fieldTypes.ts';
import { walkFields } from '../fields.ts';
import { unknownNameMessage } from '../didYouMean.ts';
import { isWritten, SOURCES } from '../sources.ts';
import { SYSTEM_FIELD_NAMES } from '../systemFields.ts';
import type { EntityModel, FieldModel, ProductModel } from '../types.ts';
import { checkMatch } from './matchCheck.ts';
import { jsonPointer, type Problems } from './problems.ts';
import { placeholdersIn } from '../placeholders.ts';

/** Marks of which one record has each: truth values, among records that are the same in single values. */
export function checkExclusive({ fields, exclusive }: EntityModel, problems: Problems): void {
  const marks = fields.filter((one) => one.type === 'boolean').map((one) => one.name);
  const keys = fields.filter((one) => traitsOf(one).naming && !one.secret && !one.computed);
  const names = keys.map((one) => one.name);
  exclusive.forEach(({ field, within }, index) => {
    const path = jsonPointer('x-entity', 'exclusive', index);
    if (!marks.includes(field))
      problems.add(`${path}/field`, unknownNameMessage('field of type boolean', field, marks));
    within.forEach((name, place) => {
      if (!names.includes(name))
        problems.add(`${path}/within/${place}`, unknownNameMessage('field with a single value', name, names));
    });
  });
}

/** An order of its own: many records of a table, each with its place beside it. */
export function checkOrdered(model: EntityModel, problems: Problems): void {
  const { ordered, fields, single } = model;
  if (ordered === undefined) return;
  const path = jsonPointer('x-entity', 'ordered');
  const places = fields.filter(({ type, live }) => type === 'number' && live).map(({ name }) => name);
  if (!isWritten(model)) problems.add(path, `records are ${SOURCES[model.source].called}`);
  else if (single) problems.add(path, 'one record has no order');
  else if (!places.includes(ordered))
    problems.add(path, unknownNameMessage('number that is live', ordered, places));
}

/** A text worked out of other values: of those that everybody who sees the record may see, and that are stored. */
function checkText(
  { fields }: EntityModel,
  { name, type, required }: FieldModel,
  text: string,
  problems: Problems,
): void {
  const path = jsonPointer('properties', name, 'x-field', 'computed', 'text');
  const usable = fields.filter(
    (one) => traitsOf(one).naming && !one.secret && !one.computed && !one.access.read,
  );
  const names = ['$origin', 'id', ...usable.map((one) => one.name)];
  if (type === 'number')
    problems.add(jsonPointer('properties', name, 'type'), 'a text that is worked out is a string');
  if (required) problems.add(jsonPointer('required'), `"${name}" is worked out; nobody fills it in`);
  for (const used of placeholdersIn(text))
    if (!names.includes(used))
      problems.add(path, unknownNameMessage('field with a single value', used, names));
}

/** Counts: of an entity's stored records, by a field of theirs that refers here. Texts: of fields that there are. */
export function checkComputed(model: EntityModel, context: ProductModel, problems: Problems): void {
  const { entities } = context;
  for (const field of model.fields) {
    const { name, type, computed, required } = field;
    if (computed?.text !== undefined) checkText(model, field, computed.text, problems);
    if (computed?.verb !== undefined) {
      if (type !== 'number')
        problems.add(jsonPointer('properties', name, 'type'), 'what is asked for is a number');
      if (required) problems.add(jsonPointer('required'), `"${name}" is asked for; nobody fills it in`);
    }
    if (!computed?.count) continue;
    const { entity, by, where } = computed.count;
    const path = jsonPointer('properties', name, 'x-field', 'computed', 'count');
    if (type !== 'number') problems.add(jsonPointer('properties', name, 'type'), 'a count is a number');
    if (required) problems.add(jsonPointer('required'), `"${name}" is counted; nobody fills it in`);
    const tables = entities.filter(isWritten).map((one) => one.name);
    const counted = entities.find((one) => one.name === entity && tables.includes(entity));
    if (!counted) {
      problems.add(`${path}/entity`, unknownNameMessage('entity', entity, tables));
      continue;
    }
    const fits = counted.fields.filter((one) => one.reference?.entity === model.name).map((one) => one.name);
    if (!fits.includes(by))
      problems.add(
        `${path}/by`,
        by === ''
          ? `must name the field of ${entity} that refers to ${model.name}; there ${fits.length > 1 ? `are ${fits.join(', ')}` : 'is none'}`
          : unknownNameMessage(`reference of ${entity} to ${model.name}`, by, fits),
      );
    checkMatch(where, { siblings: counted.fields, root: counted.fields, context }, `${path}/where`, problems);
  }
  walkFields(model.fields, (field) => {
    if (field.computed && !model.fields.includes(field))
      problems.add(
        '',
        `"${field.path}" is ${field.computed.count ? 'counted' : 'worked out'}, which only fields of the record itself are`,
      );
  });
}

/** Earlier names: of fields that are gone, each taken up once. */
export function checkRenamed({ fields }: EntityModel, problems: Problems): void {
  const taken = new Map<string, string>();
  for (const { name, renamedFrom: old } of fields) {
    if (old === undefined) continue;
    const path = jsonPointer('properties', name, 'x-field', 'renamedFrom');
    const other = taken.get(old);
    if (fields.some((one) => one.name === old))
      problems.add(path, `"${old}" is a field still: what is stored under it stays there`);
    else if (SYSTEM_FIELD_NAMES.includes(old)) problems.add(path, `"${old}" is a field of every record`);
    else if (other !== undefined) problems.add(path, `"${old}" became "${other}" already`);
    taken.set(old, name);
  }
  walkFields(fields, (field) => {
    if (field.renamedFrom !== undefined && !fields.includes(field))
      problems.add(
        '',
        `"${field.path}" is inside another field; only fields of the record itself are renamed`,
      );
  });
}
