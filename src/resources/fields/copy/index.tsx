import type { NamedEditor } from '../../fieldKit/editorTypes.ts';

export const copy: NamedEditor = { name: 'copy', editor: () => import('./editor.tsx') };
