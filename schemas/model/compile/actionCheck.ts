import { unknownNameMessage } from '../didYouMean.ts';
import type { EntityModel } from '../types.ts';
import { checkResources } from './accessCheck.ts';
import { checkApproval } from './approvalCheck.ts';
import type { CheckContext } from './checkContext.ts';
import { actionPointer } from './lifecycleCheck.ts';
import { checkMatch } from './matchCheck.ts';
import { sentenceProblem } from './sentenceCheck.ts';
import { jsonPointer, type Problems } from './problems.ts';

/** Path segments and rights that every entity has. */
const RESERVED_ACTION_IDS = [
  ...[
    'read',
    'create',
    'update',
    'write',
    'delete',
    'duplicate',
    'history',
    'move',
    'restore',
    'counts',
    'deleted',
  ],
  ...['import', 'export', 'search', 'edit', 'show', 'bulk', 'used-by', 'approval', 'checks'],
];

/** Checks actions: unique ids, existing forms and resources, effective keywords. */
export function checkActions(model: EntityModel, context: CheckContext, problems: Problems): void {
  const forms = context.forms.map((form) => form.name);
  const recordActions = model.actions.filter(({ on }) => on.includes('record')).map(({ id }) => id);
  model.beforeDeletion?.forEach((id, place) => {
    if (!recordActions.includes(id))
      problems.add(
        jsonPointer('x-entity', 'beforeDeletion', place),
        unknownNameMessage('action on a record', id, recordActions),
      );
  });
  model.actions.forEach((action, index) => {
    const path = actionPointer(model, index);
    if (RESERVED_ACTION_IDS.includes(action.id))
      problems.add(`${path}/id`, `"${action.id}" is what every entity has; choose another name`);
    const first = model.actions.findIndex(({ id }) => id === action.id);
    if (first < index) {
      const isAction = action.transition && !model.actions[first]?.transition;
      problems.add(`${path}/id`, `"${action.id}" ${isAction ? 'is an action already' : 'stands here twice'}`);
    }
    if (action.else !== undefined && !action.when)
      problems.add(`${path}/else`, 'has no effect without a "when"');
    checkMatch(
      action.when,
      { siblings: model.fields, root: model.fields, context },
      `${path}/when`,
      problems,
    );
    if (action.when && !action.transition && action.on.every((place) => place === 'list'))
      problems.add(`${path}/when`, 'has no effect above a list, where no record is chosen');
    checkResources(action.access ?? [], context.access, (place, message) =>
      problems.add(`${path}/access/${place}`, message),
    );
    (action.result ?? []).forEach((name, place) => {
      const names = model.fields.map((field) => field.name);
      if (!names.includes(name))
        problems.add(`${path}/result/${place}`, unknownNameMessage('field', name, names));
    });
    const problem = action.success === undefined ? undefined : sentenceProblem(action.success, model.fields);
    if (problem !== undefined) problems.add(`${path}/success`, problem);
    if (action.checks && action.input !== undefined)
      problems.add(`${path}/checks`, 'has no place beside "input": a form asks at once');
    if (action.checks && action.on.includes('list'))
      problems.add(`${path}/checks`, 'has no effect above a list, where no record is chosen');
    checkApproval(model, action, context, path, problems);
    if (action.input && !forms.includes(action.input))
      problems.add(`${path}/input`, unknownNameMessage('form', action.input, forms));
  });
}
