import { actionRefusal, ruleRefusal, stateOf } from '../../../../schemas/model/lifecycle.ts';
import type { LifecycleModel, TransitionModel } from '../../../../schemas/model/types/lifecycle.ts';
import type { ActionModel, EntityModel, EntityRecord } from '../../../../schemas/model/types.ts';
import { RepositoryError } from '../../storage/repositoryErrors.ts';
import { contextOf, isSystem, personOf, type Actor } from './actor.ts';
import { textOf } from '../../../../schemas/model/text.ts';

type Values = Record<string, unknown>;
type Transition = ActionModel & { transition: TransitionModel };

/** @throws RepositoryError STATE (current) where the schema's conditions do not let an action happen to the record */
export function assertActionPossible(
  model: EntityModel,
  action: ActionModel,
  record: EntityRecord,
  actor: Actor,
): void {
  throwIfRefused(actionRefusal(model, action, record, contextOf(actor)), record);
}

/** @throws RepositoryError STATE (current) where the record's state keeps people from editing it */
export function assertEditable(model: EntityModel, record: EntityRecord): void {
  throwIfRefused(ruleRefusal(model, 'edit', record), record);
}

/**
 * Holds people, and what their changes bring about, such as the deletion of a record that this one belongs to; not the
 * services on their own. @throws RepositoryError STATE (current)
 */
export function assertDeletable(model: EntityModel, record: EntityRecord, actor: Actor): void {
  if (isSystem(actor) && !personOf(actor)) return;
  throwIfRefused(ruleRefusal(model, 'delete', record), record);
}

function throwIfRefused(sentence: string | undefined, current: EntityRecord): void {
  if (sentence !== undefined) throw new RepositoryError('STATE', sentence, { current });
}

/** A transition of the lifecycle by its id. @throws Error where there is none: the code names what the schema lacks */
export function findTransition(model: EntityModel, id: string): Transition {
  const found = model.actions.find((action) => action.id === id);
  if (!found?.transition) throw new Error(`${model.name} has no transition ${id}`);
  return { ...found, transition: found.transition };
}

/** The field of a transition's record, with the state that it comes to; of several, the first until a hook says which. */
export const stateAfter = ({ lifecycle }: EntityModel, { transition }: Transition): Values =>
  lifecycle ? { [lifecycle.field]: transition.to[0] } : {};

type LifecycleEntity = EntityModel & { lifecycle: LifecycleModel };
export const hasLifecycle = (model: EntityModel): model is LifecycleEntity => model.lifecycle !== undefined;

/**
 * Only a transition changes the state. A record from before its entity had states is given the first one.
 * @throws Error where code sets another: it has to make the transition
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
