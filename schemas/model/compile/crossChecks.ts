import { walkFields } from '../fields.ts';
import { MESSAGE_RULES } from '../messages.ts';
import { unknownWord } from '../nearest.ts';
import { SYSTEM_FIELD_NAMES } from '../systemFields.ts';
import type { AccessTable, EntityModel, FieldModel, FormSchemaModel, Match, MenuGroup } from '../types.ts';
import { allFields } from './entity.ts';
import { checkMatch } from './matchCheck.ts';
import { at, type Problems } from './problems.ts';

export interface Surroundings {
  entities: EntityModel[];
  forms: FormSchemaModel[];
  access: AccessTable;
  menu: MenuGroup[];
}

/** Everything in an entity that names something else: fields, entities, resources, groups, forms. */
export function checkEntity(model: EntityModel, around: Surroundings, problems: Problems): void {
  const own = ['x-entity'];
  checkFieldLists(model, problems);
  checkAccess(
    model.access,
    ['read', 'create', 'update', 'delete'],
    around.access,
    at(...own, 'access'),
    problems,
  );
  checkMatch(model.access.rows, model.fields, model.fields, at(...own, 'access', 'rows'), problems);
  checkMatch(model.list.where, model.fields, model.fields, at(...own, 'list', 'where'), problems);
  model.badges.forEach((badge, index) =>
    checkMatch(badge.when, model.fields, model.fields, at(...own, 'badges', index, 'when'), problems),
  );
  model.actions.forEach((action, index) => {
    const path = at(...own, 'actions', index);
    checkMatch(action.when, model.fields, model.fields, `${path}/when`, problems);
    checkResources(action.access ?? [], around.access, `${path}/access`, problems);
    const forms = around.forms.map((form) => form.name);
    if (action.input && !forms.includes(action.input))
      problems.add(`${path}/input`, unknownWord('form', action.input, forms));
  });
  if (model.menu && !around.menu.some((group) => group.id === (model.menu as { group: string }).group)) {
    problems.add(
      at(...own, 'menu', 'group'),
      unknownWord(
        'menu group',
        model.menu.group,
        around.menu.map((group) => group.id),
      ),
    );
  }
  checkTab(model, around.entities, problems);
  checkClashes(model, around.entities, problems);
  checkFields(model.fields, around, problems);
}

function checkFieldLists(model: EntityModel, problems: Problems): void {
  const fields = allFields(model);
  const names = fields.map((field) => field.name);
  const check = (kind: string, name: string, path: string, valid = names): void => {
    if (!valid.includes(name)) problems.add(path, unknownWord(kind, name, valid));
  };
  const columns = fields.filter((field) => field.column).map((field) => field.name);
  const list = (key: string): string => at('x-entity', 'list', key);
  model.list.columns.forEach((name, index) => check('column', name, `${list('columns')}/${index}`, columns));
  model.list.search.forEach((name, index) =>
    check('search field', name, `${list('search')}/${index}`, searchable(fields)),
  );
  model.list.filters.forEach((name, index) => check('filter', name, `${list('filters')}/${index}`));
  check('sort field', model.list.sort.field, list('sort'), sortable(fields));
  if (model.list.tabs) check('tabs field', model.list.tabs.by, `${list('tabs')}/by`, withChoices(fields));
  model.unique.forEach((set) =>
    set.fields.forEach((name) => check('unique field', name, at('x-entity', 'unique'))),
  );
  for (const [place, sections] of [
    ['main', model.form.main],
    ['aside', model.form.aside],
  ] as const) {
    sections.forEach((section, index) =>
      section.rows
        .flat()
        .forEach((name) => check('field', name, at('x-entity', 'form', place, index, 'fields'))),
    );
  }
  for (const [, name = ''] of model.recordTitle.matchAll(/\{\{\s*([\w.]+)\s*\}\}/g)) {
    check('field', name, at('x-entity', 'title'));
  }
  model.fields.forEach((field) => {
    if (SYSTEM_FIELD_NAMES.includes(field.name))
      problems.add(
        at('properties', field.name),
        `"${field.name}" is kept for every record; choose another name`,
      );
  });
}

function searchable(fields: FieldModel[]): string[] {
  const texts = ['text', 'long-text', 'enum', 'email', 'phone', 'url', 'tags'];
  return fields.filter((field) => texts.includes(field.type)).map((field) => field.name);
}

function sortable(fields: FieldModel[]): string[] {
  return fields.filter((field) => field.column && field.column.sortable).map((field) => field.name);
}

function withChoices(fields: FieldModel[]): string[] {
  return fields.filter((field) => field.choices).map((field) => field.name);
}

function checkAccess(
  access: object,
  operations: string[],
  table: AccessTable,
  path: string,
  problems: Problems,
): void {
  for (const operation of operations) {
    checkResources(
      (access as Record<string, string[]>)[operation] ?? [],
      table,
      `${path}/${operation}`,
      problems,
    );
  }
}

function checkResources(resources: string[], table: AccessTable, path: string, problems: Problems): void {
  const known = Object.entries(table.products).flatMap(([product, names]) => [
    product,
    ...names.map((name) => `${product}.${name}`),
  ]);
  for (const resource of resources) {
    if (!known.includes(resource)) problems.add(path, unknownWord('resource', resource, known));
  }
}

function checkTab({ tabOf, name }: EntityModel, entities: EntityModel[], problems: Problems): void {
  if (tabOf === undefined) return;
  const path = at('x-entity', 'tabOf');
  const lists = entities
    .filter((one) => one.routes && one.tabOf === undefined && one.name !== name)
    .map((one) => one.name);
  if (!lists.includes(tabOf)) problems.add(path, unknownWord('entity with a list', tabOf, lists));
}

function checkClashes(model: EntityModel, entities: EntityModel[], problems: Problems): void {
  const other = entities.find((one) => one.path === model.path && one.name < model.name);
  if (other) problems.add(at('x-entity', 'path'), `"${model.path}" is the path of ${other.name} already`);
  const list = model.routes && model.routes.list;
  const sameRoute = entities.find(
    (one) => list && one.routes && one.routes.list === list && one.name < model.name,
  );
  if (sameRoute)
    problems.add(at('x-entity', 'route'), `"${String(list)}" is the route of ${sameRoute.name} already`);
}

/** Conditions, references, list rules and own messages of every field, at any depth. */
export function checkFields(fields: FieldModel[], around: Surroundings, problems: Problems): void {
  const visit = (field: FieldModel, siblings: FieldModel[]): void => {
    checkField(field, siblings, fields, around, problems);
    field.fields?.forEach((child) => visit(child, field.fields ?? []));
    // An item's own conditions are read beside its list.
    if (field.item) visit(field.item, siblings);
    field.variants?.options.forEach((option) =>
      option.fields.forEach((child) => visit(child, option.fields)),
    );
  };
  fields.forEach((field) => visit(field, fields));
}

function checkField(
  field: FieldModel,
  siblings: FieldModel[],
  root: FieldModel[],
  around: Surroundings,
  problems: Problems,
): void {
  const path = `${pointerOf(field)}/x-field`;
  const conditions: [string, Match | undefined][] = [
    ['visibleWhen', field.visibleWhen],
    ['requiredWhen', field.requiredWhen],
    ['readOnlyWhen', field.readOnlyWhen],
    ...field.limits.map((limit, index): [string, Match] => [`limits/${index}/when`, limit.when]),
  ];
  for (const [keyword, match] of conditions)
    checkMatch(match, siblings, root, `${path}/${keyword}`, problems);
  for (const rule of Object.keys(field.messages)) {
    if (!MESSAGE_RULES.includes(rule))
      problems.add(`${path}/messages/${rule}`, unknownWord('rule', rule, MESSAGE_RULES));
  }
  checkReference(field, around.entities, `${path}/reference`, problems);
  checkListRules(field, path, problems);
  const names = siblings.map(({ name }) => name);
  if (field.sameAs !== undefined && !names.includes(field.sameAs))
    problems.add(`${path}/sameAs`, unknownWord('field', field.sameAs, names));
  checkResources(
    [...(field.access.read ?? []), ...(field.access.write ?? [])],
    around.access,
    `${path}/access`,
    problems,
  );
}

function checkReference(
  { reference }: FieldModel,
  entities: EntityModel[],
  path: string,
  problems: Problems,
): void {
  if (!reference) return;
  const target = entities.find((entity) => entity.name === reference.entity);
  if (target) checkMatch(reference.where, target.fields, target.fields, `${path}/where`, problems);
  else
    problems.add(
      `${path}/entity`,
      unknownWord(
        'entity',
        reference.entity,
        entities.map((entity) => entity.name),
      ),
    );
}

function checkListRules(field: FieldModel, path: string, problems: Problems): void {
  const names = new Set<string>(['']);
  if (field.item) walkFields([field.item], (one) => names.add(one.name));
  const { uniqueBefore: _, ...byName } = field.rules ?? {};
  for (const [rule, listed] of Object.entries(byName)) {
    for (const name of listed) {
      if (!names.has(name)) problems.add(`${path}/${rule}`, unknownWord('item field', name, names));
    }
  }
}

/** The field's place in the file, as near as the record path tells: variants and items by their own names. */
function pointerOf(field: FieldModel): string {
  return field.path
    .split('.')
    .map((part) =>
      part === '*' ? '/items' : part.startsWith('<') ? `/oneOf/${part}` : at('properties', part),
    )
    .join('');
}
