import { withButtons } from '../../channels/facebook/templates.ts';
import { LINE_LIMITS } from '../../channels/line/limits.ts';
import { lineActions, lineTemplate } from '../../channels/line/templates.ts';
import { clip } from '../clip.ts';
import { DEFAULT_ACTION, type MessageType } from '../messageType.ts';

export const option: MessageType<'buttons'> = {
  draftDefaults: { type: 'buttons', altText: '', text: '', actions: [DEFAULT_ACTION] },
  toLineMessage: (message, pointer, issues) =>
    lineTemplate(message, {
      type: 'buttons',
      text: clip(message.text, LINE_LIMITS.buttons.text),
      actions: lineActions(message.actions, LINE_LIMITS.buttons.actions, pointer, issues),
    }),
  toFacebookMessages: ({ text, actions }, pointer, issues) =>
    withButtons(
      { text, pointer: `${pointer}/text` },
      actions.map((action, index) => ({ action, pointer: `${pointer}/actions/${index}` })),
      `${pointer}/actions`,
      issues,
    ),
};
