import { matches } from './match.ts';
import type { ActionModel, EntityModel, MatchContext } from './types.ts';
import { textOf } from './text.ts';
import { t } from '../texts/translate.ts';

/** The parts of a model that conditions on the state read. */
type WithStates = Pick<EntityModel, 'title' | 'fields' | 'lifecycle'>;
type Values = { readonly [name: string]: unknown };

/** A record's state; the initial one for a record stored before its entity had states. */
export function stateOf({ lifecycle }: Pick<WithStates, 'lifecycle'>, record: Values): string | undefined {
  return lifecycle && textOf(record[lifecycle.field] ?? lifecycle.initial);
}

/** The label of a state. */
function stateLabel({ fields, lifecycle }: WithStates, state: string): string {
  const choices = fields.find(({ name }) => name === lifecycle?.field)?.choices;
  return choices?.find(({ value }) => value === state)?.label ?? state;
}

/** Why a record may not be edited or deleted in its state; undefined where it may. */
export function stateRuleRefusal(
  model: WithStates,
  operation: 'edit' | 'delete',
  record: Values,
): string | undefined {
  const rule = model.lifecycle?.[operation];
  const state = stateOf(model, record) ?? '';
  return rule && !rule.in.includes(state) ? (rule.elseIn?.[state] ?? rule.else) : undefined;
}

/**
 * Why an action is not possible with a record now, in the same words in console and services; undefined where it is.
 */
export function actionRefusal(
  model: WithStates,
  action: ActionModel,
  record: Values,
  context: MatchContext = {},
): string | undefined {
  const state = stateOf(model, record);
  if (action.transition && state !== undefined && !action.transition.from.includes(state)) {
    const now = t('the %{title} is “%{model}”', {
      title: model.title.toLowerCase(),
      model: stateLabel(model, state),
    });
    return t('%{label} is not possible now: %{now}', { label: action.label, now });
  }
  if (matches(action.when, record, context)) return undefined;
  return action.else ?? t('%{label} is not possible now', { label: action.label });
}

/**
 * Whether an action is shown for a record: it is possible, or its schema explains why it is not. A transition is not
 * shown in states that it does not start from.
 */
export function isActionShown(
  model: WithStates,
  action: ActionModel,
  record: Values,
  context: MatchContext = {},
): boolean {
  const state = stateOf(model, record);
  if (action.transition && state !== undefined && !action.transition.from.includes(state)) return false;
  return action.else !== undefined || matches(action.when, record, context);
}

/** Whether people can run the action; the others are run by the services alone. */
export const isForPeople = ({ transition }: ActionModel): boolean => transition?.by !== 'system';
