import {
  approvalSentence,
  transitionsApprovedBy,
  figuresInRule,
  placeholdersOfRule,
  settingsInRule,
} from '../../../schemas/model/approval.ts';
import { defaultsOf } from '../../../schemas/model/fields.ts';
import { matches } from '../../../schemas/model/match.ts';
import type { ActionModel, EntityModel, EntityRecord } from '../../../schemas/model/types.ts';
import type { ApprovalRule } from '../../../schemas/model/types/lifecycle.ts';
import type { Queryable } from '../storage/database.ts';
import type { Services } from './services.ts';

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
  action !== undefined &&
  (action.approval !== undefined || transitionsApprovedBy(model, action.id).length > 0);

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
    const fields = settingsInRule(rule).map((path) => {
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
  const names = new Set(rules.flatMap(settingsInRule).map((path) => path.slice(0, path.indexOf('.'))));
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
    for (const name of figuresInRule(rule).filter((one) => !(one in known)))
      Object.defineProperty(figures, name, { enumerable: true, get: () => void wanted.add(name) });
    const isHolding = matches(rule.when, record, { settings, figures });
    if (wanted.size === 0) {
      // The sentence may name what the condition did not come to.
      if (isHolding)
        await count(figuresInRule(rule).filter((name) => placeholdersOfRule(rule).includes(name)));
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
 * The rules that hold for a record and say who may not make a transition by which it is approved. Their figures are
 * counted: not within a transaction.
 */
export async function findRulesOfApprover(
  services: Services,
  model: EntityModel,
  action: string,
  record: EntityRecord,
): Promise<ApprovalRule[]> {
  const rules: ApprovalRule[] = [];
  for (const approved of transitionsApprovedBy(model, action)) {
    const holding = await findApprovalRule(services, model, approved, record);
    if (holding?.rule.by === action && holding.rule.notBy !== undefined) rules.push(holding.rule);
  }
  return rules;
}

/** Ids of those whom rules keep from approving a record, who wrote it or asked. */
export async function findBarred(
  db: Queryable,
  model: EntityModel,
  record: EntityRecord,
  rules: readonly ApprovalRule[],
): Promise<ReadonlySet<unknown>> {
  const barred = new Set<unknown>();
  for (const rule of rules) {
    const { authors, asker } = await findAuthors(db, model, record, rule);
    for (const one of [...authors, asker]) barred.add(one);
  }
  return barred;
}

/**
 * Everybody who wrote a record or changed it since somebody else approved it, and who asked for its approval last, as the
 * history has it. What its own authors approved, where no rule held, counts as not approved: it is not settled.
 */
export async function findAuthors(
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
