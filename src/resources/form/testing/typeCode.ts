import { EditorView } from '@codemirror/view';
import { act } from '@testing-library/react';

/** Enters text into a code editor as typing does. */
export function typeCode(textbox: HTMLElement, text: string): void {
  const view = EditorView.findFromDOM(textbox);
  if (!view) throw new Error('This is no editor of code.');
  act(() =>
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, userEvent: 'input' }),
  );
}
