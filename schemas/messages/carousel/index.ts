import { buttonsFor, clipWithIssue, generic } from '../../channels/facebook/templates.ts';
import { FACEBOOK_LIMITS } from '../../channels/facebook/limits.ts';
import { LINE_LIMITS } from '../../channels/line/limits.ts';
import { lineActions, lineTemplate } from '../../channels/line/templates.ts';
import { clip, splitAt } from '../clip.ts';
import { DEFAULT_ACTION, type MessageType } from '../messageType.ts';
import type { MessageOf } from '../types.ts';
import { t } from '../../texts/translate.ts';

type Carousel = MessageOf<'carousel'>;

/** Active columns with their pointers; inactive ones are stored but not sent. */
const activeColumns = ({ columns }: Carousel, pointer: string) =>
  columns
    .map((column, index) => ({ ...column, at: `${pointer}/columns/${index}` }))
    .filter(({ isActive }) => isActive !== false);

export const carousel: MessageType<'carousel'> = {
  draftDefaults: {
    ...{ type: 'carousel', altText: '' },
    columns: [{ imageUrl: undefined, title: undefined, text: '', actions: [DEFAULT_ACTION] }],
  },
  sent: (message) => ({ ...message, columns: message.columns.filter(({ isActive }) => isActive !== false) }),
  unsent: (message) =>
    activeColumns(message, '').length === 0 ? t('Not sent: no column is active') : undefined,
  // The schema ensures the same number of actions in every column, and pictures and titles in all or none.
  toLineMessage(message, pointer, issues) {
    const { carousel: limits } = LINE_LIMITS;
    const columns = activeColumns(message, pointer).slice(0, limits.columns);
    return lineTemplate(message, {
      type: 'carousel',
      columns: columns.map(({ imageUrl, title, text, actions, at }) => ({
        ...(imageUrl !== undefined && { thumbnailImageUrl: imageUrl }),
        ...(title !== undefined && { title: clip(title, limits.title) }),
        text: clip(
          text,
          imageUrl === undefined && title === undefined ? limits.text : limits.textWithImageOrTitle,
        ),
        actions: lineActions(actions, limits.actions, at, issues),
      })),
    });
  },
  // Facebook's elements need a title: a column without one uses the beginning of its text.
  toFacebookMessages(message, pointer, issues) {
    const { generic: limits } = FACEBOOK_LIMITS;
    const elements = activeColumns(message, pointer).map(({ imageUrl, title, text, actions, at }) => {
      const [head, rest] = title === undefined ? splitAt(text, limits.title, 'points') : [title, text];
      return {
        title: clipWithIssue(head, limits.title, `${at}/title`, issues),
        ...(rest !== '' && { subtitle: clipWithIssue(rest, limits.subtitle, `${at}/text`, issues) }),
        ...(imageUrl !== undefined && { image_url: imageUrl }),
        buttons: buttonsFor(actions, at, issues).slice(0, FACEBOOK_LIMITS.buttons),
      };
    });
    return [generic(elements)];
  },
};
