import type { MouseEvent } from 'react';
import { isTouchDevice } from '../../theme/touch.ts';
import { useNavigate } from 'react-router';
import type { ListRecord } from '../fieldKit/types.ts';
import type { PeekState } from './peek/usePeek.ts';
import type { Selection } from './useSelection.ts';

export interface RowEventTargets {
  rows: ListRecord[];
  selection: Selection;
  openPath: (id: string) => string | undefined;
  openState?: object;
  openMenu: (record: ListRecord, anchor: HTMLElement) => void;
  peek?: PeekState;
  openEditor?: (record: ListRecord, name: string, pen: HTMLElement) => void;
  onSwitch?: (record: ListRecord, name: string) => void;
}

/** The pencil of the cell that an event happened in, where its value can be changed. */
export const penOf = (target: EventTarget): HTMLElement | null | undefined =>
  target instanceof Element ? target.closest('[data-edit]')?.querySelector<HTMLElement>('.pen') : undefined;

/** A finger means the box when it taps the mark that the box lies over. */
const isTapOnMark = (target: Element): boolean =>
  target.closest('.select-cell, .face')?.querySelector('[data-role=select]') != null && isTouchDevice();

/** The row that an event happened in. */
export const indexOf = (target: EventTarget): number => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row ? Number(row.dataset['index']) : -1;
};

/**
 * One listener for all rows: the box selects, the buttons open what they say, the title and the rest open the record;
 * other links, and clicks that ask for a new tab, go their own way.
 */
export const useRowClick = (targets: RowEventTargets) => {
  const { rows, selection, openPath, openState, openMenu, openEditor, onSwitch, peek } = targets;
  const navigate = useNavigate();
  return (event: MouseEvent): void => {
    const record = rows[indexOf(event.target)];
    if (!record || !(event.target instanceof Element)) return;
    const part = event.target.closest<HTMLElement>('[data-role]');
    if (part?.dataset['role'] === 'select' || isTapOnMark(event.target))
      return selection.toggle(record.id, event.shiftKey);
    if (part?.dataset['role'] === 'menu') return openMenu(record, part);
    if (part?.dataset['role'] === 'peek') {
      peek?.open(record.id);
      // The keys go on from its row.
      part.closest('tr')?.focus();
      return;
    }
    if (part?.dataset['role'] === 'edit') return openEditor?.(record, part.dataset['field'] ?? '', part);
    if (part?.dataset['role'] === 'switch') return onSwitch?.(record, part.dataset['field'] ?? '');
    const link = event.target.closest('a');
    if (event.target.closest('button,input') || (link && !link.classList.contains('title'))) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    // Selecting text in a row does not open it; its link does, by key too, and never as a new page.
    event.preventDefault();
    if (!link && window.getSelection()?.type === 'Range') return;
    // A click into such a cell may be the first of two.
    const pen = link ? undefined : penOf(event.target);
    if (pen) return pen.focus();
    const path = openPath(record.id);
    if (path !== undefined) void navigate(path, { state: openState });
  };
};
