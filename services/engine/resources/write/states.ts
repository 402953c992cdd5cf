import { actionRefusal, stateRuleRefusal, stateOf } from '../../../../schemas/model/lifecycle.ts';
import type { LifecycleModel, TransitionModel } from '../../../../schemas/model/types/lifecycle.ts';
import type { ActionModel, EntityModel, EntityRecord } from '../../../../schemas/model/types.ts';
import { RepositoryError } from '../../storage/repositoryErrors.ts';
import { contextOf, isSystem, personOf, type Actor } from './actor.ts';
import { textOf } from '../../../../schemas/model/text.ts';

type Values = Record<string, unknown>;
type Transition = ActionModel & { transition: TransitionModel };

/** @throws RepositoryError STATE (current) if the record does not meet the conditions of the action */
export function assertActionPossible(
  model: EntityModel,
  action: ActionModel,
  record: EntityRecord,
  actor: Actor,
): void {
  throwIfRefused(actionRefusal(model, action, record, contextOf(actor)), record);
}

/** @throws RepositoryError STATE (current) if people may not edit the record in its state */
export function assertEditable(model: EntityModel, record: EntityRecord): void {
  throwIfRefused(stateRuleRefusal(model, 'edit', record), record);
}

/**
 * Applies to people and to changes on their behalf, such as a cascaded deletion; not to the system on its own.
 * @throws RepositoryError STATE (current) if the record may not be deleted in its state
 */
export function assertDeletable(model: EntityModel, record: EntityRecord, actor: Actor): void {
  if (isSystem(actor) && !personOf(actor)) return;
  throwIfRefused(stateRuleRefusal(model, 'delete', record), record);
}

function throwIfRefused(sentence: string | undefined, current: EntityRecord): void {
  if (sentence !== undefined) throw new RepositoryError('STATE', sentence, { current });
}

/** A transition of the lifecycle by its id. @throws Error if the schema has none of this id: a mistake in the code */
export function findTransition(model: EntityModel, id: string): Transition {
  const found = model.actions.find((action) => action.id === id);
  if (!found?.transition) throw new Error(`${model.name} has no transition ${id}`);
  return { ...found, transition: found.transition };
}

/** The lifecycle field with a transition's target state; of several, the first, which a hook may change. */
export const stateAfter = ({ lifecycle }: EntityModel, { transition }: Transition): Values =>
  lifecycle ? { [lifecycle.field]: transition.to[0] } : {};

type LifecycleEntity = EntityModel & { lifecycle: LifecycleModel };
export const hasLifecycle = (model: EntityModel): model is LifecycleEntity => model.lifecycle !== undefined;

/**
 * Ensures that only transitions change the state. A record that is older than its entity's lifecycle gets the first state.
 * @throws Error if code sets another state without a transition
 */
export function enforceState(
  model: LifecycleEntity,
  draft: Values,
  stored: EntityRecord,
  action: ActionModel | undefined,
): void {
  const { field } = model.lifecycle;
  const allowedStates = action?.transition?.to ?? [stateOf(model, stored) ?? model.lifecycle.initial];
  const state = draft[field] ?? allowedStates[0];
  if (!allowedStates.some((allowed) => allowed === state))
    throw new Error(
      `Only a transition sets ${field} of ${model.name} to ${textOf(state)}: records(…).transition(id, …)`,
    );
  draft[field] = state;
}
