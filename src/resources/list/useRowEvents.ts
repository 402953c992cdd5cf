import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import type { ListRecord } from '../fields/types.ts';
import type { Selection } from './useSelection.ts';

export interface RowEventTargets {
  rows: ListRecord[];
  selection: Selection;
  openPath: (id: string) => string;
  openMenu: (record: ListRecord, anchor: HTMLElement) => void;
}

/** The row that an event happened in. */
export const indexOf = (target: EventTarget): number => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row ? Number(row.dataset['index']) : -1;
};

/** One listener for all rows: the box selects, the button opens the menu, links go their way, the rest opens the record. */
export const useRowClick = ({ rows, selection, openPath, openMenu }: RowEventTargets) => {
  const navigate = useNavigate();
  return (event: MouseEvent): void => {
    const record = rows[indexOf(event.target)];
    if (!record || !(event.target instanceof Element)) return;
    const part = event.target.closest<HTMLElement>('[data-role]');
    if (part?.dataset['role'] === 'select') return selection.toggle(record.id, event.shiftKey);
    if (part?.dataset['role'] === 'menu') return openMenu(record, part);
    if (event.target.closest('a,button,input') || window.getSelection()?.type === 'Range') return;
    void navigate(openPath(record.id));
  };
};
