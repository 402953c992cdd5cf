import type { NamedEditor } from '../editorTypes.ts';

export const askedChoice: NamedEditor = { name: 'asked-choice', editor: () => import('./editor.tsx') };
