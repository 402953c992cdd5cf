import { createRenderer } from '../../messages/answer.ts';
import { toSendableMessage } from '../../messages/sendableMessage.ts';

/** Renders a reply for custom channels, which receive the messages unconverted. */
export const renderForCustom = createRenderer({
  message: ({ message }) => [toSendableMessage(message)],
  quickReply: ({ action }) => action,
  attachQuickReplies: (items) => ({ quickReply: { items } }),
});
