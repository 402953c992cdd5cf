import { textBody } from '../../channels/facebook/templates.ts';
import { LINE_LIMITS } from '../../channels/line/limits.ts';
import { clip } from '../clip.ts';
import type { MessageType } from '../messageType.ts';

export const text: MessageType<'text'> = {
  draftDefaults: { type: 'text', text: '' },
  toLineMessage: (message) => ({ type: 'text', text: clip(message.text, LINE_LIMITS.text, 'utf16') }),
  toFacebookMessages: (message, pointer, issues) => [textBody(message.text, `${pointer}/text`, issues)],
};
