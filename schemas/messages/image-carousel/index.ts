import { buttonFor, generic } from '../../channels/facebook/templates.ts';
import { FACEBOOK_LIMITS } from '../../channels/facebook/limits.ts';
import { LINE_LIMITS } from '../../channels/line/limits.ts';
import { lineAction, lineTemplate } from '../../channels/line/templates.ts';
import { clip } from '../clip.ts';
import { DEFAULT_ACTION, type MessageType } from '../messageType.ts';
import type { MessageOf } from '../types.ts';

type ImageCarousel = MessageOf<'image_carousel'>;

const columnsWithPointers = ({ columns }: ImageCarousel, pointer: string) =>
  columns.map((column, index) => ({ ...column, pointer: `${pointer}/columns/${index}/action` }));

export const imageCarousel: MessageType<'image_carousel'> = {
  draftDefaults: { type: 'image_carousel', altText: '', columns: [{ imageUrl: '', action: DEFAULT_ACTION }] },
  toLineMessage: (message, pointer, issues) =>
    lineTemplate(message, {
      type: 'image_carousel',
      columns: columnsWithPointers(message, pointer)
        .slice(0, LINE_LIMITS.imageCarousel.columns)
        .map((column) => ({
          imageUrl: column.imageUrl,
          action: lineAction(column, issues, LINE_LIMITS.imageCarousel.label),
        })),
    }),
  toFacebookMessages: (message, pointer, issues) => [
    generic(
      columnsWithPointers(message, pointer).map((column) => {
        const button = buttonFor(column, issues);
        return {
          title: clip(column.action.label, FACEBOOK_LIMITS.generic.title, 'points'),
          image_url: column.imageUrl,
          ...(button['type'] === 'web_url' && { default_action: { type: 'web_url', url: button['url'] } }),
          buttons: [button],
        };
      }),
    ),
  ],
};
