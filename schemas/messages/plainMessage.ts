import { messageTypeOf } from './registry.ts';
import type { Message } from './types.ts';

/** A message without what is not sent of it: its quick replies and error message, columns that are not active. */
export function toPlainMessage(message: Message): Record<string, unknown> {
  const { quickReply: _, errorMessage: __, ...shown } = messageTypeOf(message).sent?.(message) ?? message;
  return shown;
}
