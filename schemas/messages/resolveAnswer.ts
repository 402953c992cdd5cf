import { resolveFileUrls } from './fileUrls.ts';
import type { CompatibilityIssues } from './compatibilityIssues.ts';
import { fillVariablesDeep } from './fillVariablesDeep.ts';
import type { AnswerContent, RenderContext } from './types.ts';

/** Fills in variables and resolves file URLs, before an answer is rendered for a platform. */
export const resolveAnswer = (
  answer: AnswerContent,
  { variables, origin }: RenderContext,
  issues: CompatibilityIssues,
): AnswerContent => resolveFileUrls(fillVariablesDeep(answer, variables), origin, issues);
