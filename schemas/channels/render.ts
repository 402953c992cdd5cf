import type { AnswerContent, Rendered, RenderContext } from '../messages/types.ts';
import { channelTypeOf } from './registry.ts';

/** Renders a reply for a channel, variables filled in: the platform's payloads, and what the platform cannot show. */
export const renderForChannel = (
  reply: AnswerContent,
  channelType: string,
  context: RenderContext,
): Rendered => channelTypeOf(channelType).render(reply, context);
