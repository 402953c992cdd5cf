import type { NamedEditor } from '../../fieldKit/editorTypes.ts';

export const segmented: NamedEditor = {
  name: 'segmented',
  editor: () => import('./editor.tsx'),
  readOnlyAsText: true,
};
