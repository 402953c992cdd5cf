import { getActionType } from '../../actions/registry.ts';
import { createRenderer } from '../../messages/answer.ts';
import { toSendableMessage } from '../../messages/sendableMessage.ts';
import { messageTypeOf } from '../../messages/registry.ts';

/** Renders a reply for the web chat widget, which supports all message types except imagemap and Flex. */
export const renderForWebchat = createRenderer({
  message: ({ message, pointer }, issues) =>
    messageTypeOf(message).toWebchatMessages?.(message, pointer, issues) ?? [toSendableMessage(message)],
  unsupportedReason: (action) => getActionType(action).quickReplyUnsupported?.webchat,
  quickReply: ({ action }) => action,
  attachQuickReplies: (items) => ({ quickReply: { items } }),
});
