import { renderer } from '../../messages/answer.ts';
import { messageTypeOf } from '../../messages/registry.ts';
import { LINE_LIMITS } from './limits.ts';
import { lineAction } from './parts.ts';

/** An answer as the Messaging API's reply, push, multicast and broadcast take its messages. */
export const renderForLine = renderer({
  message: ({ message, pointer }, losses) => [messageTypeOf(message).line(message, pointer, losses)],
  most: LINE_LIMITS.messages,
  quickReply: (placed, losses) => ({ type: 'action', action: lineAction(placed, losses) }),
  below: (items) => ({ quickReply: { items: items.slice(0, LINE_LIMITS.quickReplies) } }),
});
