import type { Action, Message } from '../../../schemas/messages/types.ts';

export type { Action, Message };

/** What a person says: words, or a tap on an action that the bot carries out. */
export type Said = { text: string } | { tap: Tap };

export interface Tap {
  /** Id of the action. */
  action: string;
  /** What stands on it, which is what the person is seen to say. */
  label: string;
  /** What was chosen with a date and time action. */
  value?: string;
}

/** One message as the services keep it. */
export interface Kept {
  /** Its place in the conversation, growing. */
  seq: number;
  /** As whoever sent it named it; the same once more is the same message. */
  id: string;
  from: 'person' | 'bot';
  at: string;
  /** What a person said, or a body as `schemas/messages` renders it for web chat. */
  message: Record<string, unknown>;
}

/** Something that is on its way to the services. */
export interface Outgoing {
  id: string;
  said: Said;
  /** Its place among what waits: milliseconds, growing. */
  at: number;
  /** Why it was refused; it waits for the person to try again. */
  fault?: string;
}

/** A stretch of a conversation. */
export interface Stretch {
  messages: Kept[];
  /** Between the place that was asked for and the first message are others. */
  more: boolean;
}
