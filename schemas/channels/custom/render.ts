import { createRenderer } from '../../messages/answer.ts';
import { toPlainMessage } from '../../messages/plainMessage.ts';

/** Renders a reply for custom channels, which receive the messages unconverted. */
export const renderForCustom = createRenderer({
  message: ({ message }) => [toPlainMessage(message)],
  quickReply: ({ action }) => action,
  attachQuickReplies: (items) => ({ quickReply: { items } }),
});
