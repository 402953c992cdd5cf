import { message } from '../actions/message/index.ts';
import type { CompatibilityIssues } from './compatibilityIssues.ts';
import type { Message, MessageOf } from './types.ts';

type Body = Record<string, unknown>;

/** Stands for an action of any type in a message's `draftDefaults`. */
export const DEFAULT_ACTION = message.draftDefaults;

/** Properties of a message type besides its fields, which are in its folder's `message.schema.json`. */
export interface MessageType<Type extends Message['type'] = Message['type'], Own = MessageOf<Type>> {
  /**
   * Used by the preview where a draft lacks a value. The only item of a list has the defaults of each item; `undefined`
   * is a text that may be missing.
   */
  draftDefaults: Own;
  /** The part of it that is sent, where that is not the whole. */
  sent?(message: Own): Own;
  /** Why it is not sent at all, in a sentence; undefined where it is. */
  unsent?(message: Own): string | undefined;
  /** Sets URLs that follow from uploaded files. */
  resolveFileUrls?(message: Own): Own;
  /** The body that the Messaging API takes. @param pointer its place in the answer */
  toLineMessage(message: Own, pointer: string, issues: CompatibilityIssues): Body;
  /** The bodies that the Send API takes, one call for each. */
  toFacebookMessages(message: Own, pointer: string, issues: CompatibilityIssues): Body[];
  /** The bodies for web chat, where it does not show the message as written. */
  toWebchatMessages?(message: Own, pointer: string, issues: CompatibilityIssues): Body[];
}
