import { EditorView } from '@codemirror/view';
import { act } from '@testing-library/react';

/** Puts a text into the editor of code that a textbox is, as somebody who types it does. */
export function typeCode(textbox: HTMLElement, text: string): void {
  const view = EditorView.findFromDOM(textbox);
  if (!view) throw new Error('This is no editor of code.');
  act(() =>
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, userEvent: 'input' }),
  );
}
