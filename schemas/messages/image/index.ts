import { media } from '../../channels/facebook/templates.ts';
import type { MessageType } from '../messageType.ts';

export const image: MessageType<'image'> = {
  blank: { type: 'image', originalContentUrl: '', previewImageUrl: '' },
  line: ({ type, originalContentUrl, previewImageUrl }) => ({ type, originalContentUrl, previewImageUrl }),
  facebook: ({ originalContentUrl }) => [media('image', originalContentUrl)],
};
