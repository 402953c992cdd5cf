import { traitsOf } from '../fieldTypes.ts';
import { defaultsOf } from '../fields.ts';
import { matches, matchPaths } from '../match.ts';
import { unknownNameMessage } from '../didYouMean.ts';
import { opensInDialog } from '../opensInDialog.ts';
import type { EntityModel, FormSection, ShowTab } from '../types.ts';
import { allFields } from './entity.ts';
import type { SourceMap } from './sourceMap.ts';
import { jsonPointer, type Problems } from './problems.ts';
import { isPanel, type FormKeywords, type ShowKeywords } from './screens.ts';

/**
 * Checks what form and record page refer to (fields, entities that refer to this one), and layouts that cannot be
 * combined.
 */
export function checkScreens(
  model: EntityModel,
  entities: EntityModel[],
  origins: SourceMap,
  problems: Problems,
): void {
  const { form = {}, show } = origins.schemaOf(model)['x-entity'] as {
    form?: FormKeywords;
    show?: ShowKeywords;
  };
  checkForm(model, form, origins, problems);
  if (show) checkShow(model, show, entities, problems);
  const names = entities.map(({ name }) => name);
  model.dialogs?.forEach(({ reads }, index) => {
    if (reads !== undefined && !names.includes(reads))
      problems.add(
        jsonPointer('x-entity', 'dialogs', index, 'reads'),
        unknownNameMessage('entity', reads, names),
      );
  });
  const lists = entities.filter((one) => one.routes !== false && !one.parent).map(({ name }) => name);
  model.list.empty?.links?.forEach((name, index) => {
    if (!lists.includes(name))
      problems.add(
        jsonPointer('x-entity', 'list', 'empty', 'links', index),
        unknownNameMessage('entity with a list', name, lists),
      );
  });
  if (model.list.layout === 'split' && opensInDialog(model.form, 'create'))
    problems.add(
      jsonPointer('x-entity', 'list', 'layout'),
      'a dialog over the list leaves no record beside it',
    );
  if (model.list.layout === 'split' && !model.routes)
    problems.add(jsonPointer('x-entity', 'list', 'layout'), 'has no effect without a "route"');
}

/** Every field and panel of the form exists, and is placed once. */
function checkForm(model: EntityModel, form: FormKeywords, origins: SourceMap, problems: Problems): void {
  const placements: FieldPlacements = new Map();
  model.form.main.forEach((section, index) => {
    const keywords = form.main?.[index];
    // A channel type's section is written in its folder: the innermost layer.
    const layer = keywords && origins.layersOf(keywords).at(-1);
    const path = layer?.pointer ?? jsonPointer('x-entity', 'form', 'main', index);
    const sectionProblems = layer ? problems.in(layer.file) : problems;
    checkSection(model, section, placements, path, sectionProblems);
    checkStep(model, section, path, sectionProblems);
  });
  checkExamples(model, form, problems);
  checkCreate(model, problems);
  const known = model.fields.map(({ name }) => name);
  form.summary?.fields.forEach((name, index) => {
    if (!known.includes(name))
      problems.add(
        jsonPointer('x-entity', 'form', 'summary', 'fields', index),
        unknownNameMessage('field', name, known),
      );
  });
  const panels = new Set<string>();
  let sectionIndex = 0;
  (form.aside ?? []).forEach((part, index) => {
    const path = jsonPointer('x-entity', 'form', 'aside', index);
    if (!isPanel(part)) {
      const section = model.form.aside[sectionIndex++];
      if (section) checkSection(model, section, placements, path, problems);
      return;
    }
    const { panel } = part;
    if (panel === undefined) return;
    if (panels.has(panel)) problems.add(`${path}/panel`, `"${panel}" is placed twice`);
    panels.add(panel);
    if (model.form.layout === 'dialog')
      problems.add(path, 'a dialog has no room beside it; the form must be a page');
  });
}

/** Examples fill in fields of the form. */
function checkExamples(
  { fields, form }: EntityModel,
  { examples = [] }: FormKeywords,
  problems: Problems,
): void {
  const path = jsonPointer('x-entity', 'form', 'examples');
  if (examples.length > 0 && form.layout === 'dialog')
    problems.add(path, 'a dialog has no room for examples; the form must be a page');
  const names = fields.filter(({ readOnly }) => !readOnly).map(({ name }) => name);
  examples.forEach(({ values }, index) => {
    for (const name of Object.keys(values))
      if (!names.includes(name))
        problems.add(`${path}/${index}/values`, unknownNameMessage('field', name, names));
  });
}

/** `create` names existing fields, and all that are required then. */
function checkCreate({ fields, form }: EntityModel, problems: Problems): void {
  const { create } = form;
  if (!create) return;
  const path = jsonPointer('x-entity', 'form', 'create');
  if (form.layout !== 'page') problems.add(path, 'only a page has more than a new record begins with');
  const names = fields.map(({ name }) => name);
  for (const name of create)
    if (!names.includes(name)) problems.add(path, unknownNameMessage('field', name, names));
  // The values before anybody has entered anything.
  const newRecord = defaultsOf(fields);
  for (const { name, required, requiredWhen, default: defaultValue, readOnly, visibleWhen } of fields) {
    if (!(required || requiredWhen) || defaultValue !== undefined || readOnly || create.includes(name))
      continue;
    const conditionFields = [visibleWhen, requiredWhen].flatMap(matchPaths);
    const decidingField = conditionFields.find((one) =>
      create.includes(one.replace(/^\//, '').split(/[./]/)[0] ?? ''),
    );
    const isRequired =
      required || (requiredWhen !== undefined && matches(requiredWhen, newRecord, { root: newRecord }));
    if (isRequired && matches(visibleWhen, newRecord, { root: newRecord }))
      problems.add(path, `"${name}" is required, and missing here`);
    else if (decidingField !== undefined)
      problems.add(path, `"${name}" may be required by "${decidingField}", and is missing here`);
  }
}

/** Placed fields, with the conditions of their sections. */
type FieldPlacements = Map<string, (string | undefined)[]>;

function checkSection(
  { fields }: EntityModel,
  section: FormSection,
  placed: FieldPlacements,
  path: string,
  problems: Problems,
): void {
  const names = fields.map((field) => field.name);
  const when = section.when && JSON.stringify(section.when);
  for (const name of section.rows.flat()) {
    const otherConditions = placed.get(name) ?? [];
    const isTwice = otherConditions.some(
      (other) => when === undefined || other === undefined || other === when,
    );
    if (!names.includes(name)) problems.add(`${path}/fields`, unknownNameMessage('field', name, names));
    else if (isTwice) problems.add(`${path}/fields`, `"${name}" is placed twice`);
    placed.set(name, [...otherConditions, when]);
  }
  if (section.collapsed && section.title === undefined)
    problems.add(`${path}/collapsed`, 'has no effect without a "title", which opens the section');
  if (section.emptyText !== undefined && !section.collapsed)
    problems.add(`${path}/emptyText`, 'has no effect without "collapsed"');
}

/** Checks a section's keywords for steps, helper texts and actions. */
function checkStep(
  { actions, form }: EntityModel,
  section: FormSection,
  path: string,
  problems: Problems,
): void {
  const { step, title, action, collapsed } = section;
  if (step && title === undefined) problems.add(`${path}/step`, 'a step needs a "title"');
  if (step && collapsed) problems.add(`${path}/collapsed`, 'a step is not closed');
  if (step && !form.create)
    problems.add(
      `${path}/step`,
      'steps need a stored record: the form says in "create" what one begins with',
    );
  for (const keyword of ['needed', 'picture', 'action'] as const)
    if (!step && section[keyword] !== undefined)
      problems.add(`${path}/${keyword}`, `"${keyword}" has an effect on a "step" only`);
  const sectionFields = section.rows.flat();
  for (const name of [...Object.keys(section.help ?? {}), ...(section.needed ?? [])])
    if (!sectionFields.includes(name))
      problems.add(path, unknownNameMessage('field of the section', name, sectionFields));
  const known = actions
    .filter(({ on, confirm, input }) => on.includes('record') && !confirm && !input)
    .map(({ id }) => id);
  if (action !== undefined && !known.includes(action))
    problems.add(`${path}/action`, unknownNameMessage('action on a record that asks nothing', action, known));
}

/** Fields of an `edit` tab are editable. */
function checkEditTab(
  { fields, routes }: EntityModel,
  edited: string[],
  path: string,
  problems: Problems,
): void {
  const known = fields
    .filter(({ readOnly, computed, mode }) => !readOnly && !computed && mode.edit === 'edit')
    .map(({ name }) => name);
  edited.forEach((name, index) => {
    if (routes && !known.includes(name))
      problems.add(`${path}/${index}`, unknownNameMessage('field that is edited', name, known));
  });
}

function checkShow(
  model: EntityModel,
  keywords: ShowKeywords,
  entities: EntityModel[],
  problems: Problems,
): void {
  const path = (...keys: (string | number)[]): string => jsonPointer('x-entity', 'show', ...keys);
  if (!model.routes || model.routes.show === undefined)
    problems.add(path(), 'leads nowhere: there is no "route.show"');
  const names = allFields(model).map((field) => field.name);
  for (const name of matchPaths(model.show.middle?.visibleWhen))
    if (!names.includes(name))
      problems.add(path('middle', 'visibleWhen'), unknownNameMessage('field', name, names));
  for (const list of ['meta', 'aside', 'copies'] as const) {
    (keywords[list] ?? []).forEach((name, index) => {
      if (!names.includes(name)) problems.add(path(list, index), unknownNameMessage('field', name, names));
    });
  }
  const pictures = model.fields
    .filter(({ type, display }) => ['image', 'file', 'text'].includes(type) || display === 'avatar')
    .map((field) => field.name);
  if (keywords.picture !== undefined && !pictures.includes(keywords.picture))
    problems.add(path('picture'), unknownNameMessage('field with a picture', keywords.picture, pictures));
  const multiValueFields = model.fields
    .filter((field) => ['texts', 'list', 'object'].includes(traitsOf(field).stored))
    .map((field) => field.name);
  const placements: FieldPlacements = new Map();
  model.show.tabs.forEach((tab, index) => {
    if (tab.countField !== undefined && !multiValueFields.includes(tab.countField))
      problems.add(
        path('tabs', index, 'countField'),
        unknownNameMessage('field with several values', tab.countField, multiValueFields),
      );
    const { sections, list, panel, edit, emptyText } = keywords.tabs?.[index] ?? {};
    const kinds = [sections, list, panel ?? edit].filter((one) => one !== undefined).length;
    if (kinds !== 1)
      problems.add(path('tabs', index), 'a tab has either "sections", or "list", or "panel", or "edit"');
    else if (emptyText !== undefined && !edit)
      problems.add(path('tabs', index, 'emptyText'), 'has no effect without "edit"');
    else if (tab.kind === 'edit') checkEditTab(model, tab.fields, path('tabs', index, 'edit'), problems);
    else if (tab.kind === 'fields')
      tab.sections.forEach((section, place) =>
        checkSection(model, section, placements, path('tabs', index, 'sections', place), problems),
      );
    else if (tab.kind === 'list') checkListTab(model, tab, entities, path('tabs', index, 'list'), problems);
  });
}

function checkListTab(
  model: EntityModel,
  tab: Extract<ShowTab, { kind: 'list' }>,
  entities: EntityModel[],
  path: string,
  problems: Problems,
): void {
  const child = entities.find((one) => one.name === tab.entity);
  if (!child) {
    const names = entities.map((one) => one.name);
    problems.add(`${path}/entity`, unknownNameMessage('entity', tab.entity, names));
    return;
  }
  const references = child.fields
    .filter((field) => field.reference?.entity === model.name && !field.secret)
    .map((field) => field.name);
  if (!references.includes(tab.by))
    problems.add(`${path}/by`, unknownNameMessage(`field that refers to ${model.name}`, tab.by, references));
}
