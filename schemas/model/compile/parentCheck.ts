import { unknownWord } from '../nearest.ts';
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
  if (!parent) {
    if (model.path.includes('/')) problems.add(path, 'only a collection below a "parent" has several parts');
    return;
  }
  const place = jsonPointer('x-entity', 'parent');
  const fits = model.fields.filter((one) => one.type === 'reference').map((one) => one.name);
  const field = model.fields.find((one) => one.name === parent.field);
  if (!field || !fits.includes(parent.field))
    return problems.add(place, unknownWord('reference to one record', parent.field, fits));
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
