import { messageTypeOf } from './registry.ts';
import type { Message } from './types.ts';

/** The message without what is never sent: quick replies, error message, inactive columns. */
export function toSendableMessage(message: Message): Record<string, unknown> {
  const { quickReply: _, errorMessage: __, ...shown } = messageTypeOf(message).sent?.(message) ?? message;
  return shown;
}
