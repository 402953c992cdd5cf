import { unknownNameMessage } from '../didYouMean.ts';
import { isWritable } from '../sources.ts';
import type { EntityModel, FieldModel, JsonSchema } from '../types.ts';
import type { CheckContext } from './checkContext.ts';
import { jsonPointer, type Problems } from './problems.ts';

/** Keywords that have no effect on a transition of the system. */
const PEOPLE_ONLY_KEYWORDS = [
  'on',
  'access',
  'confirm',
  'input',
  'success',
  'undo',
  'checks',
  'approval',
  'icon',
  'tone',
  'else',
];
/** Keywords that would repeat or contradict the lifecycle. */
const NON_STATE_KEYWORDS = [
  'visibleWhen',
  'requiredWhen',
  'readOnlyWhen',
  'mode',
  'confirm',
  'unique',
  'secret',
];

const lifecyclePath = (...keys: (string | number)[]): string => jsonPointer('x-entity', 'lifecycle', ...keys);

/** Pointer to an action: among the actions, or among the lifecycle's transitions. */
export function actionPointer({ actions }: Pick<EntityModel, 'actions'>, index: number): string {
  const first = actions.findIndex(({ transition }) => transition);
  const isTransition = first >= 0 && index >= first;
  return isTransition
    ? lifecyclePath('transitions', index - first)
    : jsonPointer('x-entity', 'actions', index);
}

/** Checks that states are choices, that each is reachable, and that every transition leads from one to another. */
export function checkLifecycle(model: EntityModel, { origins }: CheckContext, problems: Problems): void {
  const { lifecycle, fields } = model;
  if (!lifecycle) return;
  if (!isWritable(model))
    problems.add(lifecyclePath(), 'has no effect: what the services keep themselves is only read');
  const stateFields = fields.filter(holdsStates).map(({ name }) => name);
  const field = fields.find(({ name }) => name === lifecycle.field);
  if (!field)
    return problems.add(lifecyclePath('field'), unknownNameMessage('field', lifecycle.field, stateFields));
  if (!holdsStates(field))
    return problems.add(
      lifecyclePath('field'),
      `"${field.name}" cannot hold states: it is no choice of texts; valid: ${stateFields.join(', ') || 'none'}`,
    );
  checkField(field, lifecycle.initial, origins.schemaOf(field), (keyword, message) =>
    origins.report(origins.schemaOf(field), keyword, message),
  );
  const states = (field.choices ?? []).map(({ value }) => String(value));
  const isKnown = (state: string, path: string): boolean => {
    if (states.includes(state)) return true;
    problems.add(path, unknownNameMessage('state', state, states));
    return false;
  };
  const knownStates = [isKnown(lifecycle.initial, lifecyclePath('initial'))];
  model.actions.forEach((action, index) => {
    if (!action.transition) return;
    const path = actionPointer(model, index);
    const { from, to } = action.transition;
    // A rejected keyword is reported already.
    knownStates.push(from.length > 0 && to.length > 0);
    to.forEach((state, place) =>
      knownStates.push(isKnown(state, `${path}/to${to.length > 1 ? `/${place}` : ''}`)),
    );
    from.forEach((state, place) => {
      knownStates.push(isKnown(state, `${path}/from/${place}`));
      if (to.includes(state)) problems.add(`${path}/from/${place}`, `leads from "${state}" to itself`);
    });
  });
  for (const rule of ['edit', 'delete'] as const) {
    const { in: allowedStates = [], elseIn = {} } = lifecycle[rule] ?? {};
    allowedStates.forEach((state, place) => isKnown(state, lifecyclePath(rule, 'in', place)));
    for (const state of Object.keys(elseIn)) {
      const path = lifecyclePath(rule, 'elseIn', state);
      if (isKnown(state, path) && allowedStates.includes(state))
        problems.add(path, `is never said: "${state}" is among those in which it may be done`);
    }
  }
  checkUndo(model, problems);
  if (knownStates.every(Boolean)) checkReachability(model, states, problems);
  checkSystemTransitions(model, origins.schemaOf(model), problems);
}

const holdsStates = ({ type, choices = [] }: FieldModel): boolean =>
  type === 'enum' && choices.every(({ value }) => typeof value === 'string');

function checkField(
  field: FieldModel,
  initial: string,
  schema: JsonSchema,
  report: (keyword: string[], message: string) => void,
): void {
  const keywords = (schema['x-field'] ?? {}) as JsonSchema;
  for (const keyword of NON_STATE_KEYWORDS.filter((name) => keywords[name] !== undefined))
    report(['x-field', keyword], `"${keyword}" has no effect on the field of the lifecycle`);
  if (field.access.write)
    report(['x-field', 'access', 'write'], '"write" has no effect: only transitions set the state');
  const defaultState = schema['default'];
  if (defaultState !== undefined && defaultState !== initial)
    report(['default'], `the lifecycle begins with "${initial}"; leave the default out`);
}

/** `undo.by` is a transition by people that leads back. */
function checkUndo(model: EntityModel, problems: Problems): void {
  const { actions, fields } = model;
  const known = actions.filter(({ transition }) => transition?.by === 'people').map(({ id }) => id);
  actions.forEach(({ transition, undo, id }, index) => {
    if (!undo || !transition) return;
    const path = `${actionPointer(model, index)}/undo`;
    const undoTransition = actions.find((one) => one.id === undo.by)?.transition;
    const others = known.filter((one) => one !== id);
    if (!undoTransition || !others.includes(undo.by))
      problems.add(`${path}/by`, unknownNameMessage('transition', undo.by, others));
    else if (
      !transition.to.every((state) => undoTransition.from.includes(state)) ||
      !transition.from.every((state) => undoTransition.to.includes(state))
    )
      problems.add(
        `${path}/by`,
        `"${undo.by}" does not lead from "${transition.to.join('", "')}" back to "${transition.from.join('", "')}"`,
      );
    const moments = fields.filter(({ type }) => type === 'date-time').map(({ name }) => name);
    if (undo.until !== undefined && !moments.includes(undo.until))
      problems.add(`${path}/until`, unknownNameMessage('date-time field', undo.until, moments));
  });
}

/** Every state is reachable from the initial one. */
function checkReachability({ lifecycle, actions }: EntityModel, states: string[], problems: Problems): void {
  const reached = new Set([lifecycle?.initial ?? '']);
  // The set grows during the iteration.
  for (const state of reached) {
    for (const { transition } of actions)
      if (transition?.from.includes(state)) for (const to of transition.to) reached.add(to);
  }
  const unreachable = states.filter((state) => !reached.has(state));
  if (unreachable.length === 0) return;
  const names = unreachable.map((state) => `"${state}"`).join(', ');
  problems.add(
    lifecyclePath('transitions'),
    `nothing leads from "${lifecycle?.initial ?? ''}" to ${names}; add a transition, or leave the state out`,
  );
}

/** System transitions have no keywords for people. */
function checkSystemTransitions({ actions }: EntityModel, schema: JsonSchema, problems: Problems): void {
  const own = schema['x-entity'] as { lifecycle?: { transitions?: JsonSchema[] } } | undefined;
  const transitions = actions.filter(({ transition }) => transition);
  own?.lifecycle?.transitions?.forEach((stated, index) => {
    if (transitions[index]?.transition?.by !== 'system') return;
    for (const keyword of PEOPLE_ONLY_KEYWORDS.filter((name) => stated[name] !== undefined))
      problems.add(
        lifecyclePath('transitions', index, keyword),
        'has no effect: nobody but the services makes this transition',
      );
  });
}
