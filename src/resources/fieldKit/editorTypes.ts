import type { FieldProps } from '@rjsf/utils';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import type { FieldModel } from '../../../schemas/model/types.ts';
import type { Path } from './pointers.ts';
import type { FieldState } from './useSession.ts';
import type { ListEditor } from './useListEditor.ts';

/** What every editor of one value is given. It draws a `FieldFrame` with its own input inside. */
export interface EditorProps<Value = unknown> {
  field: FieldModel;
  path: Path;
  pointer: string;
  /** Id of the element that takes the focus. */
  id: string;
  value: Value | undefined;
  /**
   * Hands a new value to the form; `undefined` empties the field. While someone is `typing`, what stands around the
   * input is drawn only when the keys pause.
   */
  // A method, so that which values an editor meets stays the schema's doing, which is checked when it is compiled.
  onChange(value: Value | undefined, how?: { typing: boolean }): void;
  /** The field was left: its faults may be shown. */
  onBlur: () => void;
  fieldState: FieldState;
}

/** What every presentation of a list is given. */
export interface ListViewProps {
  field: FieldModel;
  item: FieldModel;
  /** What one item is called in buttons: "message". */
  noun: string;
  path: Path;
  pointer: string;
  items: readonly unknown[];
  listController: ListEditor;
  fieldState: FieldState;
  /** The rendered button that adds an item, for views that place it themselves; none where no more can be added. */
  addButton: ReactNode;
  /** The rendered error of the list as a whole, for views that place it themselves. */
  errorMessage: ReactNode;
  /** The editor of one item; only what is drawn is mounted. */
  renderItem: (index: number) => ReactElement;
}

/** Fetches the code of a component. */
export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** How a list's items stand in a form. */
export interface ItemsView {
  load: Load<ListViewProps>;
  /** Index of the item that is open at first, for a list of this many. */
  startOpen: (length: number) => number | undefined;
  /**
   * Draws the button that adds an item, also while there is none; with `heading` the list's title too, with
   * `errorMessage` the list's error.
   */
  draws?: ('addButton' | 'heading' | 'errorMessage')[];
  /** How the button that adds an item looks: a plain row, or a card that is a plus. */
  addLook?: 'row' | 'card';
  /** Items are called A, B, C… rather than 1, 2, 3. */
  hasLetters?: boolean;
}

/** An editor under the name by which schemas ask for it (`x-field.widget`). Its code is fetched before a form with it. */
export interface NamedEditor {
  name: string;
  /** Edits one value. */
  editor?: Load<EditorProps<never>>;
  /**
   * Where the value cannot be changed, it is shown as views show it, without an input; `blank` is said of none. Left out by
   * editors that show more than the value.
   */
  readOnlyAsText?: true | { blank: string };
  /** Draws a value that has fields of its own, as a field of rjsf. */
  structure?: Load<FieldProps>;
  /** Draws the items of a list. */
  items?: ItemsView;
}
