import { media } from '../../channels/facebook/templates.ts';
import type { MessageType } from '../messageType.ts';

export const image: MessageType<'image'> = {
  draftDefaults: { type: 'image', originalContentUrl: '', previewImageUrl: '' },
  toLineMessage: ({ type, originalContentUrl, previewImageUrl }) => ({
    type,
    originalContentUrl,
    previewImageUrl,
  }),
  toFacebookMessages: ({ originalContentUrl }) => [media('image', originalContentUrl)],
};
