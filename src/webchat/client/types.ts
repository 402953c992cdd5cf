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
  /** What a person said, or a body as `schemas/messages` renders it for web chat. */
  message: Record<string, unknown>;
}

/** A message that is on its way to the services. */
export interface OutboxMessage {
  id: string;
  said: MessageContent;
  /** Its position in the outbox: milliseconds, growing. */
  at: number;
  /** Why it was refused; the person may retry it. */
  fault?: string;
}

/** A page of a conversation. */
export interface MessagePage {
  messages: ChatMessage[];
  /** There are others between the requested position and the first message. */
  more: boolean;
}
