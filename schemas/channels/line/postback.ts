import { postbackData } from '../../actions/types.ts';
import type { Action } from '../../generated/types.ts';
import { clip } from '../../messages/clip.ts';
import { LINE_LIMITS } from './limits.ts';

/** A LINE postback action. `displayText` shows the tapped label as the user's message. */
export const postback = (action: Action, label: string): Record<string, unknown> => ({
  type: 'postback',
  label,
  data: postbackData(action),
  displayText: clip(action.label, LINE_LIMITS.messageActionText),
});
