import { LINE_LIMITS } from '../../channels/line/limits.ts';
import { clip } from '../../messages/clip.ts';
import type { ActionType } from '../types.ts';
import schema from './action.schema.json' with { type: 'json' };

export const message: ActionType<'message'> = {
  title: schema.title,
  draftDefaults: { type: 'message', label: '', text: '' },
  toLineAction: ({ text }, label) => ({
    type: 'message',
    label,
    text: clip(text, LINE_LIMITS.messageActionText),
  }),
};
