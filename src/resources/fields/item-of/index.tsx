import type { NamedEditor } from '../../fieldKit/editorTypes.ts';

export const itemOf: NamedEditor = {
  name: 'item-of',
  editor: () => import('./editor.tsx'),
  readOnlyAsText: true,
};
