import { actionTypeOf } from '../../actions/registry.ts';
import { createRenderer } from '../../messages/answer.ts';
import { toPlainMessage } from '../../messages/plainMessage.ts';
import { messageTypeOf } from '../../messages/registry.ts';

/** An answer for the web chat's client, which draws every type but picture areas and Flex. */
export const renderForWebchat = createRenderer({
  message: ({ message, pointer }, issues) =>
    messageTypeOf(message).webchat?.(message, pointer, issues) ?? [toPlainMessage(message)],
  leavesOut: (action) => actionTypeOf(action).quickReplyUnsupported?.webchat,
  quickReply: ({ action }) => action,
  attachQuickReplies: (items) => ({ quickReply: { items } }),
});
