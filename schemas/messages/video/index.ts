import { media } from '../../channels/facebook/templates.ts';
import type { MessageType } from '../messageType.ts';

export const video: MessageType<'video'> = {
  draftDefaults: { type: 'video', originalContentUrl: '', previewImageUrl: '' },
  toLineMessage: ({ type, originalContentUrl, previewImageUrl }) => ({
    type,
    originalContentUrl,
    previewImageUrl,
  }),
  toFacebookMessages: ({ originalContentUrl }) => [media('video', originalContentUrl)],
};
