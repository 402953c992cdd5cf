import { contextPaths, FIGURES, SETTINGS } from './match.ts';
import { parseSentence, saidOf } from './sentence.ts';
import type { ActionModel, EntityModel } from './types.ts';
import type { ApprovalRule } from './types/lifecycle.ts';
import { numberText, t } from '../texts/translate.ts';

type Values = Readonly<Record<string, unknown>>;

const named = ({ when }: Pick<ApprovalRule, 'when'>, prefix: string): string[] =>
  contextPaths(when)
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length));

/** Settings that a rule asks for: `network.approvalFrom`. */
export const settingsInRule = (rule: Pick<ApprovalRule, 'when'>): string[] => named(rule, SETTINGS);

/** Figures of a module that a rule asks for. */
export const figuresInRule = (rule: Pick<ApprovalRule, 'when'>): string[] => named(rule, FIGURES);

/** What the sentence of a rule may name: fields of settings and figures, by their own names. */
export const placeholdersOfRule = (rule: Pick<ApprovalRule, 'when'>): string[] => [
  ...settingsInRule(rule).map((path) => path.slice(path.indexOf('.') + 1)),
  ...figuresInRule(rule),
];

/** The sentence of a rule, filled in. */
export function approvalSentence(rule: Pick<ApprovalRule, 'else'>, values: Values): string {
  const said = saidOf(parseSentence(rule.else) ?? [], values);
  return said.map((part) => (part.kind === 'words' ? part.text : textOfValue(values[part.name]))).join('');
}

const textOfValue = (value: unknown): string =>
  value === Number.POSITIVE_INFINITY
    ? t('an unknown number')
    : typeof value === 'number'
      ? numberText(value)
      : typeof value === 'string'
        ? value
        : '';

/** Transitions that an action approves: rules of theirs name it. */
export const transitionsApprovedBy = ({ actions }: Pick<EntityModel, 'actions'>, id: string): ActionModel[] =>
  actions.filter(({ approval = [] }) => approval.some(({ by }) => by === id));

/** Whether some transition of an entity may need an approval. */
export const mayRequireApproval = ({ actions }: Pick<EntityModel, 'actions'>): boolean =>
  actions.some(({ approval }) => approval);
