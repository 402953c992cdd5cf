import type { Words } from '../words.ts';
import { h, icon } from './dom.ts';

/** Opens a modal dialog over the chat; on close the focus returns to where it was. */
function openDialog(root: ShadowRoot, label: string, words: Words, ...content: Node[]): HTMLDialogElement {
  const focused = root.activeElement as HTMLElement | null;
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
    focused?.focus();
  });
  // Keys are not for the chat below.
  dialog.addEventListener('keydown', (event) => event.stopPropagation());
  root.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Opens an external page in a dialog, with a link for pages that do not allow frames. */
export function openPage(root: ShadowRoot, label: string, address: string, words: Words): void {
  const frame = h('iframe', {
    ...{ src: address, title: label, referrerpolicy: 'no-referrer' },
    sandbox: 'allow-scripts allow-forms allow-same-origin allow-popups',
  });
  const link = h('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, words.say('newTab'));
  openDialog(root, label, words, frame, h('footer', {}, link)).classList.add('page');
}

const INPUT_TYPES = { date: 'date', time: 'time', datetime: 'datetime-local' } as const;

/** Opens a dialog to choose a date, a time or both, with the browser's picker. */
export function openDateTimeDialog(
  root: ShadowRoot,
  label: string,
  mode: keyof typeof INPUT_TYPES,
  words: Words,
  onChosen: (value: string) => void,
): void {
  const input = h('input', {
    type: INPUT_TYPES[mode] ?? INPUT_TYPES.datetime,
    required: true,
    'aria-label': label,
  });
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
  openDialog(root, label, words, form);
  input.focus();
}
