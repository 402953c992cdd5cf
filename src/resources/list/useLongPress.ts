import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const LONG_PRESS_MS = 500;
/** A finger that goes further scrolls. */
const MAX_MOVE_PX = 10;

/**
 * Handlers for a press that stays where it is, and for the other button of a mouse. Not every platform tells of the
 * former as of a `contextmenu`: it is timed too. The click that ends it is no tap.
 */
export const useLongPress = (onLongPress: (target: Element) => void) => {
  const press = useRef<{ x: number; y: number; timer: number | undefined; isDone: boolean }>(undefined);
  const stop = (): void => clearTimeout(press.current?.timer);
  useEffect(() => stop, []);
  const finish = (target: EventTarget): void => {
    stop();
    if (!(target instanceof Element) || press.current?.isDone) return;
    if (press.current) press.current.isDone = true;
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
    onClickCapture: (event: MouseEvent): void => {
      if (event.detail === 0 || !press.current?.isDone) return;
      press.current = undefined;
      event.preventDefault();
      event.stopPropagation();
    },
  };
};
