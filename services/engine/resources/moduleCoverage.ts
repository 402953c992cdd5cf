import { unknownNameMessage } from '../../../schemas/model/didYouMean.ts';
import { figuresInRule } from '../../../schemas/model/approval.ts';
import { actionPointer } from '../../../schemas/model/compile/lifecycleCheck.ts';
import type {
  EntityModel,
  FormSchemaModel,
  ProductModel,
  SchemaProblem,
} from '../../../schemas/model/types.ts';
import type { ActionHandler, ActionRegistry } from './actions.ts';

/**
 * Finds what schemas name and no module implements: formats, events, checks, figures and actions. A transition needs a
 * handler only when its input has fields that the record lacks.
 */
export function findUnimplemented(
  { entities, forms }: Pick<ProductModel, 'entities' | 'forms'>,
  actions: ActionRegistry,
): SchemaProblem[] {
  const formatProblems = entities.flatMap((model) => missingFormats(model, actions));
  const eventProblems = entities.flatMap((model) => unknownEvents(model, actions));
  const actionProblems = entities.flatMap((model) =>
    model.actions.flatMap((_, index): SchemaProblem[] => [
      ...unknownChecks(model, index, actions),
      ...unknownFigures(model, index, actions),
      ...missingHandlers(model, index, forms, actions),
    ]),
  );
  return [...formatProblems, ...eventProblems, ...actionProblems];
}

/** Formats in `features.formats` that no module reads or writes. */
function missingFormats({ name, features }: EntityModel, actions: ActionRegistry): SchemaProblem[] {
  return Object.entries(features.formats).flatMap(([id, { reads, writes }]) => {
    const format = actions.fileFormat(name, id);
    const missing = [
      ...(reads.length > 0 && !format?.read ? ['read'] : []),
      ...(writes !== undefined && !format?.write ? ['write'] : []),
    ];
    return missing.map((method) => ({
      file: `${name}.schema.json`,
      path: `/x-entity/features/formats/${id}/${method}s`,
      message: `no module of ${name} has formats: { '${id}': { ${method} } }`,
    }));
  });
}

/** Events that every entity emits: an import emits `create` and `update`, an edit of several records `update`. */
const BUILT_IN_EVENTS = ['create', 'update', 'delete', 'duplicate', 'restore'];

/** Events in `notify.on` or `notify.until` that no operation, action or module emits, such as a typo. */
function unknownEvents(
  { name, notify = [], actions: modelActions }: EntityModel,
  actions: ActionRegistry,
): SchemaProblem[] {
  const known = [...BUILT_IN_EVENTS, ...modelActions.map(({ id }) => id), ...actions.notifyEventsOf(name)];
  return notify.flatMap((rule, index) =>
    (['on', 'until'] as const).flatMap((key) =>
      rule[key].flatMap((event, position): SchemaProblem[] =>
        known.includes(event)
          ? []
          : [
              {
                file: `${name}.schema.json`,
                path: `/x-entity/notify/${index}/${key}/${position}`,
                message: `${unknownNameMessage('event', event, known)}; a module of ${name} declares its own events in notifyEvents: ['${event}']`,
              },
            ],
      ),
    ),
  );
}

/** Checks of an action that no module implements. */
function unknownChecks(model: EntityModel, index: number, actions: ActionRegistry): SchemaProblem[] {
  const names = model.actions[index]?.checks ?? [];
  const known = actions.checkNames(model.name);
  return names.flatMap((name, position) =>
    known.includes(name)
      ? []
      : [
          {
            file: `${model.name}.schema.json`,
            path: `${actionPointer(model, index)}/checks/${position}`,
            message: `${unknownNameMessage('check', name, known)}; a module of ${model.name} needs checks: { '${name}': { label, run } }`,
          },
        ],
  );
}

/** Figures in an approval rule that no module counts: the rule would never match. */
function unknownFigures(model: EntityModel, index: number, actions: ActionRegistry): SchemaProblem[] {
  const known = actions.figureNames(model.name);
  return (model.actions[index]?.approval ?? []).flatMap((rule, position) =>
    figuresInRule(rule)
      .filter((name) => !known.includes(name))
      .map((name) => ({
        file: `${model.name}.schema.json`,
        path: `${actionPointer(model, index)}/approval/${position}/when`,
        message: `${unknownNameMessage('figure', name, known)}; a module of ${model.name} needs figures: { '${name}': { label, run } }`,
      })),
  );
}

function missingHandlers(
  model: EntityModel,
  index: number,
  forms: readonly FormSchemaModel[],
  actions: ActionRegistry,
): SchemaProblem[] {
  const action = model.actions[index];
  if (!action) return [];
  if (action.transition) return unstoredInputFields(model, index, forms, actions);
  const targets = new Set(
    action.on.map((where): ActionHandler['on'] => (where === 'list' ? 'list' : 'record')),
  );
  return [...targets]
    .filter((target) => !actions.find(model.name, target, action.id))
    .map((target) => {
      const handled = actions.handlersOf(model.name).filter(({ handler }) => handler.on === target);
      const known = handled.map(({ verb }) => verb);
      return {
        file: `${model.name}.schema.json`,
        path: `/x-entity/actions/${index}/id`,
        message: `${unknownNameMessage(`handler on a ${target}`, action.id, known)}; a module of ${model.name} needs handlers: { '${action.id}': { on: '${target}', run } }`,
      };
    });
}

/** Input fields of a transition that no entity field or handler stores. */
function unstoredInputFields(
  model: EntityModel,
  index: number,
  forms: readonly FormSchemaModel[],
  actions: ActionRegistry,
): SchemaProblem[] {
  const { id, input } = model.actions[index] ?? {};
  const form = forms.find(({ name }) => name === input);
  if (!form || id === undefined || actions.find(model.name, 'record', id)) return [];
  const fieldNames = model.fields.map(({ name }) => name);
  const unstored = form.fields.filter(({ name }) => !fieldNames.includes(name));
  return unstored.map(({ name }) => ({
    file: `${model.name}.schema.json`,
    path: `${actionPointer(model, index)}/input`,
    message: `"${name}" of forms/${form.name} would not be stored: ${unknownNameMessage('field', name, fieldNames)}; or a module of ${model.name} needs handlers: { '${id}': { on: 'record', run } }`,
  }));
}
