import { message } from '../actions/message/index.ts';
import type { CompatibilityIssues } from './compatibilityIssues.ts';
import type { Message, MessageOf } from './types.ts';

type Body = Record<string, unknown>;

/** Stands for an action of any type in a message's `draftDefaults`. */
export const DEFAULT_ACTION = message.draftDefaults;

/** What is known of a type of message beside its fields, which its folder has in `message.schema.json`. */
export interface MessageType<Type extends Message['type'] = Message['type'], Own = MessageOf<Type>> {
  /**
   * Used by the preview where a draft lacks a value. The only item of a list has the defaults of each item; `undefined`
   * is a text that may be missing.
   */
  draftDefaults: Own;
  /** What of it is sent, where that is not always the whole. */
  sent?(message: Own): Own;
  /** Why nothing of it is sent, in a sentence; undefined where something is. */
  unsent?(message: Own): string | undefined;
  /** The message with the addresses that follow from files that were uploaded here. */
  resolveFileUrls?(message: Own): Own;
  /** The body that the Messaging API takes. @param pointer its place in the answer */
  toLineMessage(message: Own, pointer: string, issues: CompatibilityIssues): Body;
  /** The bodies that the Send API takes, one call for each. */
  toFacebookMessages(message: Own, pointer: string, issues: CompatibilityIssues): Body[];
  /** The bodies that web chat takes, where it does not draw the message as it was written. */
  toWebchatMessages?(message: Own, pointer: string, issues: CompatibilityIssues): Body[];
}
