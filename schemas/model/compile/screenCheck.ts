import { traitsOf } from '../fieldTypes.ts';
import { unknownWord } from '../nearest.ts';
import type { EntityModel, FormSection, ShowTab } from '../types.ts';
import { allFields } from './entity.ts';
import type { Origins } from './origins.ts';
import { at, type Problems } from './problems.ts';
import { isPanel, type FormKeywords, type ShowKeywords } from './screens.ts';

/** What the form and the record's page name: fields, entities that refer to this one; and what cannot stand together. */
export function checkScreens(
  model: EntityModel,
  entities: EntityModel[],
  origins: Origins,
  problems: Problems,
): void {
  const { form = {}, show } = origins.schemaOf(model)['x-entity'] as {
    form?: FormKeywords;
    show?: ShowKeywords;
  };
  checkForm(model, form, problems);
  if (show) checkShow(model, show, entities, problems);
  if (model.list.as === 'split' && model.form.as === 'dialog')
    problems.add(at('x-entity', 'list', 'as'), 'a dialog over the list leaves no record beside it');
  if (model.list.as === 'split' && !model.routes)
    problems.add(at('x-entity', 'list', 'as'), 'has no effect without a "route"');
}

/** Every field of the form exists, once; so do its panels. */
function checkForm(model: EntityModel, form: FormKeywords, problems: Problems): void {
  const placed = new Set<string>();
  model.form.main.forEach((section, index) =>
    checkSection(model, section, placed, at('x-entity', 'form', 'main', index), problems),
  );
  const panels = new Set<string>();
  let section = 0;
  (form.aside ?? []).forEach((part, index) => {
    const path = at('x-entity', 'form', 'aside', index);
    if (!isPanel(part)) {
      const drawn = model.form.aside[section++];
      if (drawn) checkSection(model, drawn, placed, path, problems);
      return;
    }
    const { panel } = part;
    if (panel === undefined) return;
    if (panels.has(panel)) problems.add(`${path}/panel`, `"${panel}" is placed twice`);
    panels.add(panel);
    if (model.form.as === 'dialog')
      problems.add(path, 'a dialog has no room beside it; the form must be a page');
  });
}

function checkSection(
  { fields }: EntityModel,
  section: FormSection,
  placed: Set<string>,
  path: string,
  problems: Problems,
): void {
  const names = fields.map((field) => field.name);
  for (const name of section.rows.flat()) {
    if (!names.includes(name)) problems.add(`${path}/fields`, unknownWord('field', name, names));
    else if (placed.has(name)) problems.add(`${path}/fields`, `"${name}" is placed twice`);
    placed.add(name);
  }
  if (section.collapsed && section.title === undefined)
    problems.add(`${path}/collapsed`, 'has no effect without a "title", which opens the section');
}

function checkShow(
  model: EntityModel,
  stated: ShowKeywords,
  entities: EntityModel[],
  problems: Problems,
): void {
  const path = (...keys: (string | number)[]): string => at('x-entity', 'show', ...keys);
  if (!model.routes || model.routes.show === undefined)
    problems.add(path(), 'leads nowhere: there is no "route.show"');
  const names = allFields(model).map((field) => field.name);
  for (const list of ['meta', 'facts'] as const) {
    (stated[list] ?? []).forEach((name, index) => {
      if (!names.includes(name)) problems.add(path(list, index), unknownWord('field', name, names));
    });
  }
  const pictures = model.fields
    .filter(({ type, display }) => type === 'image' || type === 'file' || display === 'avatar')
    .map((field) => field.name);
  if (stated.picture !== undefined && !pictures.includes(stated.picture))
    problems.add(path('picture'), unknownWord('field with a picture', stated.picture, pictures));
  const several = model.fields
    .filter((field) => ['texts', 'list', 'object'].includes(traitsOf(field).stored))
    .map((field) => field.name);
  const placed = new Set<string>();
  model.show.tabs.forEach((tab, index) => {
    if (tab.counts !== undefined && !several.includes(tab.counts))
      problems.add(
        path('tabs', index, 'counts'),
        unknownWord('field with several values', tab.counts, several),
      );
    const { sections, list, panel } = stated.tabs?.[index] ?? {};
    const kinds = [sections, list, panel].filter((one) => one !== undefined).length;
    if (kinds !== 1) problems.add(path('tabs', index), 'a tab has either "sections", or "list", or "panel"');
    else if (tab.kind === 'fields')
      tab.sections.forEach((section, place) =>
        checkSection(model, section, placed, path('tabs', index, 'sections', place), problems),
      );
    else if (tab.kind === 'list') checkList(model, tab, entities, path('tabs', index, 'list'), problems);
  });
}

function checkList(
  model: EntityModel,
  tab: Extract<ShowTab, { kind: 'list' }>,
  entities: EntityModel[],
  path: string,
  problems: Problems,
): void {
  const child = entities.find((one) => one.name === tab.entity);
  if (!child) {
    const names = entities.map((one) => one.name);
    problems.add(`${path}/entity`, unknownWord('entity', tab.entity, names));
    return;
  }
  const leading = child.fields
    .filter((field) => field.reference?.entity === model.name && !field.secret)
    .map((field) => field.name);
  if (!leading.includes(tab.by))
    problems.add(`${path}/by`, unknownWord(`field that refers to ${model.name}`, tab.by, leading));
}
