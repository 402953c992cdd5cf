import { postbackData } from '../../actions/types.ts';
import type { Action } from '../../generated/types.ts';
import { clip } from '../../messages/clip.ts';
import { LINE_LIMITS } from './limits.ts';

/** An action that the bot is told of; what was tapped stands in the chat as the person's words. */
export const postback = (action: Action, label: string): Record<string, unknown> => ({
  ...{ type: 'postback', label, data: postbackData(action) },
  displayText: clip(action.label, LINE_LIMITS.messageText),
});
