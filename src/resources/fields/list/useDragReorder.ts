import { type DragEvent, type KeyboardEvent, type PointerEvent, useState } from 'react';
import { trackTouchDrag } from './trackTouchDrag.ts';

/** Drag state and handlers of a list. */
export interface DragState {
  /** Index where the dragged item would land. */
  over: number | undefined;
  dragged: number | undefined;
  /** Props of an item's drag handle, whose arrow keys move the item as well. */
  handle: (index: number) => {
    draggable: true;
    onDragStart: (event: DragEvent<HTMLElement>) => void;
    onDragEnd: () => void;
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
  /** Props of an item's element. */
  target: (index: number) => {
    onDragOver: (event: DragEvent<HTMLElement>) => void;
    onDrop: (event: DragEvent<HTMLElement>) => void;
  };
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/** Reorders items by dragging a handle or by its arrow keys. Items of another list cannot be dropped in this one. */
export function useDragReorder(move: (from: number, to: number) => void): DragState {
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const stop = (): void => {
    setDragged(undefined);
    setOver(undefined);
  };
  return {
    over: over === dragged ? undefined : over,
    dragged,
    handle: (index) => ({
      draggable: true,
      onDragStart: (event) => {
        setDragged(index);
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', '');
        const item = event.currentTarget.closest('[data-list-item]');
        if (item) event.dataTransfer.setDragImage(item, 16, 16);
        event.stopPropagation();
      },
      onDragEnd: stop,
      onPointerDown: (event) => {
        if (event.pointerType !== 'touch') return;
        trackTouchDrag(event, {
          onOver: (at) => {
            setDragged(index);
            setOver(at);
          },
          onEnd: (at) => {
            stop();
            if (at !== undefined && at !== index) move(index, at);
          },
        });
      },
      onKeyDown: (event) => {
        const step = STEPS[event.key];
        if (step === undefined) return;
        event.preventDefault();
        move(index, index + step);
      },
    }),
    target: (index) => ({
      onDragOver: (event) => {
        if (dragged === undefined) return;
        event.preventDefault();
        if (over !== index) setOver(index);
      },
      onDrop: (event) => {
        if (dragged === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        move(dragged, index);
        stop();
      },
    }),
  };
}
