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
const UNKNOWN_FIGURE = Number.POSITIVE_INFINITY;

/** A rule that holds for a record, with what its sentence names. */
interface MatchingRule {
  rule: ApprovalRule;
  sentence: string;
}

/** Whether rules of approval have a say in an action: it needs an approval, or is one. */
export const involvesApproval = (model: EntityModel, action: ActionModel | undefined): boolean =>
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
): Promise<MatchingRule | undefined> {
  if (approval.length === 0) return undefined;
  const settings = await readSettings(services, approval);
  const figureValues: Record<string, number> = {};
  for (const rule of approval) {
    if (!(await isRuleMatching(services, name, rule, record, settings, figureValues))) continue;
    const settingValues = settingsInRule(rule).map((path) => {
      const [entity = '', field = ''] = path.split('.');
      return [field, settings[entity]?.[field]] as const;
    });
    const values = { ...Object.fromEntries(settingValues), ...figureValues };
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
    const resource = catalog.find(entity);
    const [stored] = (await resource?.repository.list({ take: 1 })) ?? [];
    settings[entity] = { ...(resource && defaultsOf(resource.model.fields)), ...stored };
  }
  return settings;
}

/** Figures may take a while: only those are counted that the condition comes to look at. */
async function isRuleMatching(
  { actions }: Services,
  entity: string,
  rule: ApprovalRule,
  record: EntityRecord,
  settings: Record<string, Values>,
  figureValues: Record<string, number>,
): Promise<boolean> {
  for (;;) {
    const missingFigures = new Set<string>();
    const figures: Values = { ...figureValues };
    for (const name of figuresInRule(rule).filter((one) => !(one in figureValues)))
      Object.defineProperty(figures, name, { enumerable: true, get: () => void missingFigures.add(name) });
    const isMatch = matches(rule.when, record, { settings, figures });
    if (missingFigures.size === 0) {
      // The sentence may name what the condition did not come to.
      if (isMatch)
        await countFigures(figuresInRule(rule).filter((name) => placeholdersOfRule(rule).includes(name)));
      return isMatch;
    }
    await countFigures([...missingFigures]);
  }

  async function countFigures(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const figure = actions.findFigure(entity, name);
      if (figure) figureValues[name] ??= (await figure.run(record)) ?? UNKNOWN_FIGURE;
    }
  }
}

/**
 * The rules that hold for a record and say who may not make a transition by which it is approved. Their figures are
 * counted: not within a transaction.
 */
export async function findApproverRules(
  services: Services,
  model: EntityModel,
  action: string,
  record: EntityRecord,
): Promise<ApprovalRule[]> {
  const rules: ApprovalRule[] = [];
  for (const approved of transitionsApprovedBy(model, action)) {
    const match = await findApprovalRule(services, model, approved, record);
    if (match?.rule.by === action && match.rule.notBy !== undefined) rules.push(match.rule);
  }
  return rules;
}

/** Ids of those whom rules keep from approving a record, who wrote it or asked. */
export async function findBarredApprovers(
  db: Queryable,
  model: EntityModel,
  record: EntityRecord,
  rules: readonly ApprovalRule[],
): Promise<ReadonlySet<unknown>> {
  const barred = new Set<unknown>();
  for (const rule of rules) {
    const { authors, requester } = await findAuthorsAndRequester(db, model, record, rule);
    for (const one of [...authors, requester]) barred.add(one);
  }
  return barred;
}

/**
 * Everybody who wrote a record or changed it since somebody else approved it, and who asked for its approval last, as the
 * history has it. What its own authors approved, where no rule held, counts as not approved: it is not settled.
 */
export async function findAuthorsAndRequester(
  db: Queryable,
  { name, actions }: EntityModel,
  { id, createdBy, updatedBy }: EntityRecord,
  { by, ask }: Pick<ApprovalRule, 'by' | 'ask'>,
): Promise<{ authors: ReadonlySet<unknown>; requester?: unknown; isIndependentlyApproved: boolean }> {
  const nonAuthoringOperations = new Set(['delete', ...actions.map((action) => action.id)]);
  const historyRows = await db.query<{ operation: string; user_id: string }>(
    `SELECT operation, user_id FROM record_history
     WHERE record_id = $1::uuid AND entity = $2 AND user_id IS NOT NULL ORDER BY at, id`,
    [id, name],
  );
  // Of changes that are no longer kept the record knows the first and the last.
  const authors = new Set<unknown>([createdBy]);
  let requester: unknown;
  let isIndependentlyApproved = false;
  for (const { operation, user_id: who } of historyRows) {
    if (operation === ask) requester = who;
    else if (operation === by) {
      isIndependentlyApproved = !authors.has(who) && requester !== who;
      if (isIndependentlyApproved) authors.clear();
    } else if (!nonAuthoringOperations.has(operation)) {
      authors.add(who);
      isIndependentlyApproved = false;
    }
  }
  return {
    authors,
    isIndependentlyApproved,
    requester: ask === undefined ? undefined : (requester ?? updatedBy),
  };
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
    if (
      rule.notBy !== undefined &&
      !(await findAuthorsAndRequester(db, model, record, rule)).isIndependentlyApproved
    )
      return false;
  return true;
}
