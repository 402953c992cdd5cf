import type { ComponentType, ReactElement } from 'react';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import type { Path } from '../session.ts';
import type { FieldState } from '../useSession.ts';
import type { ListEditor } from './useListEditor.ts';

/** What every presentation of a list is given. */
export interface ListViewProps {
  field: FieldModel;
  item: FieldModel;
  /** What one item is called in buttons: "message". */
  noun: string;
  path: Path;
  pointer: string;
  items: readonly unknown[];
  editor: ListEditor;
  state: FieldState;
  /** The editor of one item; only what is drawn is mounted. */
  renderItem: (index: number) => ReactElement;
}

export interface ListView {
  component: ComponentType<ListViewProps>;
  /** Index of the item that is open at first, for a list of this many. */
  startOpen: (length: number) => number | undefined;
}

const views = new Map<string, ListView>();

/** Makes a presentation of lists known under the name by which schemas ask for it (`x-field.widget`). */
export function registerListView(name: string, view: ListView): void {
  views.set(name, view);
}

/** The presentation that the list asks for. Plain values stand in rows; items of several shapes are too big for them. */
export function listViewOf(field: FieldModel): ListView {
  const isPlain = field.item !== undefined && !field.item.fields && !field.item.variants;
  const wanted =
    field.widget === 'grid'
      ? 'grid'
      : isPlain
        ? 'rows'
        : field.item?.variants && field.widget === 'rows'
          ? 'list'
          : field.widget;
  const found = views.get(wanted) ?? views.get('list');
  if (!found) throw new Error('No presentations of lists are registered.');
  return found;
}
