import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { visuallyHidden } from '../../../ui/visuallyHidden.ts';
import { ListCards } from '../ListCards.tsx';
import { ListTable } from '../ListTable.tsx';
import type { ListBodyProps } from '../types.ts';
import { indexOf } from '../useRowEvents.ts';
import { GripButton } from './GripButton.tsx';
import { type RowOrder, useRowOrder } from './useRowOrder.ts';

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };
/** How near the edge of the list a row that is dragged makes it scroll, and by how much each time, in pixels. */
const SCROLL_EDGE_PX = 40;
const SCROLL_STEP_PX = 14;

const gripOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('.grip') : null;

/** A list in an order that people give it: rows have grips for mouse, finger and keys. */
export const OrderedList = ({ as, ...body }: ListBodyProps & { as: 'table' | 'cards' }) => {
  const { entityList, rowOptions } = body;
  const order = useRowOrder(entityList);
  const box = useRef<HTMLDivElement>(null);
  const { lifted, rows, disabledReason } = order;
  const onKeyDownCapture = useOrderKeys(order, box);
  const onPointerDown = useDrag(order);
  const id = lifted?.id;
  const ordered = useMemo(
    () => ({ ...rowOptions, Grip: GripButton, isGripClosed: disabledReason !== undefined, lifted: id }),
    [rowOptions, disabledReason, id],
  );
  const Body = as === 'cards' ? ListCards : ListTable;
  return (
    <div
      ref={box}
      style={{ display: 'contents' }}
      onKeyDownCapture={onKeyDownCapture}
      onPointerDown={onPointerDown}
    >
      <Body
        {...body}
        rowOptions={ordered}
        entityList={{ ...entityList, list: { ...entityList.list, rows } }}
      />
      <div role="status" style={visuallyHidden}>
        {order.announcement}
      </div>
    </div>
  );
};

/** Space lifts and puts down, arrows carry, Esc puts back; Alt with an arrow moves a row at once. */
const useOrderKeys = (order: RowOrder, box: React.RefObject<HTMLDivElement | null>) => {
  /** Whether the grip, or the row, has the focus again where the row went; rows that move lose it. */
  const wanted = useRef<{ index: number; grip: boolean } | undefined>(undefined);
  useEffect(() => {
    const { index, grip } = wanted.current ?? {};
    wanted.current = undefined;
    if (index === undefined) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    (grip ? row?.querySelector<HTMLElement>('.grip') : row)?.focus();
  });
  return (event: KeyboardEvent): void => {
    const grip = gripOf(event.target);
    const index = indexOf(event.target);
    const { lifted } = order;
    const take = (): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    const step = STEPS[event.key];
    if (event.altKey && (step === 1 || step === -1) && index >= 0 && !lifted) {
      take();
      if (order.disabledReason !== undefined) return order.explainDisabled();
      wanted.current = { index: Math.max(0, index + step), grip: grip !== null };
      return order.step(index, step);
    }
    if (!grip) return;
    if (event.key === ' ' || event.key === 'Enter') {
      take();
      if (order.disabledReason !== undefined) return order.explainDisabled();
      wanted.current = { index, grip: true };
      return lifted ? order.drop() : order.lift(index);
    }
    if (!lifted) return;
    if (event.key === 'Escape') {
      take();
      wanted.current = { index: lifted.from, grip: true };
      return order.cancel();
    }
    if (event.key === 'Tab') return order.cancel();
    if (step === undefined) return;
    take();
    const to = Math.max(0, Math.min(order.rows.length - 1, lifted.to + step));
    wanted.current = { index: to, grip: true };
    order.carry(to);
  };
};

/** Mouse and finger alike: the row follows while the pointer is held, wherever it goes. */
const useDrag = (order: RowOrder) => {
  const latest = useRef(order);
  const stop = useRef<(() => void) | undefined>(undefined);
  useEffect(() => {
    latest.current = order;
  });
  useEffect(() => () => stop.current?.(), []);
  return (event: PointerEvent): void => {
    const grip = gripOf(event.target);
    if (!grip || event.button !== 0 || stop.current) return;
    if (order.disabledReason !== undefined) return order.explainDisabled();
    // Rows that change places lose what was captured.
    if (grip.hasPointerCapture?.(event.pointerId)) grip.releasePointerCapture(event.pointerId);
    const scroller = grip.closest<HTMLElement>('[data-rows]');
    order.lift(indexOf(grip));
    const onMove = (move: globalThis.PointerEvent): void => {
      if (move.pointerId !== event.pointerId || !scroller) return;
      const { left, width, top, bottom } = scroller.getBoundingClientRect();
      if (move.clientY < top + SCROLL_EDGE_PX) scroller.scrollTop -= SCROLL_STEP_PX;
      else if (move.clientY > bottom - SCROLL_EDGE_PX) scroller.scrollTop += SCROLL_STEP_PX;
      const under = document.elementFromPoint(left + width / 2, move.clientY);
      const at = under && scroller.contains(under) ? indexOf(under) : -1;
      if (at >= 0) latest.current.carry(at);
    };
    const onEnd = (end: globalThis.PointerEvent): void => {
      if (end.pointerId !== event.pointerId) return;
      stop.current?.();
      if (end.type === 'pointerup') latest.current.drop();
      else latest.current.cancel();
    };
    const onKey = (key: globalThis.KeyboardEvent): void => {
      if (key.key !== 'Escape') return;
      stop.current?.();
      latest.current.cancel();
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onEnd);
    window.addEventListener('pointercancel', onEnd);
    window.addEventListener('keydown', onKey);
    stop.current = () => {
      stop.current = undefined;
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onEnd);
      window.removeEventListener('pointercancel', onEnd);
      window.removeEventListener('keydown', onKey);
    };
  };
};
