import type { NamedEditor } from '../../fieldKit/editorTypes.ts';

/** An external address, or an uploaded file in its place. */
export const media: NamedEditor = { name: 'media', editor: () => import('./editor.tsx') };
