import { unknownWord } from '../../../schemas/model/nearest.ts';
import { figuresOf } from '../../../schemas/model/approval.ts';
import { placeOfAction } from '../../../schemas/model/compile/lifecycleCheck.ts';
import type {
  EntityModel,
  FormSchemaModel,
  ProductModel,
  SchemaProblem,
} from '../../../schemas/model/types.ts';
import type { ActionHandler, ActionRegistry } from './actions.ts';

/**
 * Actions of the schemas without a handler for a place where they are offered: a button without one would do nothing.
 * Checks and figures that no module has: nobody would look.
 * A transition needs none, unless it asks for what the record does not have.
 */
export function handlerProblems(
  { entities, forms }: Pick<ProductModel, 'entities' | 'forms'>,
  actions: ActionRegistry,
): SchemaProblem[] {
  const unread = entities.flatMap((model) => missingFormats(model, actions));
  const unheard = entities.flatMap((model) => unknownEvents(model, actions));
  const unhandled = entities.flatMap((model) =>
    model.actions.flatMap((_, index): SchemaProblem[] => [
      ...unknownChecks(model, index, actions),
      ...unknownFigures(model, index, actions),
      ...missingHandlers(model, index, forms, actions),
    ]),
  );
  return [...unread, ...unheard, ...unhandled];
}

/** Formats that no module reads or writes, though the schema says so. */
function missingFormats({ name, features }: EntityModel, actions: ActionRegistry): SchemaProblem[] {
  return Object.entries(features.formats).flatMap(([id, { reads, writes }]) => {
    const format = actions.fileFormat(name, id);
    const missing = [
      ...(reads.length > 0 && !format?.read ? ['read'] : []),
      ...(writes !== undefined && !format?.write ? ['write'] : []),
    ];
    return missing.map((part) => ({
      file: `${name}.schema.json`,
      path: `/x-entity/features/formats/${id}/${part}s`,
      message: `no module of ${name} has formats: { '${id}': { ${part} } }`,
    }));
  });
}

/** Events that every entity emits: an import emits `create` and `update`, an edit of several records `update`. */
const OPERATIONS = ['create', 'update', 'delete', 'duplicate', 'restore'];

/** What people are told of, or is dealt with by, and never happens: a typing mistake would stay unnoticed. */
function unknownEvents(
  { name, notify = [], actions: own }: EntityModel,
  actions: ActionRegistry,
): SchemaProblem[] {
  const known = [...OPERATIONS, ...own.map(({ id }) => id), ...actions.toldOf(name)];
  return notify.flatMap((rule, index) =>
    (['on', 'until'] as const).flatMap((key) =>
      rule[key].flatMap((word, place): SchemaProblem[] =>
        known.includes(word)
          ? []
          : [
              {
                file: `${name}.schema.json`,
                path: `/x-entity/notify/${index}/${key}/${place}`,
                message: `${unknownWord('event', word, known)}; a module of ${name} names its own events in tells: ['${word}']`,
              },
            ],
      ),
    ),
  );
}

/** Checks that no module has: nothing would be looked at. */
function unknownChecks(model: EntityModel, index: number, actions: ActionRegistry): SchemaProblem[] {
  const names = model.actions[index]?.checks ?? [];
  const known = actions.checksOf(model.name);
  return names.flatMap((name, place) =>
    known.includes(name)
      ? []
      : [
          {
            file: `${model.name}.schema.json`,
            path: `${placeOfAction(model, index)}/checks/${place}`,
            message: `${unknownWord('check', name, known)}; a module of ${model.name} needs checks: { '${name}': { label, run } }`,
          },
        ],
  );
}

/** Figures that no module counts: a rule of approval would never hold. */
function unknownFigures(model: EntityModel, index: number, actions: ActionRegistry): SchemaProblem[] {
  const known = actions.figuresOf(model.name);
  return (model.actions[index]?.approval ?? []).flatMap((rule, place) =>
    figuresOf(rule)
      .filter((name) => !known.includes(name))
      .map((name) => ({
        file: `${model.name}.schema.json`,
        path: `${placeOfAction(model, index)}/approval/${place}/when`,
        message: `${unknownWord('figure', name, known)}; a module of ${model.name} needs figures: { '${name}': { label, run } }`,
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
  if (action.transition) return lostInput(model, index, forms, actions);
  const places = new Set(
    action.on.map((place): ActionHandler['on'] => (place === 'list' ? 'list' : 'record')),
  );
  return [...places]
    .filter((place) => !actions.find(model.name, place, action.id))
    .map((place) => {
      const handled = actions.verbsOf(model.name).filter(({ handler }) => handler.on === place);
      const known = handled.map(({ verb }) => verb);
      return {
        file: `${model.name}.schema.json`,
        path: `/x-entity/actions/${index}/id`,
        message: `${unknownWord(`handler on a ${place}`, action.id, known)}; a module of ${model.name} needs verbs: { '${action.id}': { on: '${place}', run } }`,
      };
    });
}

/** What a transition asks for and nobody would keep. */
function lostInput(
  model: EntityModel,
  index: number,
  forms: readonly FormSchemaModel[],
  actions: ActionRegistry,
): SchemaProblem[] {
  const { id, input } = model.actions[index] ?? {};
  const form = forms.find(({ name }) => name === input);
  if (!form || id === undefined || actions.find(model.name, 'record', id)) return [];
  const own = model.fields.map(({ name }) => name);
  const lost = form.fields.filter(({ name }) => !own.includes(name));
  return lost.map(({ name }) => ({
    file: `${model.name}.schema.json`,
    path: `${placeOfAction(model, index)}/input`,
    message: `"${name}" of forms/${form.name} would be lost: ${unknownWord('field', name, own)}; or a module of ${model.name} needs verbs: { '${id}': { on: 'record', run } }`,
  }));
}
