import { media } from '../../channels/facebook/templates.ts';
import type { MessageType } from '../messageType.ts';

export const video: MessageType<'video'> = {
  blank: { type: 'video', originalContentUrl: '', previewImageUrl: '' },
  line: ({ type, originalContentUrl, previewImageUrl }) => ({ type, originalContentUrl, previewImageUrl }),
  facebook: ({ originalContentUrl }) => [media('video', originalContentUrl)],
};
