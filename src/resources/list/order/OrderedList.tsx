import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { visuallyHidden } from '../../../ui/visuallyHidden.ts';
import { ListCards } from '../ListCards.tsx';
import { ListTable } from '../ListTable.tsx';
import type { ListBodyProps } from '../types.ts';
import { findRowIndex } from '../useRowEvents.ts';
import { DragHandleButton } from './DragHandleButton.tsx';
import { type RowOrder, useRowOrder } from './useRowOrder.ts';

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };
/** Auto-scrolling during a drag: distance from the list's edge, and step. */
const SCROLL_EDGE_PX = 40;
const SCROLL_STEP_PX = 14;

const findDragHandle = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('.grip') : null;

/** A list in manual order, whose rows are moved by mouse, touch or keyboard. */
export const OrderedList = ({ as, ...body }: ListBodyProps & { as: 'table' | 'cards' }) => {
  const { entityList, rowOptions } = body;
  const order = useRowOrder(entityList);
  const box = useRef<HTMLDivElement>(null);
  const { lifted, rows, disabledReason } = order;
  const onKeyDownCapture = useOrderKeys(order, box);
  const onPointerDown = useDrag(order);
  const id = lifted?.id;
  const orderedOptions = useMemo(
    () => ({
      ...rowOptions,
      DragHandle: DragHandleButton,
      isDragDisabled: disabledReason !== undefined,
      draggedId: id,
    }),
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
        rowOptions={orderedOptions}
        entityList={{ ...entityList, list: { ...entityList.list, rows } }}
      />
      <div role="status" style={visuallyHidden}>
        {order.announcement}
      </div>
    </div>
  );
};

/** Keyboard: Space picks a row up and drops it, arrows move it, Esc cancels; Alt with an arrow moves a row at once. */
const useOrderKeys = (order: RowOrder, box: React.RefObject<HTMLDivElement | null>) => {
  /** Where to restore the focus, which moved rows lose: on the handle or the row. */
  const focusTarget = useRef<{ index: number; grip: boolean } | undefined>(undefined);
  useEffect(() => {
    const { index, grip } = focusTarget.current ?? {};
    focusTarget.current = undefined;
    if (index === undefined) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    (grip ? row?.querySelector<HTMLElement>('.grip') : row)?.focus();
  });
  return (event: KeyboardEvent): void => {
    const grip = findDragHandle(event.target);
    const index = findRowIndex(event.target);
    const { lifted } = order;
    const consumeEvent = (): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    const step = STEPS[event.key];
    if (event.altKey && (step === 1 || step === -1) && index >= 0 && !lifted) {
      consumeEvent();
      if (order.disabledReason !== undefined) return order.explainDisabled();
      focusTarget.current = { index: Math.max(0, index + step), grip: grip !== null };
      return order.moveBy(index, step);
    }
    if (!grip) return;
    if (event.key === ' ' || event.key === 'Enter') {
      consumeEvent();
      if (order.disabledReason !== undefined) return order.explainDisabled();
      focusTarget.current = { index, grip: true };
      return lifted ? order.drop() : order.lift(index);
    }
    if (!lifted) return;
    if (event.key === 'Escape') {
      consumeEvent();
      focusTarget.current = { index: lifted.from, grip: true };
      return order.cancel();
    }
    if (event.key === 'Tab') return order.cancel();
    if (step === undefined) return;
    consumeEvent();
    const to = Math.max(0, Math.min(order.rows.length - 1, lifted.to + step));
    focusTarget.current = { index: to, grip: true };
    order.dragTo(to);
  };
};

/** Moves the row with the pressed pointer, mouse or touch. */
const useDrag = (order: RowOrder) => {
  const latest = useRef(order);
  const stop = useRef<(() => void) | undefined>(undefined);
  useEffect(() => {
    latest.current = order;
  });
  useEffect(() => () => stop.current?.(), []);
  return (event: PointerEvent): void => {
    const grip = findDragHandle(event.target);
    if (!grip || event.button !== 0 || stop.current) return;
    if (order.disabledReason !== undefined) return order.explainDisabled();
    // Moved rows lose the pointer capture.
    if (grip.hasPointerCapture?.(event.pointerId)) grip.releasePointerCapture(event.pointerId);
    const scroller = grip.closest<HTMLElement>('[data-rows]');
    order.lift(findRowIndex(grip));
    const onMove = (move: globalThis.PointerEvent): void => {
      if (move.pointerId !== event.pointerId || !scroller) return;
      const { left, width, top, bottom } = scroller.getBoundingClientRect();
      if (move.clientY < top + SCROLL_EDGE_PX) scroller.scrollTop -= SCROLL_STEP_PX;
      else if (move.clientY > bottom - SCROLL_EDGE_PX) scroller.scrollTop += SCROLL_STEP_PX;
      const under = document.elementFromPoint(left + width / 2, move.clientY);
      const at = under && scroller.contains(under) ? findRowIndex(under) : -1;
      if (at >= 0) latest.current.dragTo(at);
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
