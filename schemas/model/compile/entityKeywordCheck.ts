import { traitsOf } from '../fieldTypes.ts';
import { walkFields } from '../fields.ts';
import { unknownNameMessage } from '../didYouMean.ts';
import { isWritable, SOURCES } from '../sources.ts';
import { SYSTEM_FIELD_NAMES } from '../systemFields.ts';
import type { EntityModel, FieldModel, ProductModel } from '../types.ts';
import { checkMatch } from './matchCheck.ts';
import { jsonPointer, type Problems } from './problems.ts';
import { placeholdersIn } from '../placeholders.ts';

/** `exclusive` names booleans, within fields with a single value. */
export function checkExclusive({ fields, exclusive }: EntityModel, problems: Problems): void {
  const booleans = fields.filter((one) => one.type === 'boolean').map((one) => one.name);
  const keys = fields.filter((one) => traitsOf(one).usableInTitle && !one.secret && !one.computed);
  const names = keys.map((one) => one.name);
  exclusive.forEach(({ field, within }, index) => {
    const path = jsonPointer('x-entity', 'exclusive', index);
    if (!booleans.includes(field))
      problems.add(`${path}/field`, unknownNameMessage('field of type boolean', field, booleans));
    within.forEach((name, place) => {
      if (!names.includes(name))
        problems.add(`${path}/within/${place}`, unknownNameMessage('field with a single value', name, names));
    });
  });
}

/** `ordered` names a live number field, in an entity with many writable records. */
export function checkOrdered(model: EntityModel, problems: Problems): void {
  const { ordered, fields, single } = model;
  if (ordered === undefined) return;
  const path = jsonPointer('x-entity', 'ordered');
  const liveNumbers = fields.filter(({ type, live }) => type === 'number' && live).map(({ name }) => name);
  if (!isWritable(model)) problems.add(path, `records are ${SOURCES[model.source].description}`);
  else if (single) problems.add(path, 'one record has no order');
  else if (!liveNumbers.includes(ordered))
    problems.add(path, unknownNameMessage('number that is live', ordered, liveNumbers));
}

/** A computed text uses stored single values that everybody who sees the record may read. */
function checkComputedText(
  { fields }: EntityModel,
  { name, type, required }: FieldModel,
  text: string,
  problems: Problems,
): void {
  const path = jsonPointer('properties', name, 'x-field', 'computed', 'text');
  const usable = fields.filter(
    (one) => traitsOf(one).usableInTitle && !one.secret && !one.computed && !one.access.read,
  );
  const names = ['$origin', 'id', ...usable.map((one) => one.name)];
  if (type === 'number')
    problems.add(jsonPointer('properties', name, 'type'), 'a text that is worked out is a string');
  if (required) problems.add(jsonPointer('required'), `"${name}" is worked out; nobody fills it in`);
  for (const used of placeholdersIn(text))
    if (!names.includes(used))
      problems.add(path, unknownNameMessage('field with a single value', used, names));
}

/** Checks `computed`: counts are of writable entities with a field that refers here, texts use existing fields. */
export function checkComputed(model: EntityModel, context: ProductModel, problems: Problems): void {
  const { entities } = context;
  for (const field of model.fields) {
    const { name, type, computed, required } = field;
    if (computed?.text !== undefined) checkComputedText(model, field, computed.text, problems);
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
    const tables = entities.filter(isWritable).map((one) => one.name);
    const countedEntity = entities.find((one) => one.name === entity && tables.includes(entity));
    if (!countedEntity) {
      problems.add(`${path}/entity`, unknownNameMessage('entity', entity, tables));
      continue;
    }
    const references = countedEntity.fields
      .filter((one) => one.reference?.entity === model.name)
      .map((one) => one.name);
    if (!references.includes(by))
      problems.add(
        `${path}/by`,
        by === ''
          ? `must name the field of ${entity} that refers to ${model.name}; there ${references.length > 1 ? `are ${references.join(', ')}` : 'is none'}`
          : unknownNameMessage(`reference of ${entity} to ${model.name}`, by, references),
      );
    checkMatch(
      where,
      { siblings: countedEntity.fields, root: countedEntity.fields, context },
      `${path}/where`,
      problems,
    );
  }
  walkFields(model.fields, (field) => {
    if (field.computed && !model.fields.includes(field))
      problems.add(
        '',
        `"${field.path}" is ${field.computed.count ? 'counted' : 'worked out'}, which only fields of the record itself are`,
      );
  });
}

/** `renamedFrom` names a field that no longer exists, and each name is used once. */
export function checkRenamed({ fields }: EntityModel, problems: Problems): void {
  const newNames = new Map<string, string>();
  for (const { name, renamedFrom: formerName } of fields) {
    if (formerName === undefined) continue;
    const path = jsonPointer('properties', name, 'x-field', 'renamedFrom');
    const other = newNames.get(formerName);
    if (fields.some((one) => one.name === formerName))
      problems.add(path, `"${formerName}" is a field still: what is stored under it stays there`);
    else if (SYSTEM_FIELD_NAMES.includes(formerName))
      problems.add(path, `"${formerName}" is a field of every record`);
    else if (other !== undefined) problems.add(path, `"${formerName}" became "${other}" already`);
    newNames.set(formerName, name);
  }
  walkFields(fields, (field) => {
    if (field.renamedFrom !== undefined && !fields.includes(field))
      problems.add(
        '',
        `"${field.path}" is inside another field; only fields of the record itself are renamed`,
      );
  });
}
