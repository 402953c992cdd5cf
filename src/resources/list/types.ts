import type { ActionEntry } from '../changes/types.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import type { PeekState } from './peek/usePeek.ts';
import type { RowOptions } from './RowParts.tsx';
import type { EntityListModel } from './useEntityList.ts';

/** What a table or the cards of a list are given. */
export interface ListBodyProps {
  entityList: EntityListModel;
  rowOptions: RowOptions;
  /** What only this look of the list offers comes first. */
  openMenu: (record: ListRecord, anchor: HTMLElement, first?: ActionEntry[]) => void;
  /** Changes the value in a cell; the pencil tells which. */
  openEditor: (record: ListRecord, name: string, pen: HTMLElement) => void;
  /** Turns a truth value over in its cell. */
  onSwitch: (record: ListRecord, name: string) => void;
  /** Absent where rows are not looked at beside the list. */
  peek?: PeekState;
}
