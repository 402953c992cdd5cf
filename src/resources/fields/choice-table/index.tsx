import type { NamedEditor } from '../../fieldKit/editorTypes.ts';

/** Several lists of the same choices as one table of checkboxes. */
export const choiceTable: NamedEditor = { name: 'choice-table', editor: () => import('./editor.tsx') };
