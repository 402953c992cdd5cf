import { renderer } from '../../messages/answer.ts';
import { toPlainMessage } from '../../messages/plainMessage.ts';

/** An answer for custom channels, which are given everything as it was written. */
export const renderForCustom = renderer({
  message: ({ message }) => [toPlainMessage(message)],
  quickReply: ({ action }) => action,
  below: (items) => ({ quickReply: { items } }),
});
