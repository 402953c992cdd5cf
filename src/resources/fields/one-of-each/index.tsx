import type { NamedEditor } from '../editorTypes.ts';

export const oneOfEach: NamedEditor = { name: 'one-of-each', editor: () => import('./editor.tsx') };
