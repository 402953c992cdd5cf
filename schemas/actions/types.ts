import type { Action } from '../generated/types.ts';

/** What is known of a type of action beside its fields, which its folder has in `action.schema.json`. */
interface ActionTypeBase<Own> {
  /** What it is called. */
  title: string;
  /** Used by the preview where a draft lacks a value. */
  draftDefaults: Own;
  /** The bot is told of a tap: another one opens an address, or arrives as words that anyone may write. */
  sendsPostback?: true;
  /** What becomes of a button that cannot do it, in a sentence. */
  facebookUnsupported?: string;
  /** Why it is left out of quick replies, in a sentence. */
  quickReplyUnsupported?: { facebook: string; webchat?: string };
}

/** It says where a tap leads, or what LINE is told of it. */
export type ActionType<Type extends Action['type'] = Action['type']> = ActionTypeBase<ActionOf<Type>> &
  (
    | {
        /** The address that a tap opens, or the number that it calls as `tel:`. */
        link(action: ActionOf<Type>): string;
        toLineAction?: undefined;
      }
    | {
        link?: undefined;
        /** The action object of the Messaging API. */
        toLineAction(action: ActionOf<Type>, label: string): Record<string, unknown>;
      }
  );

type ActionOf<Type extends Action['type']> = Extract<Action, { type: Type }>;

/** What a tap sends back to the bot. Ids of actions are short enough for every platform. */
export const postbackData = ({ id = 'unsaved' }: Pick<Action, 'id'>): string => `action:${id}`;
