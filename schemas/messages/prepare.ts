import { withAddresses } from './addresses.ts';
import type { Losses } from './answer.ts';
import { fillAll } from './fill.ts';
import type { Answer, RenderContext } from './types.ts';

/** An answer as it is before it becomes a platform's: variables filled in, files where the platform can fetch them. */
export const prepare = (answer: Answer, { variables, origin }: RenderContext, losses: Losses): Answer =>
  withAddresses(fillAll(answer, variables), origin, losses);
