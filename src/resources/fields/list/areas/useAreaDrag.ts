import { type PointerEvent as ReactPointerEvent, type RefObject, useState } from 'react';
import {
  rectBetween,
  resizeByGrip,
  type Grip,
  isLargeEnough,
  type Rect,
  type Size,
  snapToGuides,
} from './geometry.ts';

/** Screen pixels within which edges snap. */
const SNAP_PX = 8;

interface Options {
  canvas: RefObject<HTMLElement | null>;
  picture: Size;
  areas: readonly Rect[];
  onChange: (index: number, rect: Rect) => void;
  onDrawn: (rect: Rect) => void;
}

export interface AreaDrag {
  /** The area during a drag; one that is being drawn has no index yet. */
  draft: { index: number | undefined; rect: Rect } | undefined;
  /** Starts to drag an area by a grip. */
  startDrag: (event: ReactPointerEvent<HTMLElement>, index: number, grip: Grip) => void;
  /** Starts to draw a new area. */
  startDrawing: (event: ReactPointerEvent<HTMLElement>) => void;
}

/** Draws, moves and resizes areas by pointer events. */
export function useAreaDrag({ canvas, picture, areas, onChange, onDrawn }: Options): AreaDrag {
  const [draft, setDraft] = useState<AreaDrag['draft']>();

  const trackPointer = (
    event: ReactPointerEvent<HTMLElement>,
    index: number | undefined,
    computeRect: (dx: number, dy: number, snapDistance: number, start: { x: number; y: number }) => Rect,
    onDone: (rect: Rect) => void,
  ): void => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box || box.width === 0 || event.button > 0) return;
    event.stopPropagation();
    const unit = picture.width / box.width;
    const target = event.currentTarget;
    const { clientX, clientY, pointerId } = event;
    const start = { x: (clientX - box.left) * unit, y: (clientY - box.top) * unit };
    let last: Rect | undefined;
    target.setPointerCapture?.(pointerId);
    const onMove = (move: PointerEvent): void => {
      last = computeRect(
        (move.clientX - clientX) * unit,
        (move.clientY - clientY) * unit,
        SNAP_PX * unit,
        start,
      );
      setDraft({ index, rect: last });
    };
    const end = (endEvent: PointerEvent): void => {
      target.removeEventListener('pointermove', onMove);
      target.removeEventListener('pointerup', end);
      target.removeEventListener('pointercancel', end);
      setDraft(undefined);
      if (endEvent.type === 'pointerup' && last) onDone(last);
    };
    target.addEventListener('pointermove', onMove);
    target.addEventListener('pointerup', end);
    target.addEventListener('pointercancel', end);
  };

  return {
    draft,
    startDrag: (event, index, grip) => {
      const from = areas[index];
      if (!from) return;
      const others = areas.filter((_, place) => place !== index);
      trackPointer(
        event,
        index,
        (dx, dy, snapDistance) =>
          snapToGuides(resizeByGrip(from, grip, dx, dy, picture), grip, others, picture, snapDistance),
        (rect) => onChange(index, rect),
      );
    },
    startDrawing: (event) =>
      trackPointer(
        event,
        undefined,
        (dx, dy, snapDistance, { x, y }) => {
          const clamp = (value: number, max: number): number => Math.max(0, Math.min(max, value));
          const rect = rectBetween(x, y, clamp(x + dx, picture.width), clamp(y + dy, picture.height));
          const grip = dx < 0 ? (dy < 0 ? 'nw' : 'sw') : dy < 0 ? 'ne' : 'se';
          return isLargeEnough(rect) ? snapToGuides(rect, grip, areas, picture, snapDistance) : rect;
        },
        (rect) => {
          if (isLargeEnough(rect)) onDrawn(rect);
        },
      ),
  };
}
