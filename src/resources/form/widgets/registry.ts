import type { ComponentType } from 'react';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import type { FieldState } from '../useSession.ts';
import type { Path } from '../session.ts';

/** What every widget is given. It draws a `FieldFrame` with its own input inside. */
export interface WidgetProps<Value = unknown> {
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
  onChange: (value: Value | undefined, how?: { typing: boolean }) => void;
  /** The field was left: its faults may be shown. */
  onBlur: () => void;
  state: FieldState;
}

const widgets = new Map<string, ComponentType<WidgetProps>>();

/** Makes an editor known under the name by which schemas ask for it (`x-field.widget`). */
export function registerWidget<Value>(name: string, widget: ComponentType<WidgetProps<Value>>): void {
  // Which values a widget meets is the schema's doing; that they fit is checked when the product is compiled.
  widgets.set(name, widget as unknown as ComponentType<WidgetProps>);
}

/** The editor that the field asks for, or its type's own, or plain text. */
export function widgetOf(field: FieldModel): ComponentType<WidgetProps> {
  const found = widgets.get(field.widget) ?? widgets.get(field.type) ?? widgets.get('text');
  if (!found) throw new Error('No widgets are registered.');
  return found;
}
