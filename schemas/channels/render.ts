import type { AnswerContent, Rendered, RenderContext } from '../messages/types.ts';
import { channelTypeOf } from './registry.ts';

/** What a platform is sent of an answer, variables filled in, and what it does not show as it was written. */
export const render = (answer: AnswerContent, type: string, context: RenderContext): Rendered =>
  channelTypeOf(type).render(answer, context);
