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
  /** Absent while it is a name that the vocabulary refuses. */
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

/** Whether the form leads through numbered steps, or has sections that stand there at times. */
const hasSteps = ({ main }: FormModel): boolean => main.some(({ step, when }) => step || when);

export const isPanel = (part: SectionKeywords | PanelKeywords): part is PanelKeywords => !('fields' in part);

export const panelOf = ({ panel = '', label, openLabel }: PanelKeywords): PanelModel => ({
  panel,
  label: label ?? humanise(panel),
  ...(openLabel !== undefined && { openLabel }),
});

/** The form as it is stated; a field that nobody places must still be reachable and ends it. */
export function formOf(own: FormKeywords, fields: FieldModel[], description = ''): FormModel {
  const beside = own.aside ?? [];
  const sections = beside.filter((part): part is SectionKeywords => !isPanel(part));
  const placed = new Set([...(own.main ?? []), ...sections].flatMap((section) => section.fields.flat()));
  const rest = restOf(fields, placed);
  const form: FormModel = {
    layout: own.layout ?? 'page',
    main: sectionsOf(own.main ?? [{ fields: ['*'] }], rest),
    aside: sectionsOf(sections, rest),
    panels: beside.filter(isPanel).map(panelOf),
    ...(own.create && { create: own.create }),
    ...(own.summary && { summary: own.summary }),
    ...(own.examples && { start: { description, examples: own.examples } }),
  };
  if (!placed.has('*') && own.main && rest.length > 0) form.main.push({ rows: rest, collapsed: false });
  return hasSteps(form) ? { ...form, steps: true } : form;
}

/** Said of every record that says nothing else. */
const FACTS = ['createdAt', 'createdBy', 'updatedAt', 'updatedBy'];

export function showOf(own: ShowKeywords, fields: FieldModel[]): ShowModel {
  const tabs = own.tabs ?? [];
  const placed = new Set(tabs.flatMap((tab) => (tab.sections ?? []).flatMap((one) => one.fields.flat())));
  const rest = restOf(fields, placed);
  const taken = new Set<string>();
  return withoutUndefined<ShowModel>({
    picture: own.picture,
    meta: own.meta ?? [],
    aside: own.aside ?? FACTS,
    copies: own.copies ?? [],
    tabs: tabs.map((tab) => tabOf(tab, rest, taken)),
    site: own.site,
    asideTop: own.asideTop && panelOf(own.asideTop),
    middle: own.middle && {
      ...panelOf(own.middle),
      ...(own.middle.visibleWhen && { visibleWhen: own.middle.visibleWhen }),
    },
  });
}

function tabOf(tab: TabKeywords, rest: FormRow[], taken: Set<string>): ShowTab {
  const { label = '', icon, countField, list, panel, edit, emptyText } = tab;
  const [edited] = edit ?? [];
  const words = list?.entity ?? panel ?? (edited === undefined ? label : humanise(edited));
  const named = { id: idOf(words, taken), label, icon, countField };
  if (edit) return withoutUndefined<ShowTab>({ ...named, kind: 'edit', fields: edit, panel, emptyText });
  if (list)
    return withoutUndefined<ShowTab>({
      ...named,
      kind: 'list',
      entity: list.entity ?? '',
      by: list.by ?? '',
    });
  if (panel !== undefined) return withoutUndefined<ShowTab>({ ...named, kind: 'panel', panel });
  return withoutUndefined<ShowTab>({
    ...named,
    kind: 'fields',
    sections: sectionsOf(tab.sections ?? [], rest),
  });
}

/** A name for addresses that no other tab has; words in other scripts than the Latin one are numbered. */
function idOf(words: string, taken: Set<string>): string {
  const plain = words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const base = plain || 'tab';
  let id = base;
  for (let count = 2; taken.has(id); count += 1) id = `${base}-${count}`;
  taken.add(id);
  return id;
}

const restOf = (fields: FieldModel[], placed: ReadonlySet<string>): FormRow[] =>
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
