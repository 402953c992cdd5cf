import type { FieldProps } from '@rjsf/utils';
import { walkFields } from '../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../schemas/model/types.ts';
import type { Loadable } from '../../ui/loadable.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import type { EditorProps, ItemsView, ListViewProps, Load, NamedEditor } from './editorTypes.ts';
import { editorNamed } from './registry.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** What of a field says how it is edited. */
type Edited = Pick<FieldModel, 'widget' | 'type'>;

const components = new Map<unknown, unknown>();

/** The component that a loader fetches: the same one whenever it is asked for. */
function componentOf<Props extends object>(load: Load<Props>): Loadable<Props> {
  const known = components.get(load);
  if (known) return known as Loadable<Props>;
  const made = lazyComponent<Props>(() => load().then((module) => module.default), { inPlace: true });
  components.set(load, made);
  return made;
}

/** The editor that the field asks for, or its type's own; none for what is drawn field by field or as plain text. */
const definitionOf = (field: Edited): NamedEditor | undefined => {
  const named = editorNamed(field.widget);
  return named?.editor || named?.structure ? named : editorNamed(field.type);
};

const loadOf = (field: Edited): Load<EditorProps> | undefined =>
  (definitionOf(field)?.editor ?? editorNamed('text')?.editor) as Load<EditorProps> | undefined;

/** What stands for no value where a field that cannot be changed shows its value; undefined where its editor does that itself. */
export const blankOf = (field: Edited): string | undefined => {
  const { readOnlyAsText } = definitionOf(field) ?? editorNamed('text') ?? {};
  return readOnlyAsText && (readOnlyAsText === true ? t('None') : readOnlyAsText.blank);
};

/** Whether an editor draws the whole value, which would else be drawn field by field. */
export const hasOwnEditor = (field: FieldModel): boolean => definitionOf(field)?.editor !== undefined;

/** What edits the field's value: the editor that it asks for, or its type's own, or plain text. */
export function editorOf(field: FieldModel): Loadable<EditorProps> {
  const load = loadOf(field);
  if (!load) throw new Error('No editor is registered.');
  return componentOf(load);
}

/** What draws a value that has fields of its own (lists, variants); none for single values. */
export const structureOf = (field: FieldModel): Loadable<FieldProps> | undefined => {
  const structure = definitionOf(field)?.structure;
  return structure && componentOf(structure);
};

/** How the list's items stand. Plain values stand in rows. */
export function listViewOf(field: FieldModel): ItemsView & { View: Loadable<ListViewProps> } {
  const isPlain = field.item !== undefined && !field.item.fields && !field.item.variants;
  const wanted = field.widget === 'grid' ? 'grid' : isPlain ? 'rows' : field.widget;
  const view = editorNamed(wanted)?.items ?? editorNamed('list')?.items;
  if (!view) throw new Error('No presentation of lists is registered.');
  return { ...view, View: componentOf(view.load) };
}

/**
 * Fetches the editors of the fields and of all fields inside, so that a form draws them at once.
 * @param beside what more will be edited: fields of variants that have not come yet
 */
export async function loadEditors(fields: FieldModel[], beside: Edited[] = []): Promise<void> {
  const needed = new Set<Pick<Loadable<object>, 'preload'>>();
  const need = (field: Edited): void => {
    const { structure } = definitionOf(field) ?? {};
    const load = structure ? undefined : loadOf(field);
    if (structure) needed.add(componentOf(structure));
    if (load) needed.add(componentOf(load));
  };
  walkFields(fields, (field) => {
    if (field.type === 'object' && !hasOwnEditor(field)) return;
    need(field);
    if (structureOf(field) && field.type === 'list') needed.add(listViewOf(field).View);
  });
  beside.forEach(need);
  await Promise.all([...needed].map(({ preload }) => preload()));
}
