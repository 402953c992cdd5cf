import type { Action, MessageContent, Template } from '../generated/types.ts';

export type { Action, MessageContent as Message };
export type MessageOf<Type extends MessageContent['type']> = Extract<MessageContent, { type: Type }>;

/** Messages that are sent together, with the quick replies below the last of them. */
export type AnswerContent = Pick<Template, 'messages' | 'quickReply'>;

/** A message with the place that it has in the answer. */
export interface PlacedMessage {
  message: MessageContent;
  pointer: string;
}

export interface PlacedAction {
  action: Action;
  pointer: string;
}

/** What is not shown, or not as it was written, and where in the answer. */
export interface CompatibilityIssue {
  /** JSON pointer into the answer: `/messages/0/columns/3`. */
  pointer: string;
  /** A sentence for the people who write messages. */
  text: string;
}

export interface Rendered<Payload = Record<string, unknown>> {
  /** Bodies of messages as the platform's send call takes them, in their order. */
  messages: Payload[];
  issues: CompatibilityIssue[];
}

export interface RenderContext {
  /** Values of the workspace's variables by name. */
  variables: ReadonlyMap<string, string>;
  /**
   * Address of the services as platforms reach them, before the path; null where none is set. Left out for drawing: the
   * addresses of uploaded files then stay below this site.
   */
  origin?: string | null;
}
