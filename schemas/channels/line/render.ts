import { createRenderer } from '../../messages/answer.ts';
import { messageTypeOf } from '../../messages/registry.ts';
import { LINE_LIMITS } from './limits.ts';
import { lineAction } from './templates.ts';

/** An answer as the Messaging API's reply, push, multicast and broadcast take its messages. */
export const renderForLine = createRenderer({
  message: ({ message, pointer }, issues) => [messageTypeOf(message).toLineMessage(message, pointer, issues)],
  maxMessages: LINE_LIMITS.messagesPerCall,
  quickReply: (placed, issues) => ({ type: 'action', action: lineAction(placed, issues) }),
  attachQuickReplies: (items) => ({ quickReply: { items: items.slice(0, LINE_LIMITS.quickReplies) } }),
});
