import { matchPaths } from '../match.ts';
import { unknownNameMessage } from '../didYouMean.ts';
import { placeholdersIn } from '../placeholders.ts';
import { isWritten, SOURCES } from '../sources.ts';
import type { EntityModel } from '../types.ts';
import { jsonPointer, type Problems } from './problems.ts';

/** What stands behind the id of any record already. */
const TAKEN = ['history', 'used-by', 'duplicate', 'move', 'restore'];

/** A nested collection: the reference to its parent, and an address that names that one once. */
export function checkParent(model: EntityModel, entities: EntityModel[], problems: Problems): void {
  const path = jsonPointer('x-entity', 'path');
  const named = [...model.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const { parent } = model;
  checkParents(model, entities, problems);
  if (!parent) {
    if (model.path.includes('/')) problems.add(path, 'only a collection below a "parent" has several parts');
    return;
  }
  const place = jsonPointer('x-entity', 'parent');
  const fits = model.fields.filter((one) => one.type === 'reference').map((one) => one.name);
  const field = model.fields.find((one) => one.name === parent.field);
  if (!field || !fits.includes(parent.field))
    return problems.add(place, unknownNameMessage('reference to one record', parent.field, fits));
  if (!field.required)
    problems.add(place, `"${parent.field}" must be in "required": a record without it is nowhere`);
  if (model.single) problems.add(place, 'has no effect on a single record');
  const holder = entities.find((one) => one.name === parent.entity);
  if (holder?.parent) problems.add(place, `${holder.name} has a parent itself: collections nest once`);
  if (holder && !isWritten(holder))
    problems.add(
      place,
      `${holder.name} is ${SOURCES[holder.source].called}; nothing can belong to its records`,
    );
  if (named.length !== 1 || named[0] !== parent.field)
    problems.add(path, `must name the parent once, as {${parent.field}}`);
  const [last = ''] = model.path.split('/').slice(-1);
  const verbs = (holder?.actions ?? []).map(({ id }) => id);
  if (last.startsWith('{')) problems.add(path, 'must end with the name of the collection');
  else if (model.path === `${holder?.path}/{${parent.field}}/${last}` && [...TAKEN, ...verbs].includes(last))
    problems.add(path, `"${last}" stands behind the id of every ${parent.entity} already`);
}

/** A list of parents: there are some, it has an address, and it tells of their fields. */
function checkParents(
  { parents, parent, routes }: EntityModel,
  entities: EntityModel[],
  problems: Problems,
): void {
  if (!parents) return;
  const place = (...keys: (string | number)[]): string => jsonPointer('x-entity', 'parents', ...keys);
  const holder = entities.find(({ name }) => name === parent?.entity);
  if (!parent || !holder) return problems.add(place(), 'has no effect without a "parent"');
  if (!routes || !routes.list.endsWith(`/:${parent.field}`))
    problems.add(place(), `has no address without a route that ends with "/:${parent.field}"`);
  const names = holder.fields.filter(({ secret }) => !secret).map(({ name }) => name);
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
