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
  onToggle?: (record: ListRecord, name: string) => void;
}

/** The edit button of an event's cell, if editable. */
export const findEditButton = (target: EventTarget): HTMLElement | null | undefined =>
  target instanceof Element ? target.closest('[data-edit]')?.querySelector<HTMLElement>('.pen') : undefined;

/** On touch devices a tap on the mark toggles the checkbox over it. */
const isTapOnMark = (target: Element): boolean =>
  target.closest('.select-cell, .face')?.querySelector('[data-role=select]') != null && isTouchDevice();

/** The index of an event's row, or -1. */
export const findRowIndex = (target: EventTarget): number => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row ? Number(row.dataset['index']) : -1;
};

/**
 * One click handler for all rows: checkbox, buttons, and opening the record. Other links and clicks for a new tab
 * keep their default.
 */
export const useRowClick = (targets: RowEventTargets) => {
  const { rows, selection, openPath, openState, openMenu, openEditor, onToggle, peek } = targets;
  const navigate = useNavigate();
  return (event: MouseEvent): void => {
    const record = rows[findRowIndex(event.target)];
    if (!record || !(event.target instanceof Element)) return;
    const part = event.target.closest<HTMLElement>('[data-role]');
    if (part?.dataset['role'] === 'select' || isTapOnMark(event.target))
      return selection.toggle(record.id, event.shiftKey);
    if (part?.dataset['role'] === 'menu') return openMenu(record, part);
    if (part?.dataset['role'] === 'peek') {
      peek?.open(record.id);
      // Keyboard navigation continues from its row.
      part.closest('tr')?.focus();
      return;
    }
    if (part?.dataset['role'] === 'edit') return openEditor?.(record, part.dataset['field'] ?? '', part);
    if (part?.dataset['role'] === 'switch') return onToggle?.(record, part.dataset['field'] ?? '');
    const link = event.target.closest('a');
    if (event.target.closest('button,input') || (link && !link.classList.contains('title'))) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    // Selecting text in a row does not open it; its link always does, without a page load.
    event.preventDefault();
    if (!link && window.getSelection()?.type === 'Range') return;
    // The click may be the first of a double click.
    const pen = link ? undefined : findEditButton(event.target);
    if (pen) return pen.focus();
    const path = openPath(record.id);
    if (path !== undefined) void navigate(path, { state: openState });
  };
};
