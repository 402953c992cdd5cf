import { withButtons } from '../../channels/facebook/parts.ts';
import { LINE_LIMITS } from '../../channels/line/limits.ts';
import { lineActions, lineTemplate } from '../../channels/line/parts.ts';
import { clip } from '../clip.ts';
import { BLANK_ACTION, type MessageType } from '../messageType.ts';

export const option: MessageType<'buttons'> = {
  blank: { type: 'buttons', altText: '', text: '', actions: [BLANK_ACTION] },
  line: (message, pointer, losses) =>
    lineTemplate(message, {
      type: 'buttons',
      text: clip(message.text, LINE_LIMITS.buttons.text),
      actions: lineActions(message.actions, LINE_LIMITS.buttons.actions, pointer, losses),
    }),
  facebook: ({ text, actions }, pointer, losses) => withButtons(text, actions, pointer, losses),
};
