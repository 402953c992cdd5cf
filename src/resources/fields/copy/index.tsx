import type { NamedEditor } from '../editorTypes.ts';

export const copy: NamedEditor = { name: 'copy', editor: () => import('./editor.tsx') };
