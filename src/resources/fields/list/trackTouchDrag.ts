import type { PointerEvent as ReactPointerEvent } from 'react';

const ITEM = '[data-list-item]';

interface TouchDragHandlers {
  /** Place of the item under the finger. */
  onOver: (index: number | undefined) => void;
  /** Where the finger was lifted; undefined where it left the list, or began to scroll. */
  onEnd: (index: number | undefined) => void;
}

/** Follows a finger that holds an item of a list by its handle: browsers drag nothing by touch on their own. */
export function trackTouchDrag(
  event: ReactPointerEvent<HTMLElement>,
  { onOver, onEnd }: TouchDragHandlers,
): void {
  const handle = event.currentTarget;
  const list = handle.closest(ITEM)?.parentElement;
  if (!list) return;
  handle.setPointerCapture(event.pointerId);
  let at: number | undefined;
  const onMove = ({ clientX, clientY }: PointerEvent): void => {
    at = placeIn(list, document.elementFromPoint(clientX, clientY));
    onOver(at);
  };
  const end = (how: PointerEvent): void => {
    handle.removeEventListener('pointermove', onMove);
    handle.removeEventListener('pointerup', end);
    handle.removeEventListener('pointercancel', end);
    onEnd(how.type === 'pointerup' ? at : undefined);
  };
  handle.addEventListener('pointermove', onMove);
  handle.addEventListener('pointerup', end);
  handle.addEventListener('pointercancel', end);
}

/** Which item of the list an element lies in; those of lists inside are passed over. */
function placeIn(list: Element, element: Element | null): number | undefined {
  let item = element?.closest(ITEM);
  while (item && item.parentElement !== list) item = item.parentElement?.closest(ITEM);
  if (!item) return undefined;
  // Of a long list a page is drawn, whose items say where in the list they are.
  const place = item.getAttribute('data-place');
  return place === null
    ? [...list.children].filter((child) => child.matches(ITEM)).indexOf(item)
    : Number(place);
}
