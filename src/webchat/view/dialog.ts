import type { Words } from '../words.ts';
import { h, icon } from './dom.ts';

/** Something above the chat that is answered or closed; the focus goes back to where it was. */
function open(root: ShadowRoot, label: string, words: Words, ...content: Node[]): HTMLDialogElement {
  const before = root.activeElement as HTMLElement | null;
  const dialog = h(
    'dialog',
    { 'aria-label': label },
    h(
      'header',
      {},
      h('span', { dir: 'auto' }, label),
      h(
        'button',
        { type: 'button', class: 'plain', 'aria-label': words.say('cancel'), onclick: () => dialog.close() },
        icon('close'),
      ),
    ),
    ...content,
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    before?.focus();
  });
  // Keys are the dialog's while it is open.
  dialog.addEventListener('keydown', (event) => event.stopPropagation());
  root.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A page of somebody else's in a dialog; it can be opened by itself where it does not let itself be shown so. */
export function openPage(root: ShadowRoot, label: string, address: string, words: Words): void {
  const frame = h('iframe', {
    ...{ src: address, title: label, referrerpolicy: 'no-referrer' },
    sandbox: 'allow-scripts allow-forms allow-same-origin allow-popups',
  });
  const link = h('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, words.say('newTab'));
  open(root, label, words, frame, h('footer', {}, link)).classList.add('page');
}

const INPUTS = { date: 'date', time: 'time', datetime: 'datetime-local' } as const;

/** Asks for a day, a time or both, as the platform's own picker does. */
export function askMoment(
  root: ShadowRoot,
  label: string,
  mode: keyof typeof INPUTS,
  words: Words,
  onChosen: (value: string) => void,
): void {
  const input = h('input', { type: INPUTS[mode] ?? INPUTS.datetime, required: true, 'aria-label': label });
  const form = h(
    'form',
    {
      method: 'dialog',
      onsubmit: () => {
        if (input.value !== '') onChosen(input.value);
      },
    },
    input,
    h('button', { class: 'main' }, words.say('done')),
  );
  open(root, label, words, form);
  input.focus();
}
