import type { NamedEditor } from '../../fieldKit/editorTypes.ts';

export const askedChoice: NamedEditor = { name: 'asked-choice', editor: () => import('./editor.tsx') };
