import type {
  FieldModel,
  FormExample,
  FormModel,
  FormRow,
  FormSection,
  Match,
  PanelModel,
  ShowModel,
  ShowTab,
} from '../types.ts';
import { withoutUndefined } from './field.ts';
import { humanise } from './titles.ts';

export interface SectionKeywords extends Partial<Omit<FormSection, 'rows'>> {
  fields: (string | string[])[];
}
export interface PanelKeywords {
  /** Absent where the vocabulary rejects it. */
  panel?: string;
  label?: string;
  openLabel?: string;
}
export interface FormKeywords {
  layout?: FormModel['layout'];
  create?: string[];
  main?: SectionKeywords[];
  aside?: (SectionKeywords | PanelKeywords)[];
  examples?: FormExample[];
  summary?: FormModel['summary'];
}
interface TabKeywords {
  label?: string;
  icon?: string;
  countField?: string;
  sections?: SectionKeywords[];
  edit?: string[];
  emptyText?: string;
  list?: { entity?: string; by?: string };
  panel?: string;
}
export interface ShowKeywords {
  picture?: string;
  meta?: string[];
  aside?: string[];
  copies?: string[];
  tabs?: TabKeywords[];
  site?: ShowModel['site'];
  asideTop?: PanelKeywords;
  middle?: PanelKeywords & { visibleWhen?: Match };
}

/** Whether the form has numbered steps, or conditional sections. */
const hasSteps = ({ main }: FormModel): boolean => main.some(({ step, when }) => step || when);

export const isPanel = (part: SectionKeywords | PanelKeywords): part is PanelKeywords => !('fields' in part);

export const panelOf = ({ panel = '', label, openLabel }: PanelKeywords): PanelModel => ({
  panel,
  label: label ?? humanise(panel),
  ...(openLabel !== undefined && { openLabel }),
});

/** Compiles a form; fields that it does not place are appended, to stay reachable. */
export function formOf(keywords: FormKeywords, fields: FieldModel[], description = ''): FormModel {
  const asideParts = keywords.aside ?? [];
  const sections = asideParts.filter((part): part is SectionKeywords => !isPanel(part));
  const placedFields = new Set(
    [...(keywords.main ?? []), ...sections].flatMap((section) => section.fields.flat()),
  );
  const unplacedRows = unplacedRowsOf(fields, placedFields);
  const form: FormModel = {
    layout: keywords.layout ?? 'page',
    main: sectionsOf(keywords.main ?? [{ fields: ['*'] }], unplacedRows),
    aside: sectionsOf(sections, unplacedRows),
    panels: asideParts.filter(isPanel).map(panelOf),
    ...(keywords.create && { create: keywords.create }),
    ...(keywords.summary && { summary: keywords.summary }),
    ...(keywords.examples && { start: { description, examples: keywords.examples } }),
  };
  if (!placedFields.has('*') && keywords.main && unplacedRows.length > 0)
    form.main.push({ rows: unplacedRows, collapsed: false });
  return hasSteps(form) ? { ...form, steps: true } : form;
}

/** Fields of the side panel where a schema states none. */
const DEFAULT_ASIDE = ['createdAt', 'createdBy', 'updatedAt', 'updatedBy'];

export function showOf(keywords: ShowKeywords, fields: FieldModel[]): ShowModel {
  const tabs = keywords.tabs ?? [];
  const placedFields = new Set(
    tabs.flatMap((tab) => (tab.sections ?? []).flatMap((one) => one.fields.flat())),
  );
  const unplacedRows = unplacedRowsOf(fields, placedFields);
  const usedIds = new Set<string>();
  return withoutUndefined<ShowModel>({
    picture: keywords.picture,
    meta: keywords.meta ?? [],
    aside: keywords.aside ?? DEFAULT_ASIDE,
    copies: keywords.copies ?? [],
    tabs: tabs.map((tab) => tabOf(tab, unplacedRows, usedIds)),
    site: keywords.site,
    asideTop: keywords.asideTop && panelOf(keywords.asideTop),
    middle: keywords.middle && {
      ...panelOf(keywords.middle),
      ...(keywords.middle.visibleWhen && { visibleWhen: keywords.middle.visibleWhen }),
    },
  });
}

function tabOf(tab: TabKeywords, rest: FormRow[], usedIds: Set<string>): ShowTab {
  const { label = '', icon, countField, list, panel, edit, emptyText } = tab;
  const [editedField] = edit ?? [];
  const idText = list?.entity ?? panel ?? (editedField === undefined ? label : humanise(editedField));
  const common = { id: uniqueIdOf(idText, usedIds), label, icon, countField };
  if (edit) return withoutUndefined<ShowTab>({ ...common, kind: 'edit', fields: edit, panel, emptyText });
  if (list)
    return withoutUndefined<ShowTab>({
      ...common,
      kind: 'list',
      entity: list.entity ?? '',
      by: list.by ?? '',
    });
  if (panel !== undefined) return withoutUndefined<ShowTab>({ ...common, kind: 'panel', panel });
  return withoutUndefined<ShowTab>({
    ...common,
    kind: 'fields',
    sections: sectionsOf(tab.sections ?? [], rest),
  });
}

/** A unique id for addresses; for texts without Latin letters, numbered. */
function uniqueIdOf(words: string, usedIds: Set<string>): string {
  const slug = words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const base = slug || 'tab';
  let id = base;
  for (let count = 2; usedIds.has(id); count += 1) id = `${base}-${count}`;
  usedIds.add(id);
  return id;
}

const unplacedRowsOf = (fields: FieldModel[], placed: ReadonlySet<string>): FormRow[] =>
  fields
    .filter((field) => !placed.has(field.name) && field.constant === undefined)
    .map((field) => [field.name]);

const sectionsOf = (sections: SectionKeywords[], rest: FormRow[]): FormSection[] =>
  sections.map(({ fields, ...section }) =>
    withoutUndefined<FormSection>({
      ...section,
      collapsed: section.collapsed ?? false,
      rows: fields.flatMap((row): FormRow[] => (row === '*' ? rest : [[row].flat()])),
    }),
  );
