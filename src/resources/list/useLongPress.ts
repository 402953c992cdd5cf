import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const LONG_PRESS_MS = 500;
/** A finger that goes further scrolls. */
const MAX_MOVE_PX = 10;

/**
 * Handlers for a press that stays where it is, and for the other button of a mouse. Not every platform tells of the
 * former as of a `contextmenu`: it is timed too. The click that ends it is no tap, whatever lies under the finger then.
 */
export const useLongPress = (onLongPress: (target: Element) => void) => {
  const press = useRef<{ x: number; y: number; timer: number | undefined; isDone: boolean }>(undefined);
  const stop = (): void => clearTimeout(press.current?.timer);
  useEffect(() => stop, []);
  const finish = (target: EventTarget): void => {
    stop();
    if (!(target instanceof Element) || press.current?.isDone) return;
    if (press.current) press.current.isDone = true;
    ignoreClickOfRelease();
    onLongPress(target);
  };
  return {
    onPointerDown: ({ target, pointerType, clientX: x, clientY: y }: PointerEvent): void => {
      stop();
      const isTimed = pointerType === 'touch' && target instanceof Element && !target.closest('button');
      const timer = isTimed ? window.setTimeout(() => finish(target), LONG_PRESS_MS) : undefined;
      press.current = { x, y, timer, isDone: false };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent): void => {
      const { x, y } = press.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > MAX_MOVE_PX) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu: (event: MouseEvent): void => {
      if (event.target instanceof Element && event.target.closest('[data-index]')) {
        event.preventDefault();
        finish(event.target);
      }
    },
  };
};

/** Swallows the click with which the finger leaves, on a menu's backdrop too; a new press is one of its own. */
function ignoreClickOfRelease(): void {
  const ignore = (event: Event): void => {
    // Keys click without a press.
    if ((event as UIEvent).detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
    end();
  };
  const end = (): void => {
    document.removeEventListener('click', ignore, true);
    document.removeEventListener('pointerdown', end, true);
  };
  document.addEventListener('click', ignore, true);
  document.addEventListener('pointerdown', end, true);
}
