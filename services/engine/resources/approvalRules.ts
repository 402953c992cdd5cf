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

/** Stands for an unknown figure: it exceeds every threshold, so that the rule applies. */
const UNKNOWN_FIGURE = Number.POSITIVE_INFINITY;

/** A rule that matches a record, with its sentence filled in. */
interface MatchingRule {
  rule: ApprovalRule;
  sentence: string;
}

/** Whether approval rules concern an action: it may need an approval, or is one. */
export const involvesApproval = (model: EntityModel, action: ActionModel | undefined): boolean =>
  action !== undefined &&
  (action.approval !== undefined || transitionsApprovedBy(model, action.id).length > 0);

/**
 * The first rule by which an action on a record needs an approval.
 * @returns undefined if it needs none
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

/** The settings records that rules refer to, by entity: single records, or their defaults until somebody saves one. */
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

/** Counting may be slow: only figures that the condition reads are counted. */
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
    for (const name of figuresInRule(rule).filter((figure) => !(figure in figureValues)))
      Object.defineProperty(figures, name, { enumerable: true, get: () => void missingFigures.add(name) });
    const isMatch = matches(rule.when, record, { settings, figures });
    if (missingFigures.size === 0) {
      // The sentence may name figures that the condition did not read.
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
 * The matching rules that exclude people from an approving transition of a record. Counts figures, so never call it in a
 * transaction.
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

/** Ids of the people who may not approve a record by these rules: its authors and who requested the approval. */
export async function findBarredApprovers(
  db: Queryable,
  model: EntityModel,
  record: EntityRecord,
  rules: readonly ApprovalRule[],
): Promise<ReadonlySet<unknown>> {
  const barred = new Set<unknown>();
  for (const rule of rules) {
    const { authors, requester } = await findAuthorsAndRequester(db, model, record, rule);
    for (const id of [...authors, requester]) barred.add(id);
  }
  return barred;
}

/**
 * From the history: everybody who wrote a record or changed it since somebody else approved it, and who requested the
 * approval last. An approval by one of its authors, when no rule applied, does not make it independently approved.
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
  // The history may have been pruned: the record still has its creator and its last author.
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
 * Whether a record in its present state was approved by somebody who neither wrote it nor requested the approval, as the
 * rules of an action demand.
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
