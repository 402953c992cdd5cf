import { collectExpressions } from './expressions/collect.ts';
import { findProblems } from './expressions/problems.ts';

/** Lists every regular expression that may take time that grows faster than the text. */
const problems = findProblems(collectExpressions('.'));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
