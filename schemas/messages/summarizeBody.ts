import { isMessageType } from './registry.ts';
import type { Message } from './types.ts';

/** Summary of a message body in a platform's format, for lists and conversations. */
export interface BodySummary {
  /** Undefined for a body of no message type of the product. */
  type: Message['type'] | undefined;
  /** Its text, if any. */
  text: string | undefined;
}

/** Summarizes a body by its type and texts. */
export const summarizeBody = (type: unknown, texts: readonly unknown[]): BodySummary => ({
  type: isMessageType(type) ? type : undefined,
  text: texts.find((text): text is string => typeof text === 'string' && text !== ''),
});

/** Summarizes a body in the format in which messages are written. */
export const summarizePlainMessage = ({ type, text, altText }: Record<string, unknown>): BodySummary =>
  summarizeBody(type, [text, altText]);
