import type { NamedEditor } from '../editorTypes.ts';

export const slider: NamedEditor = {
  name: 'slider',
  editor: () => import('./editor.tsx'),
  readOnlyAsText: true,
};
