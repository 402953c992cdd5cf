import { resolveFileUrls } from './fileUrls.ts';
import type { CompatibilityIssues } from './compatibilityIssues.ts';
import { fillVariablesDeep } from './fillVariablesDeep.ts';
import type { AnswerContent, RenderContext } from './types.ts';

/** An answer as it is before it becomes a platform's: variables filled in, files where the platform can fetch them. */
export const resolveAnswer = (
  answer: AnswerContent,
  { variables, origin }: RenderContext,
  issues: CompatibilityIssues,
): AnswerContent => resolveFileUrls(fillVariablesDeep(answer, variables), origin, issues);
