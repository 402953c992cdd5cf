import { unknownWord } from '../nearest.ts';
import type { EntityModel } from '../types.ts';
import { checkResources } from './accessCheck.ts';
import type { Surroundings } from './crossChecks.ts';
import { checkMatch } from './matchCheck.ts';
import { at, type Problems } from './problems.ts';

/** What every entity has already, as an address or as a right. */
const BUILT_IN = [
  ...['read', 'create', 'update', 'write', 'delete', 'duplicate', 'history', 'restore', 'counts'],
  ...['import', 'export', 'search', 'edit', 'show'],
];

/** Actions: names of their own, forms and resources that there are. */
export function checkActions(model: EntityModel, around: Surroundings, problems: Problems): void {
  const forms = around.forms.map((form) => form.name);
  model.actions.forEach((action, index) => {
    const path = at('x-entity', 'actions', index);
    if (BUILT_IN.includes(action.id))
      problems.add(`${path}/id`, `"${action.id}" is what every entity has; choose another name`);
    if (model.actions.findIndex(({ id }) => id === action.id) < index)
      problems.add(`${path}/id`, `"${action.id}" stands here twice`);
    checkMatch(action.when, { siblings: model.fields, root: model.fields, around }, `${path}/when`, problems);
    if (action.when && action.on.every((place) => place === 'list'))
      problems.add(`${path}/when`, 'has no effect above a list, where no record is chosen');
    checkResources(action.access ?? [], around.access, (place, message) =>
      problems.add(`${path}/access/${place}`, message),
    );
    if (action.input && !forms.includes(action.input))
      problems.add(`${path}/input`, unknownWord('form', action.input, forms));
  });
}
