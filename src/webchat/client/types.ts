import type { Action, Message } from '../../../schemas/messages/types.ts';

export type { Action, Message };

/** A person's message: a text, or a tap on an action. */
export type MessageContent = { text: string } | { tap: Tap };

export interface Tap {
  /** Id of the action. */
  action: string;
  /** Its label, which is shown as the person's message. */
  label: string;
  /** The value chosen with a date and time action. */
  value?: string;
}

/** A message as the services store it. */
export interface ChatMessage {
  /** Its position in the conversation, growing. */
  seq: number;
  /** Given by the sender; the same id is the same message. */
  id: string;
  from: 'person' | 'bot';
  at: string;
  /** A person's message, or a body that `schemas/messages` renders for web chat. */
  message: Record<string, unknown>;
}

/** A message that the services have not accepted yet. */
export interface OutboxMessage {
  id: string;
  said: MessageContent;
  /** Its position in the outbox: milliseconds, growing. */
  at: number;
  /** Why it was rejected; the person may retry it. */
  fault?: string;
}

/** A page of a conversation. */
export interface MessagePage {
  messages: ChatMessage[];
  /** There are others between the requested position and the first message. */
  more: boolean;
}
