import type { CheckContext } from './checkContext.ts';
import { unknownNameMessage } from '../didYouMean.ts';
import { RESERVED_PATHS } from '../reservedPaths.ts';
import { isWritable, SOURCES } from '../sources.ts';
import { SYSTEM_FIELD_NAMES } from '../systemFields.ts';
import type { EntityModel } from '../types.ts';
import { checkResources } from './accessCheck.ts';
import { checkActions } from './actionCheck.ts';
import { checkLifecycle } from './lifecycleCheck.ts';
import { checkEvents } from './eventsCheck.ts';
import { checkFields } from './fieldCheck.ts';
import { checkFieldLists } from './listCheck.ts';
import { checkLive } from './liveCheck.ts';
import { checkMatch } from './matchCheck.ts';
import { checkParent } from './parentCheck.ts';
import { checkComputed, checkExclusive, checkOrdered, checkRenamed } from './entityKeywordCheck.ts';
import { jsonPointer, type Problems } from './problems.ts';
import { checkScreens } from './screenCheck.ts';
import { checkNotify } from './notifyCheck.ts';
import { checkRole } from './roleCheck.ts';
import { checkSingle } from './singleRecordCheck.ts';
import { checkVariables } from './variableCheck.ts';

/** Checks everything in an entity that refers to something else: fields, entities, resources, groups, forms. */
export function checkEntity(model: EntityModel, context: CheckContext, problems: Problems): void {
  const prefix = ['x-entity'];
  const recordScope = { siblings: model.fields, root: model.fields, context };
  checkFieldLists(model, context.origins, problems);
  checkScreens(model, context.entities, context.origins, problems);
  checkEntityAccess(model, context, problems);
  checkMatch(model.access.rows, recordScope, jsonPointer(...prefix, 'access', 'rows'), problems);
  checkMatch(model.list.where, recordScope, jsonPointer(...prefix, 'list', 'where'), problems);
  if (model.menu)
    checkMatch(model.menu.count, recordScope, jsonPointer(...prefix, 'menu', 'count'), problems);
  model.badges.forEach((badge, index) =>
    checkMatch(badge.when, recordScope, jsonPointer(...prefix, 'badges', index, 'when'), problems),
  );
  checkActions(model, context, problems);
  checkLifecycle(model, context, problems);
  checkMenuEntry(model, context, problems);
  checkGuide(model, context, problems);
  checkSite(model, context, problems);
  checkTabs(model, context.entities, problems);
  checkClashes(model, context.entities, problems);
  checkFailures(model, problems);
  checkImport(model, problems);
  checkFormats(model, problems);
  checkSingle(model, problems);
  checkRole(model, context.entities, problems);
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
  const externalProducts = products.filter((one) => one.external).map(({ id }) => id);
  if (site && !externalProducts.includes(site.product))
    problems.add(
      jsonPointer('x-entity', 'show', 'site', 'product'),
      unknownNameMessage('product outside', site.product, externalProducts),
    );
}

function checkEntityAccess(model: EntityModel, context: CheckContext, problems: Problems): void {
  const { access } = context.origins.schemaOf(model)['x-entity'] as { access: Record<string, string[]> };
  for (const operation of ['read', 'write', 'create', 'update', 'delete', 'screens']) {
    const resources = access[operation];
    if (!resources) continue;
    const path = jsonPointer('x-entity', 'access', operation);
    checkResources(resources, context.access, (index, message) => problems.add(`${path}/${index}`, message));
    if (!isWritable(model) && operation !== 'read')
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
    problems.add(
      jsonPointer('x-entity', 'menu', 'group'),
      unknownNameMessage('menu group', menu.group, groups),
    );
  if (!routes) problems.add(jsonPointer('x-entity', 'menu'), 'leads nowhere: there is no "route"');
  const countable = [...list.filters, ...(list.tabs ? [list.tabs.by] : [])];
  for (const name of Object.keys(menu.count ?? {}))
    if (!countable.includes(name))
      problems.add(
        jsonPointer('x-entity', 'menu', 'count', name),
        unknownNameMessage('filter of the list', name, countable),
      );
}

function checkGuide({ guide, routes }: EntityModel, { guides }: CheckContext, problems: Problems): void {
  if (guide === undefined) return;
  const path = jsonPointer('x-entity', 'guide');
  if (!routes) problems.add(path, 'has no effect without a "route"');
  else if (!guides.includes(guide))
    problems.add(path, unknownNameMessage('page of the guide', guide, guides));
}

function checkTabs(
  { tabOf, tabs = [], routes, name }: EntityModel,
  entities: EntityModel[],
  problems: Problems,
): void {
  for (const [index, { route }] of tabs.entries()) {
    const place = jsonPointer('x-entity', 'tabs', index, 'route');
    const other = entities.find((one) => one.routes && one.routes.list === route);
    if (!routes || tabOf !== undefined)
      problems.add(jsonPointer('x-entity', 'tabs'), 'need a list with a "route", which is no tab itself');
    else if (!route.startsWith(`${routes.list}/`)) problems.add(place, `is not below ${routes.list}`);
    else if (other) problems.add(place, `is the address of ${other.name} already`);
  }
  if (tabOf === undefined) return;
  const path = jsonPointer('x-entity', 'tabOf');
  const lists = entities
    .filter((one) => one.routes && one.tabOf === undefined && one.name !== name)
    .map((one) => one.name);
  if (!lists.includes(tabOf)) problems.add(path, unknownNameMessage('entity with a list', tabOf, lists));
}

/** Reports messages for failures that cannot occur. */
function checkFailures({ actions, failures }: EntityModel, problems: Problems): void {
  const known = ['load', 'delete', ...actions.map(({ id }) => id)];
  for (const name of Object.keys(failures ?? {}).filter((one) => !known.includes(one)))
    problems.add(jsonPointer('x-entity', 'failures', name), unknownNameMessage('action', name, known));
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

/** Read-only entities have one source and no features that record changes. */
function checkSource(model: EntityModel, context: CheckContext, problems: Problems): void {
  const keywords = context.origins.schemaOf(model)['x-entity'] as { source?: unknown; features?: object };
  const path = (...keys: string[]): string => jsonPointer('x-entity', ...keys);
  if (model.events && keywords.source !== undefined)
    problems.add(path('source'), 'has no effect beside "events", which have a table of their own');
  if (isWritable(model)) return;
  for (const feature of ['history', 'duplicate'] as const)
    if (model.features[feature])
      problems.add(path('features', feature), `has no effect on ${SOURCES[model.source].description}`);
}

/** Every format is used for import or export, and the entity allows that. */
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
  if (!isWritable(model))
    return problems.add(path, 'has no effect: what the services keep themselves is only read');
  const names = fields
    .filter((field) => !field.secret && !field.fields && !field.item)
    .map(({ name }) => name);
  const unknownName = key.find((name) => !names.includes(name));
  if (unknownName !== undefined) problems.add(`${path}/key`, unknownNameMessage('field', unknownName, names));
  else if (
    !unique.some(({ fields: set }) => {
      // An import is within one parent.
      const setInParent = set.filter((name) => name !== parent?.field);
      return setInParent.length === key.length && setInParent.every((name) => key.includes(name));
    })
  )
    problems.add(
      `${path}/key`,
      `"${key.join('", "')}" may occur twice: make it unique, or choose a key that is`,
    );
}
