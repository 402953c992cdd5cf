import type { NamedEditor } from '../../fieldKit/editorTypes.ts';

export const testedUrl: NamedEditor = { name: 'tested-url', editor: () => import('./editor.tsx') };
