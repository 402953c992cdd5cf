import { contextPaths, FIGURES, SETTINGS } from './match.ts';
import { parseSentence, dropBlankParts } from './sentence.ts';
import type { ActionModel, EntityModel } from './types.ts';
import type { ApprovalRule } from './types/lifecycle.ts';
import { numberText, t } from '../texts/translate.ts';

type Values = Readonly<Record<string, unknown>>;

const contextNames = ({ when }: Pick<ApprovalRule, 'when'>, prefix: string): string[] =>
  contextPaths(when)
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length));

/** Settings that a rule's condition reads: `network.approvalFrom`. */
export const settingsInRule = (rule: Pick<ApprovalRule, 'when'>): string[] => contextNames(rule, SETTINGS);

/** Module figures that a rule's condition reads. */
export const figuresInRule = (rule: Pick<ApprovalRule, 'when'>): string[] => contextNames(rule, FIGURES);

/** Placeholders that a rule's sentence may have: fields of the settings and figures that its condition reads. */
export const placeholdersOfRule = (rule: Pick<ApprovalRule, 'when'>): string[] => [
  ...settingsInRule(rule).map((path) => path.slice(path.indexOf('.') + 1)),
  ...figuresInRule(rule),
];

/** A rule's sentence with its placeholders filled in. */
export function approvalSentence(rule: Pick<ApprovalRule, 'else'>, values: Values): string {
  const parts = dropBlankParts(parseSentence(rule.else) ?? [], values);
  return parts.map((part) => (part.kind === 'words' ? part.text : formatValue(values[part.name]))).join('');
}

const formatValue = (value: unknown): string =>
  value === Number.POSITIVE_INFINITY
    ? t('an unknown number')
    : typeof value === 'number'
      ? numberText(value)
      : typeof value === 'string'
        ? value
        : '';

/** Transitions that need the action with this id as their approval. */
export const transitionsApprovedBy = ({ actions }: Pick<EntityModel, 'actions'>, id: string): ActionModel[] =>
  actions.filter(({ approval = [] }) => approval.some(({ by }) => by === id));

/** Whether some transition of an entity may need an approval. */
export const mayRequireApproval = ({ actions }: Pick<EntityModel, 'actions'>): boolean =>
  actions.some(({ approval }) => approval);
