import type { ActionEntry } from '../changes/types.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import type { PeekState } from './peek/usePeek.ts';
import type { RowOptions } from './RowParts.tsx';
import type { EntityListModel } from './useEntityList.ts';

/** Props of a list's table and cards. */
export interface ListBodyProps {
  entityList: EntityListModel;
  rowOptions: RowOptions;
  /** Opens a row's menu, with entries of this display first. */
  openMenu: (record: ListRecord, anchor: HTMLElement, first?: ActionEntry[]) => void;
  /** Opens the inline editor of a cell. */
  openEditor: (record: ListRecord, name: string, pen: HTMLElement) => void;
  /** Toggles a boolean in its cell. */
  onToggle: (record: ListRecord, name: string) => void;
  /** Undefined where rows cannot be peeked. */
  peek?: PeekState;
}
