import type { FieldProps } from '@rjsf/utils';
import { walkFields } from '../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../schemas/model/types.ts';
import type { Loadable } from '../../ui/loadable.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import type { EditorProps, ListView, ListViewProps, Load, NamedEditor } from './editorTypes.ts';
import { findNamedEditor } from './registry.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** The properties of a field that select its editor. */
type EditorSelector = Pick<FieldModel, 'widget' | 'type'>;

const components = new Map<unknown, unknown>();

/** The lazy component of a loader, cached per loader. */
function getLazyComponent<Props extends object>(load: Load<Props>): Loadable<Props> {
  const known = components.get(load);
  if (known) return known as Loadable<Props>;
  const made = lazyComponent<Props>(() => load().then((module) => module.default), { inPlace: true });
  components.set(load, made);
  return made;
}

/** The field's widget, else its type's editor; undefined for fields drawn field by field or as plain text. */
const findDefinition = (field: EditorSelector): NamedEditor | undefined => {
  const named = findNamedEditor(field.widget);
  return named?.editor || named?.structure ? named : findNamedEditor(field.type);
};

const findLoader = (field: EditorSelector): Load<EditorProps> | undefined =>
  (findDefinition(field)?.editor ?? findNamedEditor('text')?.editor) as Load<EditorProps> | undefined;

/**
 * The text for no value of a read-only field; undefined when its editor draws read-only values itself.
 */
export const findBlankText = (field: EditorSelector): string | undefined => {
  const { readOnlyAsText } = findDefinition(field) ?? findNamedEditor('text') ?? {};
  return readOnlyAsText && (readOnlyAsText === true ? t('None') : readOnlyAsText.blank);
};

/** Whether one editor draws the whole value, instead of field by field. */
export const hasOwnEditor = (field: FieldModel): boolean => findDefinition(field)?.editor !== undefined;

/** The editor component: the field's widget, else its type's editor, else plain text. */
export function findEditor(field: FieldModel): Loadable<EditorProps> {
  const load = findLoader(field);
  if (!load) throw new Error('No editor is registered.');
  return getLazyComponent(load);
}

/** The component that draws nested fields (lists, variants); undefined for single values. */
export const findStructure = (field: FieldModel): Loadable<FieldProps> | undefined => {
  const structure = findDefinition(field)?.structure;
  return structure && getLazyComponent(structure);
};

/** The view of a list's items; rows for plain values. */
export function findListView(field: FieldModel): ListView & { View: Loadable<ListViewProps> } {
  const isPlain = field.item !== undefined && !field.item.fields && !field.item.variants;
  const wanted = field.widget === 'grid' ? 'grid' : isPlain ? 'rows' : field.widget;
  const view = findNamedEditor(wanted)?.items ?? findNamedEditor('list')?.items;
  if (!view) throw new Error('No presentation of lists is registered.');
  return { ...view, View: getLazyComponent(view.load) };
}

/**
 * Loads the editors of all fields, nested ones included, before a form is drawn.
 * @param beside further editors to load: those of variants whose fields are not loaded yet
 */
export async function loadEditors(fields: FieldModel[], beside: EditorSelector[] = []): Promise<void> {
  const needed = new Set<Pick<Loadable<object>, 'preload'>>();
  const addNeeded = (field: EditorSelector): void => {
    const { structure } = findDefinition(field) ?? {};
    const load = structure ? undefined : findLoader(field);
    if (structure) needed.add(getLazyComponent(structure));
    if (load) needed.add(getLazyComponent(load));
  };
  walkFields(fields, (field) => {
    if (field.type === 'object' && !hasOwnEditor(field)) return;
    addNeeded(field);
    if (findStructure(field) && field.type === 'list') needed.add(findListView(field).View);
  });
  beside.forEach(addNeeded);
  await Promise.all([...needed].map(({ preload }) => preload()));
}
