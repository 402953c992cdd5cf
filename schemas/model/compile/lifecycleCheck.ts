import { unknownNameMessage } from '../didYouMean.ts';
import { isWritten } from '../sources.ts';
import type { EntityModel, FieldModel, JsonSchema } from '../types.ts';
import type { CheckContext } from './checkContext.ts';
import { jsonPointer, type Problems } from './problems.ts';

/** What only a person can be asked, shown or granted. */
const OF_PEOPLE = [
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
/** Words that would say again, or otherwise, who sets the state and when it is there. */
const NOT_OF_STATES = ['visibleWhen', 'requiredWhen', 'readOnlyWhen', 'mode', 'confirm', 'unique', 'secret'];

const lifecyclePath = (...keys: (string | number)[]): string => jsonPointer('x-entity', 'lifecycle', ...keys);

/** Where an action of the model is written: among the actions, or among the transitions of the lifecycle. */
export function actionPointer({ actions }: Pick<EntityModel, 'actions'>, index: number): string {
  const first = actions.findIndex(({ transition }) => transition);
  const isTransition = first >= 0 && index >= first;
  return isTransition
    ? lifecyclePath('transitions', index - first)
    : jsonPointer('x-entity', 'actions', index);
}

/** States are choices, each can be reached, and every transition leads from one to another. */
export function checkLifecycle(model: EntityModel, { origins }: CheckContext, problems: Problems): void {
  const { lifecycle, fields } = model;
  if (!lifecycle) return;
  if (!isWritten(model))
    problems.add(lifecyclePath(), 'has no effect: what the services keep themselves is only read');
  const holders = fields.filter(holdsStates).map(({ name }) => name);
  const field = fields.find(({ name }) => name === lifecycle.field);
  if (!field)
    return problems.add(lifecyclePath('field'), unknownNameMessage('field', lifecycle.field, holders));
  if (!holdsStates(field))
    return problems.add(
      lifecyclePath('field'),
      `"${field.name}" cannot hold states: it is no choice of texts; valid: ${holders.join(', ') || 'none'}`,
    );
  checkField(field, lifecycle.initial, origins.schemaOf(field), (keyword, message) =>
    origins.tell(origins.schemaOf(field), keyword, message),
  );
  const states = (field.choices ?? []).map(({ value }) => String(value));
  const isKnown = (state: string, path: string): boolean => {
    if (states.includes(state)) return true;
    problems.add(path, unknownNameMessage('state', state, states));
    return false;
  };
  const named = [isKnown(lifecycle.initial, lifecyclePath('initial'))];
  model.actions.forEach((action, index) => {
    if (!action.transition) return;
    const path = actionPointer(model, index);
    const { from, to } = action.transition;
    // What was passed over is told already.
    named.push(from.length > 0 && to.length > 0);
    to.forEach((state, place) => named.push(isKnown(state, `${path}/to${to.length > 1 ? `/${place}` : ''}`)));
    from.forEach((state, place) => {
      named.push(isKnown(state, `${path}/from/${place}`));
      if (to.includes(state)) problems.add(`${path}/from/${place}`, `leads from "${state}" to itself`);
    });
  });
  for (const rule of ['edit', 'delete'] as const) {
    const { in: able = [], elseIn = {} } = lifecycle[rule] ?? {};
    able.forEach((state, place) => isKnown(state, lifecyclePath(rule, 'in', place)));
    for (const state of Object.keys(elseIn)) {
      const path = lifecyclePath(rule, 'elseIn', state);
      if (isKnown(state, path) && able.includes(state))
        problems.add(path, `is never said: "${state}" is among those in which it may be done`);
    }
  }
  checkUndo(model, problems);
  if (named.every(Boolean)) checkReach(model, states, problems);
  checkSystem(model, origins.schemaOf(model), problems);
}

const holdsStates = ({ type, choices = [] }: FieldModel): boolean =>
  type === 'enum' && choices.every(({ value }) => typeof value === 'string');

function checkField(
  field: FieldModel,
  initial: string,
  schema: JsonSchema,
  tell: (keyword: string[], message: string) => void,
): void {
  const own = (schema['x-field'] ?? {}) as JsonSchema;
  for (const keyword of NOT_OF_STATES.filter((name) => own[name] !== undefined))
    tell(['x-field', keyword], `"${keyword}" has no effect on the field of the lifecycle`);
  if (field.access.write)
    tell(['x-field', 'access', 'write'], '"write" has no effect: only transitions set the state');
  const stated = schema['default'];
  if (stated !== undefined && stated !== initial)
    tell(['default'], `the lifecycle begins with "${initial}"; leave the default out`);
}

/** What takes a transition back is one that people make, from where it led to where it came from. */
function checkUndo(model: EntityModel, problems: Problems): void {
  const { actions, fields } = model;
  const known = actions.filter(({ transition }) => transition?.by === 'people').map(({ id }) => id);
  actions.forEach(({ transition, undo, id }, index) => {
    if (!undo || !transition) return;
    const path = `${actionPointer(model, index)}/undo`;
    const back = actions.find((one) => one.id === undo.by)?.transition;
    const others = known.filter((one) => one !== id);
    if (!back || !others.includes(undo.by))
      problems.add(`${path}/by`, unknownNameMessage('transition', undo.by, others));
    else if (
      !transition.to.every((state) => back.from.includes(state)) ||
      !transition.from.every((state) => back.to.includes(state))
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

/** Every state is the first one or can be come to from it. */
function checkReach({ lifecycle, actions }: EntityModel, states: string[], problems: Problems): void {
  const reached = new Set([lifecycle?.initial ?? '']);
  // Growing while it is walked through.
  for (const state of reached) {
    for (const { transition } of actions)
      if (transition?.from.includes(state)) for (const to of transition.to) reached.add(to);
  }
  const left = states.filter((state) => !reached.has(state));
  if (left.length === 0) return;
  const names = left.map((state) => `"${state}"`).join(', ');
  problems.add(
    lifecyclePath('transitions'),
    `nothing leads from "${lifecycle?.initial ?? ''}" to ${names}; add a transition, or leave the state out`,
  );
}

/** What the services do by themselves is neither offered nor granted to anybody. */
function checkSystem({ actions }: EntityModel, schema: JsonSchema, problems: Problems): void {
  const own = schema['x-entity'] as { lifecycle?: { transitions?: JsonSchema[] } } | undefined;
  const transitions = actions.filter(({ transition }) => transition);
  own?.lifecycle?.transitions?.forEach((stated, index) => {
    if (transitions[index]?.transition?.by !== 'system') return;
    for (const keyword of OF_PEOPLE.filter((name) => stated[name] !== undefined))
      problems.add(
        lifecyclePath('transitions', index, keyword),
        'has no effect: nobody but the services makes this transition',
      );
  });
}
