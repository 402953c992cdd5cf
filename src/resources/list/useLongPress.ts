import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const LONG_PRESS_MS = 500;
/** Larger moves are scrolling. */
const MAX_MOVE_PX = 10;

/**
 * Handlers for a long press and the secondary mouse button. Not every platform fires `contextmenu` for a long press,
 * so it is timed too. The click that follows the release is suppressed.
 */
export const useLongPress = (onLongPress: (target: Element) => void) => {
  const press = useRef<{ x: number; y: number; timer: number | undefined; isDone: boolean }>(undefined);
  const stop = (): void => clearTimeout(press.current?.timer);
  useEffect(() => stop, []);
  const finish = (target: EventTarget): void => {
    stop();
    if (!(target instanceof Element) || press.current?.isDone) return;
    if (press.current) press.current.isDone = true;
    suppressNextClick();
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

/** Suppresses the click of the release, also on a menu's backdrop; ends with the next press. */
function suppressNextClick(): void {
  const ignore = (event: Event): void => {
    // Clicks by keyboard have `detail` 0.
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
