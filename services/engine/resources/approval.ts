import { mayRequireApproval } from '../../../schemas/model/approval.ts';
import { actionRefusal, isForPeople } from '../../../schemas/model/lifecycle.ts';
import type { ActionModel, EntityModel, EntityRecord } from '../../../schemas/model/types.ts';
import { notFound } from '../http/errors.ts';
import { RepositoryError } from '../storage/repositoryErrors.ts';
import {
  findApprovalRule,
  findAuthorsAndRequester,
  findApproverRules,
  involvesApproval,
} from './approvalRules.ts';
import type { Resource } from './catalog.ts';
import { authorize, findVisible } from './operations.ts';
import type { Services } from './services.ts';
import type { Caller } from './write/actor.ts';
import { t } from '../../../schemas/texts/translate.ts';

/**
 * The reason why approval rules keep a person from an action: it needs an approval, or it is an approval that somebody
 * else has to give.
 * @returns undefined if no rule applies
 */
async function approvalRefusal(
  services: Services,
  model: EntityModel,
  action: ActionModel,
  record: EntityRecord,
  { user }: Pick<Caller, 'user'>,
): Promise<string | undefined> {
  const requiredRule = await findApprovalRule(services, model, action, record);
  if (requiredRule) return requiredRule.sentence;
  for (const rule of await findApproverRules(services, model, action.id, record)) {
    const { authors, requester } = await findAuthorsAndRequester(services.db, model, record, rule);
    const verb = t(action.label).toLowerCase();
    if (authors.has(user.id))
      return t('Somebody else has to %{action} it: you wrote this %{record} or changed it', {
        ...{ action: verb, record: t(model.title).toLowerCase() },
      });
    if (requester === user.id)
      return t('Somebody else has to %{action} it: you asked for it', { action: verb });
  }
  return undefined;
}

/** @throws RepositoryError STATE (current) with the sentence of the approval rule that keeps the person from the action */
export async function assertApproved(
  services: Services,
  model: EntityModel,
  action: ActionModel,
  record: EntityRecord,
  caller: Caller,
): Promise<void> {
  if (!involvesApproval(model, action)) return;
  const sentence = await approvalRefusal(services, model, action, record, caller);
  if (sentence !== undefined) throw new RepositoryError('STATE', sentence, { current: record });
}

/**
 * Reasons by action: why approval rules keep the person from actions that their rights and the record's state allow.
 * @throws ApiError 403, 404
 */
export async function listApprovalRefusals(
  services: Services,
  resource: Resource,
  caller: Caller,
  id: string,
): Promise<Record<string, string>> {
  const { model } = resource;
  if (!mayRequireApproval(model)) throw notFound();
  authorize(resource, caller, 'read');
  const record = await findVisible(resource, caller, id);
  const refused: Record<string, string> = {};
  for (const action of model.actions) {
    if (!isForPeople(action) || !caller.rights.may(model.name, action.id)) continue;
    if (!involvesApproval(model, action)) continue;
    if (actionRefusal(model, action, record, { user: caller.user }) !== undefined) continue;
    const sentence = await approvalRefusal(services, model, action, record, caller);
    if (sentence !== undefined) refused[action.id] = sentence;
  }
  return refused;
}
