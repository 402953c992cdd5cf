import type { NamedEditor } from '../editorTypes.ts';

export const testedUrl: NamedEditor = { name: 'tested-url', editor: () => import('./editor.tsx') };
