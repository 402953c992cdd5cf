import type { NamedEditor } from '../../fieldKit/editorTypes.ts';

export const slider: NamedEditor = {
  name: 'slider',
  editor: () => import('./editor.tsx'),
  readOnlyAsText: true,
};
