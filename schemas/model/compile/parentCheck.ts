import { matchPaths } from '../match.ts';
import { unknownNameMessage } from '../didYouMean.ts';
import { placeholdersIn } from '../placeholders.ts';
import { isWritable, SOURCES } from '../sources.ts';
import type { EntityModel } from '../types.ts';
import { jsonPointer, type Problems } from './problems.ts';

/** Path segments after any record's id. */
const RESERVED_SEGMENTS = ['history', 'used-by', 'duplicate', 'move', 'restore'];

/** Checks a nested collection: a reference to its parent, and a path with the parent once. */
export function checkParent(model: EntityModel, entities: EntityModel[], problems: Problems): void {
  const path = jsonPointer('x-entity', 'path');
  const placeholders = [...model.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const { parent } = model;
  checkParents(model, entities, problems);
  if (!parent) {
    if (model.path.includes('/')) problems.add(path, 'only a collection below a "parent" has several parts');
    return;
  }
  const place = jsonPointer('x-entity', 'parent');
  const references = model.fields.filter((one) => one.type === 'reference').map((one) => one.name);
  const field = model.fields.find((one) => one.name === parent.field);
  if (!field || !references.includes(parent.field))
    return problems.add(place, unknownNameMessage('reference to one record', parent.field, references));
  if (!field.required)
    problems.add(place, `"${parent.field}" must be in "required": a record without it is nowhere`);
  if (model.single) problems.add(place, 'has no effect on a single record');
  const parentEntity = entities.find((one) => one.name === parent.entity);
  if (parentEntity?.parent)
    problems.add(place, `${parentEntity.name} has a parent itself: collections nest once`);
  if (parentEntity && !isWritable(parentEntity))
    problems.add(
      place,
      `${parentEntity.name} is ${SOURCES[parentEntity.source].description}; nothing can belong to its records`,
    );
  if (placeholders.length !== 1 || placeholders[0] !== parent.field)
    problems.add(path, `must name the parent once, as {${parent.field}}`);
  const [last = ''] = model.path.split('/').slice(-1);
  const verbs = (parentEntity?.actions ?? []).map(({ id }) => id);
  if (last.startsWith('{')) problems.add(path, 'must end with the name of the collection');
  else if (
    model.path === `${parentEntity?.path}/{${parent.field}}/${last}` &&
    [...RESERVED_SEGMENTS, ...verbs].includes(last)
  )
    problems.add(path, `"${last}" stands behind the id of every ${parent.entity} already`);
}

/** Checks the list of parents: there is a parent and a route, and it names the parent's fields. */
function checkParents(
  { parents, parent, routes }: EntityModel,
  entities: EntityModel[],
  problems: Problems,
): void {
  if (!parents) return;
  const place = (...keys: (string | number)[]): string => jsonPointer('x-entity', 'parents', ...keys);
  const parentEntity = entities.find(({ name }) => name === parent?.entity);
  if (!parent || !parentEntity) return problems.add(place(), 'has no effect without a "parent"');
  if (!routes || !routes.list.endsWith(`/:${parent.field}`))
    problems.add(place(), `has no address without a route that ends with "/:${parent.field}"`);
  const names = parentEntity.fields.filter(({ secret }) => !secret).map(({ name }) => name);
  const check = (name: string, ...keys: (string | number)[]): void => {
    if (!names.includes(name)) problems.add(place(...keys), unknownNameMessage('field', name, names));
  };
  parents.columns?.forEach((name, index) => check(name, 'columns', index));
  parents.under?.forEach(({ text, when, action }, index) => {
    for (const name of placeholdersIn(text)) check(name, 'under', index, 'text');
    for (const name of matchPaths(when)) check(name, 'under', index, 'when');
    if (action !== undefined)
      problems.add(place('under', index, 'action'), 'has no effect: nothing is done there');
  });
}
