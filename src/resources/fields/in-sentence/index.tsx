import type { NamedEditor } from '../../fieldKit/editorTypes.ts';

export const inSentence: NamedEditor = { name: 'in-sentence', editor: () => import('./editor.tsx') };
