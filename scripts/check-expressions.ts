import { expressionsOf } from './expressions/collect.ts';
import { problemsOf } from './expressions/problems.ts';

/** Lists every regular expression that may take time that grows faster than the text. */
const problems = problemsOf(expressionsOf('.'));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
