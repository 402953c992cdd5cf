import type { Action } from '../generated/types.ts';

/** Properties of an action type besides its fields, which are in its folder's `action.schema.json`. */
interface ActionTypeBase<Own> {
  /** What it is called. */
  title: string;
  /** Used by the preview where a draft lacks a value. */
  draftDefaults: Own;
  /** A tap sends the bot a postback; taps of other types open a URL or send a text. */
  sendsPostback?: true;
  /** What happens to a button of this type on Facebook, in a sentence. */
  facebookUnsupported?: string;
  /** Why it is left out of quick replies, in a sentence. */
  quickReplyUnsupported?: { facebook: string; webchat?: string };
}

/** An action type either opens a link or has a LINE action object. */
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
