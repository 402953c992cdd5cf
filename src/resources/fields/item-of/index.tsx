import type { NamedEditor } from '../editorTypes.ts';

export const itemOf: NamedEditor = {
  name: 'item-of',
  editor: () => import('./editor.tsx'),
  readOnlyAsText: true,
};
