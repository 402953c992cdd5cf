import { type RefObject, useEffect, useRef } from 'react';
import type { Path } from '../../fieldKit/pointers.ts';
import { useFormSession } from '../../fieldKit/useSession.ts';
import type { FocusTarget, ListEditor } from '../../fieldKit/useListEditor.ts';

const FOCUSABLE =
  'input:not([type=hidden]), textarea, select, button, [contenteditable=true], [role=button], [role=combobox]';

const TEXT_INPUT = 'input:not([type=checkbox], [type=radio], [type=file]), textarea, [contenteditable=true]';

/** The button that opens an item for editing. */
const OPENER = ':is(button, [role=button]):is([aria-expanded], [aria-pressed]):not([aria-haspopup])';

/** How long to wait for an editor whose code is still loading. */
const MAX_WAIT_MS = 3000;

const canFocus = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.matches(FOCUSABLE) &&
  !element.matches(':disabled, [aria-hidden=true], [tabindex="-1"]') &&
  element.closest('[data-waits]') === null;

const focusablesIn = (box: Element): HTMLElement[] =>
  [box, ...box.querySelectorAll(FOCUSABLE)].filter(canFocus);

/**
 * Moves the focus after a change of a list: into the added item, or after a removal to the item that took its place,
 * the last one, or the add button. The list's element has the attribute `data-list`.
 */
export function useItemFocus(editor: ListEditor, path: Path): RefObject<HTMLDivElement | null> {
  const session = useFormSession();
  const listRef = useRef<HTMLDivElement>(null);
  const stopObserving = useRef<() => void>(undefined);
  useEffect(() => () => stopObserving.current?.(), []);
  useEffect(() => {
    const list = listRef.current;
    const target = editor.consumeFocusTarget();
    if (!list || !target) return;
    // A grid renders a window of its rows and moves the focus itself.
    if (list.querySelector(':scope > [role=grid]')) return;
    stopObserving.current?.();
    const items = (): Element[] =>
      [...list.querySelectorAll('[data-list-item]')].filter((one) => one.closest('[data-list]') === list);
    /** The inputs of an item, wherever the view renders them: their ids begin with the item's. */
    const inputsOf = (index: number): HTMLElement[] => {
      const id = session.id([...path, index]);
      return focusablesIn(list).filter((one) => one.id === id || one.id.startsWith(`${id}_`));
    };
    const initialFocus = document.activeElement;
    const move = (): boolean => {
      const found =
        target.kind === 'item'
          ? focusOfNewItem(target, inputsOf, items())
          : focusAfterRemoval(target, list, items());
      if (!found) return false;
      session.reveal(undefined);
      found.scrollIntoView?.({ block: 'nearest' });
      found.focus({ preventScroll: true });
      return true;
    };
    if (move()) return;
    const observer = new MutationObserver(() => {
      const isElsewhere = document.activeElement !== initialFocus && document.activeElement !== document.body;
      if (isElsewhere || move()) stopObserving.current?.();
    });
    const timer = setTimeout(() => stopObserving.current?.(), MAX_WAIT_MS);
    stopObserving.current = () => {
      observer.disconnect();
      clearTimeout(timer);
    };
    observer.observe(list, { childList: true, subtree: true });
  });
  return listRef;
}

function focusOfNewItem(
  { index }: FocusTarget,
  inputsOf: (index: number) => HTMLElement[],
  items: Element[],
): HTMLElement | undefined {
  const inputs = inputsOf(index);
  const item = items[index];
  // The type was chosen when the item was added, so that its picker comes after the text inputs.
  return (
    inputs.find((one) => one.matches(TEXT_INPUT)) ??
    inputs[0] ??
    (item && focusablesIn(item).find((one) => !isItemButton(one)))
  );
}

function focusAfterRemoval({ index }: FocusTarget, list: Element, items: Element[]): HTMLElement | undefined {
  const item = items[Math.min(index, items.length - 1)];
  const choices = item ? focusablesIn(item) : [];
  // Its opener or its remove button: focus in an input would open a phone's keyboard.
  return (
    choices.find((one) => one.matches(OPENER)) ??
    choices.find((one) => one.matches('[data-remove], [data-item-buttons] > [aria-haspopup]')) ??
    choices[0] ??
    [...list.querySelectorAll('[data-add] button')].find(canFocus)
  );
}

const isItemButton = (element: HTMLElement): boolean =>
  element.closest('[data-item-buttons], [data-buttons], [data-handle]') !== null;
