import { isMessageType } from './registry.ts';
import type { Message } from './types.ts';

/** What a body in a platform's format is, for lists and conversations. */
export interface BodySummary {
  /** Undefined for what is none of the types that people write. */
  type: Message['type'] | undefined;
  /** Its words; undefined where it has none. */
  text: string | undefined;
}

/**
 * Summarizes a body by what its format calls it and where that has words.
 * @param texts the first that is not empty counts
 */
export const summarizeBody = (type: unknown, texts: readonly unknown[]): BodySummary => ({
  type: isMessageType(type) ? type : undefined,
  text: texts.find((text): text is string => typeof text === 'string' && text !== ''),
});

/** Summarizes a body in the format in which messages are written. */
export const summarizePlainMessage = ({ type, text, altText }: Record<string, unknown>): BodySummary =>
  summarizeBody(type, [text, altText]);
