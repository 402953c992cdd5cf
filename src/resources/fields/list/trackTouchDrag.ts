import type { PointerEvent as ReactPointerEvent } from 'react';

const ITEM = '[data-list-item]';

interface TouchDragHandlers {
  /** Index of the item under the finger. */
  onOver: (index: number | undefined) => void;
  /** Index of the item where the finger was lifted; undefined outside the list, or after a scroll. */
  onEnd: (index: number | undefined) => void;
}

/** Tracks a finger on the drag handle of an item: HTML drag and drop has no touch support. */
export function trackTouchDrag(
  event: ReactPointerEvent<HTMLElement>,
  { onOver, onEnd }: TouchDragHandlers,
): void {
  const handle = event.currentTarget;
  const list = handle.closest(ITEM)?.parentElement;
  if (!list) return;
  handle.setPointerCapture(event.pointerId);
  let index: number | undefined;
  const onMove = ({ clientX, clientY }: PointerEvent): void => {
    index = findItemIndex(list, document.elementFromPoint(clientX, clientY));
    onOver(index);
  };
  const end = (endEvent: PointerEvent): void => {
    handle.removeEventListener('pointermove', onMove);
    handle.removeEventListener('pointerup', end);
    handle.removeEventListener('pointercancel', end);
    onEnd(endEvent.type === 'pointerup' ? index : undefined);
  };
  handle.addEventListener('pointermove', onMove);
  handle.addEventListener('pointerup', end);
  handle.addEventListener('pointercancel', end);
}

/** Index of the list item that contains an element; items of nested lists are skipped. */
function findItemIndex(list: Element, element: Element | null): number | undefined {
  let item = element?.closest(ITEM);
  while (item && item.parentElement !== list) item = item.parentElement?.closest(ITEM);
  if (!item) return undefined;
  // Items of a paged list have their index in `data-place`.
  const place = item.getAttribute('data-place');
  return place === null
    ? [...list.children].filter((child) => child.matches(ITEM)).indexOf(item)
    : Number(place);
}
