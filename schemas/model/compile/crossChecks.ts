import type { CheckContext } from './checkContext.ts';
import { walkFields } from '../fields.ts';
import { MESSAGE_RULES } from '../messages.ts';
import { unknownWord } from '../nearest.ts';
import { RESERVED_PATHS } from '../reserved.ts';
import { isWritten, SOURCES } from '../sources.ts';
import { SYSTEM_FIELD_NAMES } from '../systemFields.ts';
import type { EntityModel, FieldModel, Match } from '../types.ts';
import { checkResources } from './accessCheck.ts';
import { checkActions } from './actionCheck.ts';
import { checkKeywords, type FieldPlacement } from './keywordCheck.ts';
import { itemOfProblem } from './itemOfCheck.ts';
import { checkLifecycle } from './lifecycleCheck.ts';
import { checkEvents } from './eventsCheck.ts';
import { checkFieldLists } from './listCheck.ts';
import { checkLive } from './liveCheck.ts';
import { checkMatch } from './matchCheck.ts';
import { checkParent } from './parentCheck.ts';
import { checkComputed, checkExclusive, checkOrdered, checkRenamed } from './shapeCheck.ts';
import { checkUpload } from './uploadCheck.ts';
import { jsonPointer, type Problems } from './problems.ts';
import { checkScreens } from './screenCheck.ts';
import { checkNotify } from './noticeCheck.ts';
import { checkProvided } from './providedCheck.ts';
import { checkSingle } from './singleCheck.ts';
import { checkValues } from './valueCheck.ts';
import { checkVariables } from './variableCheck.ts';

/** Everything in an entity that names something else: fields, entities, resources, groups, forms. */
export function checkEntity(model: EntityModel, context: CheckContext, problems: Problems): void {
  const own = ['x-entity'];
  const whole = { siblings: model.fields, root: model.fields, context };
  checkFieldLists(model, context.origins, problems);
  checkScreens(model, context.entities, context.origins, problems);
  checkEntityAccess(model, context, problems);
  checkMatch(model.access.rows, whole, jsonPointer(...own, 'access', 'rows'), problems);
  checkMatch(model.list.where, whole, jsonPointer(...own, 'list', 'where'), problems);
  if (model.menu) checkMatch(model.menu.count, whole, jsonPointer(...own, 'menu', 'count'), problems);
  model.badges.forEach((badge, index) =>
    checkMatch(badge.when, whole, jsonPointer(...own, 'badges', index, 'when'), problems),
  );
  checkActions(model, context, problems);
  checkLifecycle(model, context, problems);
  checkMenuEntry(model, context, problems);
  checkGuide(model, context, problems);
  checkSite(model, context, problems);
  checkTab(model, context.entities, problems);
  checkClashes(model, context.entities, problems);
  checkFailures(model, problems);
  checkImport(model, problems);
  checkFormats(model, problems);
  checkSingle(model, problems);
  checkProvided(model, context.entities, problems);
  checkNotify(model, context.entities, problems);
  checkParent(model, context.entities, problems);
  checkExclusive(model, problems);
  checkVariables(model, problems);
  checkOrdered(model, problems);
  checkComputed(model, context, problems);
  checkRenamed(model, problems);
  checkLive(model, context.origins, problems);
  checkSource(model, context, problems);
  checkEvents(model, context, context.origins, problems);
  model.fields.forEach((field) => {
    if (SYSTEM_FIELD_NAMES.includes(field.name))
      problems.add(
        jsonPointer('properties', field.name),
        `"${field.name}" is a field of every record; choose another name`,
      );
    else if (field.name in {})
      problems.add(
        jsonPointer('properties', field.name),
        `"${field.name}" is reserved by JavaScript; choose another name`,
      );
  });
  checkFields(model.fields, context);
}

function checkSite({ show: { site } }: EntityModel, { products }: CheckContext, problems: Problems): void {
  const outside = products.filter((one) => one.outside).map(({ id }) => id);
  if (site && !outside.includes(site.product))
    problems.add(
      jsonPointer('x-entity', 'show', 'site', 'product'),
      unknownWord('product outside', site.product, outside),
    );
}

function checkEntityAccess(model: EntityModel, context: CheckContext, problems: Problems): void {
  const { access } = context.origins.schemaOf(model)['x-entity'] as { access: Record<string, string[]> };
  for (const operation of ['read', 'write', 'create', 'update', 'delete', 'screens']) {
    const resources = access[operation];
    if (!resources) continue;
    const path = jsonPointer('x-entity', 'access', operation);
    checkResources(resources, context.access, (index, message) => problems.add(`${path}/${index}`, message));
    if (!isWritten(model) && operation !== 'read')
      problems.add(path, 'has no effect: what the services keep themselves is only read');
  }
}

function checkMenuEntry(
  { menu, routes, list }: EntityModel,
  context: CheckContext,
  problems: Problems,
): void {
  if (!menu) return;
  const groups = context.menu.map((group) => group.id);
  if (!groups.includes(menu.group))
    problems.add(jsonPointer('x-entity', 'menu', 'group'), unknownWord('menu group', menu.group, groups));
  if (!routes) problems.add(jsonPointer('x-entity', 'menu'), 'leads nowhere: there is no "route"');
  const countable = [...list.filters, ...(list.tabs ? [list.tabs.by] : [])];
  for (const name of Object.keys(menu.count ?? {}))
    if (!countable.includes(name))
      problems.add(
        jsonPointer('x-entity', 'menu', 'count', name),
        unknownWord('filter of the list', name, countable),
      );
}

function checkGuide({ guide, routes }: EntityModel, { guides }: CheckContext, problems: Problems): void {
  if (guide === undefined) return;
  const path = jsonPointer('x-entity', 'guide');
  if (!routes) problems.add(path, 'has no effect without a "route"');
  else if (!guides.includes(guide)) problems.add(path, unknownWord('page of the guide', guide, guides));
}

function checkTab({ tabOf, name }: EntityModel, entities: EntityModel[], problems: Problems): void {
  if (tabOf === undefined) return;
  const path = jsonPointer('x-entity', 'tabOf');
  const lists = entities
    .filter((one) => one.routes && one.tabOf === undefined && one.name !== name)
    .map((one) => one.name);
  if (!lists.includes(tabOf)) problems.add(path, unknownWord('entity with a list', tabOf, lists));
}

/** Sentences of failures that nobody would ever see. */
function checkFailures({ actions, failures }: EntityModel, problems: Problems): void {
  const known = ['load', 'delete', ...actions.map(({ id }) => id)];
  for (const name of Object.keys(failures ?? {}).filter((one) => !known.includes(one)))
    problems.add(jsonPointer('x-entity', 'failures', name), unknownWord('action', name, known));
}

function checkClashes(model: EntityModel, entities: EntityModel[], problems: Problems): void {
  const other = entities.find((one) => one.path === model.path && one.name < model.name);
  if (other)
    problems.add(jsonPointer('x-entity', 'path'), `"${model.path}" is the path of ${other.name} already`);
  if (RESERVED_PATHS.includes(model.path))
    problems.add(
      jsonPointer('x-entity', 'path'),
      `"${model.path}" is a path of the services already; choose another one`,
    );
  const list = model.routes && model.routes.list;
  const sameRoute = entities.find(
    (one) => list && one.routes && one.routes.list === list && one.name < model.name,
  );
  if (sameRoute)
    problems.add(
      jsonPointer('x-entity', 'route'),
      `"${String(list)}" is the route of ${sameRoute.name} already`,
    );
}

/** What is only read has one source, and nothing that changes would leave behind. */
function checkSource(model: EntityModel, context: CheckContext, problems: Problems): void {
  const own = context.origins.schemaOf(model)['x-entity'] as { source?: unknown; features?: object };
  const path = (...keys: string[]): string => jsonPointer('x-entity', ...keys);
  if (model.events && own.source !== undefined)
    problems.add(path('source'), 'has no effect beside "events", which have a table of their own');
  if (isWritten(model)) return;
  for (const feature of ['history', 'duplicate'] as const)
    if (model.features[feature])
      problems.add(path('features', feature), `has no effect on ${SOURCES[model.source].called}`);
}

/** A format is for something, and what it is for is there. */
function checkFormats({ features }: EntityModel, problems: Problems): void {
  for (const [id, { reads, writes }] of Object.entries(features.formats)) {
    const path = jsonPointer('x-entity', 'features', 'formats', id);
    if (['csv', 'xlsx', 'json'].includes(id)) problems.add(path, `"${id}" is what every list has`);
    if (reads.length === 0 && writes === undefined)
      problems.add(path, 'has no effect: say "reads", "writes", or both');
    if (reads.length > 0 && !features.import) problems.add(`${path}/reads`, 'needs features.import');
    if (writes !== undefined && !features.export) problems.add(`${path}/writes`, 'needs features.export');
  }
}

function checkImport(model: EntityModel, problems: Problems): void {
  const { features, fields, unique, parent } = model;
  if (!features.import) return;
  const path = jsonPointer('x-entity', 'features', 'import');
  const { key } = features.import;
  if (!isWritten(model))
    return problems.add(path, 'has no effect: what the services keep themselves is only read');
  const names = fields
    .filter((field) => !field.secret && !field.fields && !field.item)
    .map(({ name }) => name);
  const strange = key.find((name) => !names.includes(name));
  if (strange !== undefined) problems.add(`${path}/key`, unknownWord('field', strange, names));
  else if (
    !unique.some(({ fields: set }) => {
      // Within one parent, whose records a file is about.
      const within = set.filter((name) => name !== parent?.field);
      return within.length === key.length && within.every((name) => key.includes(name));
    })
  )
    problems.add(
      `${path}/key`,
      `"${key.join('", "')}" may occur twice: make it unique, or choose a key that is`,
    );
}

/** Keywords, values, conditions, references, list rules and own messages of every field, at any depth. */
export function checkFields(fields: FieldModel[], context: CheckContext): void {
  const visit = (field: FieldModel, siblings: FieldModel[], placement: FieldPlacement): void => {
    checkField(field, siblings, fields, context, placement);
    const inside: FieldPlacement = { ...placement, isTop: false };
    field.fields?.forEach((child) => visit(child, field.fields ?? [], inside));
    // An item's own conditions are read beside its list.
    if (field.item) visit(field.item, siblings, { isTop: false, within: 'list' });
    // People would be asked for ids.
    if (field.item?.reference)
      context.origins.tell(
        context.origins.schemaOf(field.item),
        ['x-field', 'reference'],
        'stands beside `items`: the list is what holds the references',
      );
    field.variants?.options.forEach((option) =>
      option.fields.forEach((child) =>
        visit(child, option.fields, { isTop: false, within: placement.within ?? 'variants' }),
      ),
    );
  };
  fields.forEach((field) => visit(field, fields, { isTop: true }));
}

function checkField(
  field: FieldModel,
  siblings: FieldModel[],
  root: FieldModel[],
  context: CheckContext,
  placement: FieldPlacement,
): void {
  const { origins } = context;
  const schema = origins.schemaOf(field);
  const tell = (keyword: (string | number)[], message: string): void =>
    origins.tell(schema, ['x-field', ...keyword], message);
  checkKeywords(field, placement, origins);
  checkValues(field, origins);
  const conditions: [(string | number)[], Match | undefined][] = [
    [['visibleWhen'], field.visibleWhen],
    // Without one of its own a field is required while it is seen.
    [['requiredWhen'], field.requiredWhen === field.visibleWhen ? undefined : field.requiredWhen],
    [['readOnlyWhen'], field.readOnlyWhen],
    ...field.limits.map((limit, index): [(string | number)[], Match] => [
      ['limits', index, 'when'],
      limit.when,
    ]),
  ];
  for (const [keyword, match] of conditions) {
    const { path, problems } = origins.placeOf(schema, ['x-field', ...keyword]);
    checkMatch(match, { siblings, root, context, ofField: true }, path, problems);
  }
  for (const rule of Object.keys(field.messages)) {
    if (!MESSAGE_RULES.includes(rule)) tell(['messages', rule], unknownWord('rule', rule, MESSAGE_RULES));
  }
  const idle = itemOfProblem(field, siblings, root, context.entities);
  if (idle) tell(['options', idle.option], idle.message);
  checkReference(field, context);
  checkDerived(field, siblings, context, placement, tell);
  checkListRules(field, tell);
  checkUpload(field, siblings, tell);
  const names = siblings.map(({ name }) => name);
  if (field.sameAs !== undefined && !names.includes(field.sameAs))
    tell(['sameAs'], unknownWord('field', field.sameAs, names));
  const numbers = siblings.filter(({ type }) => type === 'number').map(({ name }) => name);
  for (const [index, name] of (field.sum?.with ?? []).entries())
    if (!numbers.includes(name)) tell(['sum', 'with', index], unknownWord('number', name, numbers));
  for (const [index, name] of (field.strong ?? []).entries())
    if (!names.includes(name)) tell(['strong', index], unknownWord('field', name, names));
  for (const operation of ['read', 'write'] as const) {
    checkResources(field.access[operation] ?? [], context.access, (index, message) =>
      tell(['access', operation, index], message),
    );
  }
}

function checkReference(field: FieldModel, context: CheckContext): void {
  const { entities, origins } = context;
  const { reference } = field;
  if (!reference) return;
  const target = entities.find((entity) => entity.name === reference.entity);
  const { path, problems } = origins.placeOf(origins.schemaOf(field), ['x-field', 'reference']);
  if (target?.source === 'events')
    problems.add(`${path}/entity`, `"${target.name}" are events, which are dropped once they are old`);
  else if (target)
    checkMatch(
      reference.where,
      { siblings: target.fields, root: target.fields, context },
      `${path}/where`,
      problems,
    );
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

/** What is derived follows from a reference beside it, and is nobody's to fill in. */
function checkDerived(
  field: FieldModel,
  siblings: FieldModel[],
  { entities }: CheckContext,
  { isTop }: FieldPlacement,
  tell: (keyword: string[], message: string) => void,
): void {
  if (!field.derive) return;
  const { by, field: name } = field.derive;
  if (!isTop) return tell(['derive'], 'only a field of the record itself can be derived');
  if (!field.readOnly) tell(['derive'], 'the field needs "readOnly": its value follows from another record');
  const references = siblings.filter(({ type }) => type === 'reference');
  const reference = references.find((one) => one.name === by)?.reference;
  if (!reference)
    return tell(
      ['derive'],
      unknownWord(
        'reference to one record',
        by,
        references.map((one) => one.name),
      ),
    );
  const fields = entities.find((entity) => entity.name === reference.entity)?.fields.map((one) => one.name);
  if (fields && !fields.includes(name)) tell(['derive'], unknownWord('field', name, fields));
}

function checkListRules(field: FieldModel, tell: (keyword: string[], message: string) => void): void {
  const names = new Set<string>(['']);
  if (field.item) walkFields([field.item], (one) => names.add(one.name));
  const { uniqueBefore: _, uniqueAcross, ...byName } = field.rules ?? {};
  if (uniqueAcross && field.rules?.uniqueBy.length === 0)
    tell(['uniqueAcross'], 'needs "uniqueBy", which says what of the items is compared');
  for (const [rule, listed] of Object.entries(byName)) {
    const known = rule === 'uniqueBy' ? new Set([...names, ...pathsIn(field.item)]) : names;
    for (const name of listed) {
      if (!known.has(name)) tell([rule], unknownWord('item field', name, known));
    }
  }
}

/** Fields of the lists inside an item, as `messages.keywords`. */
const pathsIn = (item: FieldModel | undefined): string[] =>
  (item?.fields ?? []).flatMap(({ name, item: inner }) =>
    [...(inner?.fields ?? []).map((one) => one.name), ...pathsIn(inner)].map((path) => `${name}.${path}`),
  );
