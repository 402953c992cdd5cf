import type { NamedEditor } from '../editorTypes.ts';

export const inSentence: NamedEditor = { name: 'in-sentence', editor: () => import('./editor.tsx') };
