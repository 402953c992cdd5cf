import {
  approvalSentence,
  approvedBy,
  figuresOf,
  hasApproval,
  placeholdersOf,
  settingsOf,
} from '../../../schemas/model/approval.ts';
import { defaultsOf } from '../../../schemas/model/fields.ts';
import { actionRefusal, isForPeople } from '../../../schemas/model/lifecycle.ts';
import { matches } from '../../../schemas/model/match.ts';
import type { ActionModel, EntityModel, EntityRecord } from '../../../schemas/model/types.ts';
import type { ApprovalRule } from '../../../schemas/model/types/lifecycle.ts';
import { notFound } from '../http/errors.ts';
import type { Queryable } from '../storage/database.ts';
import { RepositoryError } from '../storage/repositoryErrors.ts';
import type { Resource } from './catalog.ts';
import { authorize, findVisible } from './operations.ts';
import type { Services } from './services.ts';
import type { Caller } from './write/actor.ts';

type Values = Record<string, unknown>;

/** What a figure counts as that nobody knows: it reaches every number, so that nothing gets past a rule unseen. */
const UNKNOWN = Number.POSITIVE_INFINITY;

/** A rule that holds for a record, with what its sentence names. */
interface HoldingRule {
  rule: ApprovalRule;
  sentence: string;
}

/** Whether rules of approval have a say in an action: it needs an approval, or is one. */
export const isHeldByApproval = (model: EntityModel, action: ActionModel | undefined): boolean =>
  action !== undefined && (action.approval !== undefined || approvedBy(model, action.id).length > 0);

/**
 * The first rule by which an action needs an approval for a record as it is now.
 * @returns undefined where it needs none
 */
export async function findApprovalRule(
  services: Services,
  { name }: EntityModel,
  { approval = [] }: Pick<ActionModel, 'approval'>,
  record: EntityRecord,
): Promise<HoldingRule | undefined> {
  if (approval.length === 0) return undefined;
  const settings = await readSettings(services, approval);
  const known: Record<string, number> = {};
  for (const rule of approval) {
    if (!(await holds(services, name, rule, record, settings, known))) continue;
    const fields = settingsOf(rule).map((path) => {
      const [entity = '', field = ''] = path.split('.');
      return [field, settings[entity]?.[field]] as const;
    });
    const values = { ...Object.fromEntries(fields), ...known };
    return { rule, sentence: approvalSentence(rule, values) };
  }
  return undefined;
}

/** Records that the workspace has one of, by entity; before anybody has saved one, its defaults. */
async function readSettings(
  { catalog }: Services,
  rules: readonly ApprovalRule[],
): Promise<Record<string, Values>> {
  const names = new Set(rules.flatMap(settingsOf).map((path) => path.slice(0, path.indexOf('.'))));
  const settings: Record<string, Values> = {};
  for (const entity of names) {
    const resource = catalog.named(entity);
    const [stored] = (await resource?.repository.list({ take: 1 })) ?? [];
    settings[entity] = { ...(resource && defaultsOf(resource.model.fields)), ...stored };
  }
  return settings;
}

/** Figures may take a while: only those are counted that the condition comes to look at. */
async function holds(
  { actions }: Services,
  entity: string,
  rule: ApprovalRule,
  record: EntityRecord,
  settings: Record<string, Values>,
  known: Record<string, number>,
): Promise<boolean> {
  for (;;) {
    const wanted = new Set<string>();
    const figures: Values = { ...known };
    for (const name of figuresOf(rule).filter((one) => !(one in known)))
      Object.defineProperty(figures, name, { enumerable: true, get: () => void wanted.add(name) });
    const isHolding = matches(rule.when, record, { settings, figures });
    if (wanted.size === 0) {
      // The sentence may name what the condition did not come to.
      if (isHolding) await count(figuresOf(rule).filter((name) => placeholdersOf(rule).includes(name)));
      return isHolding;
    }
    await count([...wanted]);
  }

  async function count(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const figure = actions.findFigure(entity, name);
      if (figure) known[name] ??= (await figure.run(record)) ?? UNKNOWN;
    }
  }
}

/**
 * Why rules of approval keep a person from an action: it needs an approval, or it is one that somebody else has to give.
 * @returns undefined where they do not
 */
export async function approvalRefusal(
  services: Services,
  model: EntityModel,
  action: ActionModel,
  record: EntityRecord,
  { user }: Pick<Caller, 'user'>,
): Promise<string | undefined> {
  const own = await findApprovalRule(services, model, action, record);
  if (own) return own.sentence;
  for (const approved of approvedBy(model, action.id)) {
    const holding = await findApprovalRule(services, model, approved, record);
    if (holding?.rule.by !== action.id || holding.rule.notBy === undefined) continue;
    const { authors, asker } = await findAuthors(services.db, model, record, holding.rule);
    const verb = action.label.toLowerCase();
    const what = model.title.toLowerCase();
    if (authors.has(user.id)) return `Somebody else has to ${verb} it: you wrote this ${what} or changed it`;
    if (asker === user.id) return `Somebody else has to ${verb} it: you asked for it`;
  }
  return undefined;
}

/**
 * Everybody who wrote a record or changed it since somebody else approved it, and who asked for its approval last, as the
 * history has it. What its own authors approved, where no rule held, counts as not approved: it is not settled.
 */
async function findAuthors(
  db: Queryable,
  { name, actions }: EntityModel,
  { id, createdBy, updatedBy }: EntityRecord,
  { by, ask }: Pick<ApprovalRule, 'by' | 'ask'>,
): Promise<{ authors: ReadonlySet<unknown>; asker?: unknown; isSettled: boolean }> {
  const deeds = new Set(['delete', ...actions.map((action) => action.id)]);
  const past = await db.query<{ operation: string; user_id: string }>(
    `SELECT operation, user_id FROM record_history
     WHERE record_id = $1::uuid AND entity = $2 AND user_id IS NOT NULL ORDER BY at, id`,
    [id, name],
  );
  // Of changes that are no longer kept the record knows the first and the last.
  const authors = new Set<unknown>([createdBy]);
  let asker: unknown;
  let isSettled = false;
  for (const { operation, user_id: who } of past) {
    if (operation === ask) asker = who;
    else if (operation === by) {
      isSettled = !authors.has(who) && asker !== who;
      if (isSettled) authors.clear();
    } else if (!deeds.has(operation)) {
      authors.add(who);
      isSettled = false;
    }
  }
  return { authors, isSettled, asker: ask === undefined ? undefined : (asker ?? updatedBy) };
}

/**
 * Whether a record as it is now was approved by somebody whom the rules of an action would let approve it, had they held
 * by then: neither who wrote it nor who asked.
 */
export async function isApprovedByOther(
  db: Queryable,
  model: EntityModel,
  { approval = [] }: Pick<ActionModel, 'approval'>,
  record: EntityRecord,
): Promise<boolean> {
  for (const rule of approval)
    if (rule.notBy !== undefined && !(await findAuthors(db, model, record, rule)).isSettled) return false;
  return true;
}

/** @throws RepositoryError STATE (current) with the sentence of the rule that keeps the person from the action */
export async function assertApproved(
  services: Services,
  model: EntityModel,
  action: ActionModel,
  record: EntityRecord,
  caller: Caller,
): Promise<void> {
  if (!isHeldByApproval(model, action)) return;
  const sentence = await approvalRefusal(services, model, action, record, caller);
  if (sentence !== undefined) throw new RepositoryError('STATE', sentence, { current: record });
}

/**
 * Sentences by the action that a person may do, that would be possible, and that rules of approval keep from it.
 * @throws ApiError 403, 404
 */
export async function listRefusals(
  services: Services,
  resource: Resource,
  caller: Caller,
  id: string,
): Promise<Record<string, string>> {
  const { model } = resource;
  if (!hasApproval(model)) throw notFound();
  authorize(resource, caller, 'read');
  const record = await findVisible(resource, caller, id);
  const refused: Record<string, string> = {};
  for (const action of model.actions) {
    if (!isForPeople(action) || !caller.rights.may(model.name, action.id)) continue;
    if (!isHeldByApproval(model, action)) continue;
    if (actionRefusal(model, action, record, { user: caller.user }) !== undefined) continue;
    const sentence = await approvalRefusal(services, model, action, record, caller);
    if (sentence !== undefined) refused[action.id] = sentence;
  }
  return refused;
}
