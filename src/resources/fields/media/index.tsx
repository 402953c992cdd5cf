import type { NamedEditor } from '../../fieldKit/editorTypes.ts';

/** An address from outside, or a file that is uploaded in its place. */
export const media: NamedEditor = { name: 'media', editor: () => import('./editor.tsx') };
