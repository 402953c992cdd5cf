import type { FieldProps } from '@rjsf/utils';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import type { FieldModel } from '../../../schemas/model/types.ts';
import type { Path } from './pointers.ts';
import type { FieldState } from './useSession.ts';
import type { ListEditor } from './useListEditor.ts';

/** Props of every single-value editor, which draws a `FieldFrame` with its input. */
export interface EditorProps<Value = unknown> {
  field: FieldModel;
  path: Path;
  pointer: string;
  /** Id of the focusable element. */
  id: string;
  value: Value | undefined;
  /**
   * Sets the value in the form; `undefined` clears the field. With `typing`, the rest of the form is updated when
   * typing pauses.
   */
  // A method for its bivariance: the schema's compiler checks which values an editor gets.
  onChange(value: Value | undefined, how?: { typing: boolean }): void;
  /** On blur; errors may be shown from then on. */
  onBlur: () => void;
  fieldState: FieldState;
}

/** Props of every list view. */
export interface ListViewProps {
  field: FieldModel;
  item: FieldModel;
  /** Noun of one item, for buttons: "message". */
  noun: string;
  path: Path;
  pointer: string;
  items: readonly unknown[];
  listController: ListEditor;
  fieldState: FieldState;
  /** The rendered add button, for views that place it themselves; null at the limit. */
  addButton: ReactNode;
  /** The rendered error of the whole list, for views that place it themselves. */
  errorMessage: ReactNode;
  /** Renders the editor of one item. */
  renderItem: (index: number) => ReactElement;
}

/** Loads the code of a component. */
export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** How a list's items are presented in a form. */
export interface ListView {
  load: Load<ListViewProps>;
  /** Index of the initially open item, by list length. */
  startOpen: (length: number) => number | undefined;
  /**
   * What the view draws itself: the add button, the list's heading, the list's error.
   */
  draws?: ('addButton' | 'heading' | 'errorMessage')[];
  /** Look of the add button. */
  addButtonStyle?: 'row' | 'card';
  /** Items are labelled A, B, C… rather than 1, 2, 3. */
  hasLetters?: boolean;
}

/**
 * An editor with the name that schemas use (`x-field.widget`). Its code is loaded before the form is drawn.
 */
export interface NamedEditor {
  name: string;
  /** Editor of a single value. */
  editor?: Load<EditorProps<never>>;
  /**
   * A read-only value is shown as in show views, without an input; `blank` is the text for no value. Omitted by
   * editors that show more than the value.
   */
  readOnlyAsText?: true | { blank: string };
  /** Draws a value with nested fields, as an rjsf field. */
  structure?: Load<FieldProps>;
  /** Presentation of a list's items. */
  items?: ListView;
}
