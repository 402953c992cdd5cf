import { type PointerEvent as ReactPointerEvent, type RefObject, useState } from 'react';
import {
  rectBetween,
  resizeByGrip,
  type Grip,
  isDrawn,
  type Rect,
  type Size,
  snapToGuides,
} from './geometry.ts';

/** Pixels on the screen within which edges find each other. */
const SNAP_PX = 8;

interface Options {
  canvas: RefObject<HTMLElement | null>;
  picture: Size;
  areas: readonly Rect[];
  onChange: (index: number, rect: Rect) => void;
  onDrawn: (rect: Rect) => void;
}

export interface AreaDrag {
  /** What is being drawn or dragged, before it is let go: a new one has no place yet. */
  draft: { index: number | undefined; rect: Rect } | undefined;
  /** Takes an area by a grip, with mouse, pen or finger. */
  grab: (event: ReactPointerEvent<HTMLElement>, index: number, grip: Grip) => void;
  /** Begins a new area. */
  draw: (event: ReactPointerEvent<HTMLElement>) => void;
}

/** Drawing, moving and resizing areas on a picture. */
export function useAreaDrag({ canvas, picture, areas, onChange, onDrawn }: Options): AreaDrag {
  const [draft, setDraft] = useState<AreaDrag['draft']>();

  const follow = (
    event: ReactPointerEvent<HTMLElement>,
    index: number | undefined,
    at: (dx: number, dy: number, reach: number, start: { x: number; y: number }) => Rect,
    done: (rect: Rect) => void,
  ): void => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box || box.width === 0 || event.button > 0) return;
    event.stopPropagation();
    const unit = picture.width / box.width;
    const held = event.currentTarget;
    const { clientX, clientY, pointerId } = event;
    const start = { x: (clientX - box.left) * unit, y: (clientY - box.top) * unit };
    let last: Rect | undefined;
    held.setPointerCapture?.(pointerId);
    const onMove = (move: PointerEvent): void => {
      last = at((move.clientX - clientX) * unit, (move.clientY - clientY) * unit, SNAP_PX * unit, start);
      setDraft({ index, rect: last });
    };
    const end = (how: PointerEvent): void => {
      held.removeEventListener('pointermove', onMove);
      held.removeEventListener('pointerup', end);
      held.removeEventListener('pointercancel', end);
      setDraft(undefined);
      if (how.type === 'pointerup' && last) done(last);
    };
    held.addEventListener('pointermove', onMove);
    held.addEventListener('pointerup', end);
    held.addEventListener('pointercancel', end);
  };

  return {
    draft,
    grab: (event, index, grip) => {
      const from = areas[index];
      if (!from) return;
      const others = areas.filter((_, place) => place !== index);
      follow(
        event,
        index,
        (dx, dy, reach) =>
          snapToGuides(resizeByGrip(from, grip, dx, dy, picture), grip, others, picture, reach),
        (rect) => onChange(index, rect),
      );
    },
    draw: (event) =>
      follow(
        event,
        undefined,
        (dx, dy, reach, { x, y }) => {
          const inside = (value: number, most: number): number => Math.max(0, Math.min(most, value));
          const rect = rectBetween(x, y, inside(x + dx, picture.width), inside(y + dy, picture.height));
          const grip = dx < 0 ? (dy < 0 ? 'nw' : 'sw') : dy < 0 ? 'ne' : 'se';
          return isDrawn(rect) ? snapToGuides(rect, grip, areas, picture, reach) : rect;
        },
        (rect) => {
          if (isDrawn(rect)) onDrawn(rect);
        },
      ),
  };
}
