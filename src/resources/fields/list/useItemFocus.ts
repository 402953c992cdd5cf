import { type RefObject, useEffect, useRef } from 'react';
import type { Path } from '../../fieldKit/pointers.ts';
import { useFormSession } from '../../fieldKit/useSession.ts';
import type { FocusTarget, ListEditor } from '../../fieldKit/useListEditor.ts';

const FOCUSABLE =
  'input:not([type=hidden]), textarea, select, button, [contenteditable=true], [role=button], [role=combobox]';

const TYPED = 'input:not([type=checkbox], [type=radio], [type=file]), textarea, [contenteditable=true]';

/** What opens an item to be edited. */
const OPENER = ':is(button, [role=button]):is([aria-expanded], [aria-pressed]):not([aria-haspopup])';

/** Milliseconds within which code of an editor that is still being fetched gets the focus. */
const MAX_WAIT_MS = 3000;

const canTake = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.matches(FOCUSABLE) &&
  !element.matches(':disabled, [aria-hidden=true], [tabindex="-1"]') &&
  element.closest('[data-waits]') === null;

const within = (box: Element): HTMLElement[] => [box, ...box.querySelectorAll(FOCUSABLE)].filter(canTake);

/**
 * Moves the focus with the items of a list: to what was added, and after a removal to the item that is there now, the
 * last one, or the button that adds one. Marks the list's element with `data-list`.
 */
export function useItemFocus(editor: ListEditor, path: Path): RefObject<HTMLDivElement | null> {
  const session = useFormSession();
  const box = useRef<HTMLDivElement>(null);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  useEffect(() => {
    const list = box.current;
    const target = editor.consumeFocusTarget();
    if (!list || !target) return;
    // A grid draws a part of its rows, and leads the focus from cell to cell itself.
    if (list.querySelector(':scope > [role=grid]')) return;
    stop.current?.();
    const items = (): Element[] =>
      [...list.querySelectorAll('[data-list-item]')].filter((one) => one.closest('[data-list]') === list);
    /** What is drawn of an item, wherever in the list that is: ids of inputs begin with that of the item. */
    const inputsOf = (index: number): HTMLElement[] => {
      const id = session.id([...path, index]);
      return within(list).filter((one) => one.id === id || one.id.startsWith(`${id}_`));
    };
    const begun = document.activeElement;
    const move = (): boolean => {
      const found =
        target.kind === 'item' ? inputOfNewItem(target, inputsOf, items()) : neighbour(target, list, items());
      if (!found) return false;
      session.reveal(undefined);
      found.scrollIntoView?.({ block: 'nearest' });
      found.focus({ preventScroll: true });
      return true;
    };
    if (move()) return;
    const seen = new MutationObserver(() => {
      const isElsewhere = document.activeElement !== begun && document.activeElement !== document.body;
      if (isElsewhere || move()) stop.current?.();
    });
    const timer = setTimeout(() => stop.current?.(), MAX_WAIT_MS);
    stop.current = () => {
      seen.disconnect();
      clearTimeout(timer);
    };
    seen.observe(list, { childList: true, subtree: true });
  });
  return box;
}

function inputOfNewItem(
  { index }: FocusTarget,
  inputsOf: (index: number) => HTMLElement[],
  items: Element[],
): HTMLElement | undefined {
  const inputs = inputsOf(index);
  const item = items[index];
  // Of what kind it is was said when it was added: one goes on where something is typed.
  return (
    inputs.find((one) => one.matches(TYPED)) ??
    inputs[0] ??
    (item && within(item).find((one) => !isTool(one)))
  );
}

function neighbour({ index }: FocusTarget, list: Element, items: Element[]): HTMLElement | undefined {
  const item = items[Math.min(index, items.length - 1)];
  const choices = item ? within(item) : [];
  // What opens the item, or what would remove it too: an input would call the keyboard of a phone.
  return (
    choices.find((one) => one.matches(OPENER)) ??
    choices.find((one) => one.matches('[data-remove], [data-item-buttons] > [aria-haspopup]')) ??
    choices[0] ??
    [...list.querySelectorAll('[data-add] button')].find(canTake)
  );
}

/** Moves or removes the item. */
const isTool = (element: HTMLElement): boolean =>
  element.closest('[data-item-buttons], [data-buttons], [data-handle]') !== null;
