import { SchemaProblems } from '../../../schemas/loadSchemas.ts';
import { unknownNameMessage } from '../../../schemas/model/didYouMean.ts';
import { RESERVED_PATHS } from '../../../schemas/model/reservedPaths.ts';
import type { EntityModel, ProductModel, SchemaProblem } from '../../../schemas/model/types.ts';
import type { ActionRegistry } from '../resources/actions.ts';
import { findUnimplemented } from '../resources/moduleCoverage.ts';
import { nextTime } from '../jobs/index.ts';
import type { DomainModule, EntityAction } from './module.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Subpaths that every entity has. */
const RESERVED_SUBPATHS = [
  ...['approval', 'checks', 'counts', 'delete', 'duplicate', 'history', 'move', 'restore', 'rollups'],
  'used-by',
];
const OPERATIONS = ['read', 'create', 'update', 'delete'];
/** All keys of a module; the type requires the list to be complete. */
const MODULE_KEYS: Record<keyof DomainModule, true> = {
  ...{ name: true, entity: true, hooks: true, handlers: true, checks: true, figures: true, imports: true },
  ...{
    formats: true,
    own: true,
    notifyEvents: true,
    jobs: true,
    schedules: true,
    routes: true,
    events: true,
  },
  ...{ attention: true, metrics: true, migrations: true, demo: true, setup: true, paths: true, start: true },
};
/** Reports a mistake in a module: `handlers/trian: …`. */
type ReportProblem = (path: string, message: string) => void;

/**
 * Checks the modules against the schemas: names of entities, verbs, forms, jobs and routes, and that every action of the
 * schemas has a handler.
 * @throws SchemaProblems listing all mistakes, with suggestions
 */
export function assertModules(
  product: ProductModel,
  modules: readonly DomainModule[],
  actions: ActionRegistry,
): void {
  const problems: SchemaProblem[] = [];
  const routeOwners = new Map<string, string>();
  const jobOwners = new Map<string, string>();
  modules.forEach((module, index) => {
    const report: ReportProblem = (path, message) =>
      void problems.push({ file: `module ${module.name}`, path: `/${path}`, message });
    if (modules.findIndex(({ name }) => name === module.name) < index)
      report('name', `"${module.name}" is a module already`);
    for (const key of Object.keys(module))
      if (!(key in MODULE_KEYS)) report(key, unknownNameMessage('key', key, Object.keys(MODULE_KEYS)));
    checkHandlers(module, product, report);
    checkFormats(module, product, report);
    checkJobs(module, jobOwners, report);
    checkRoutes(module, product, routeOwners, report);
  });
  problems.push(...findUnimplemented(product, actions), ...findUnansweredFields(product, modules));
  if (problems.length > 0) throw new SchemaProblems('the modules and the schemas', problems);
}

/** Finds computed fields whose verb no module has; their column would stay empty. */
function findUnansweredFields({ entities }: ProductModel, modules: readonly DomainModule[]): SchemaProblem[] {
  return entities.flatMap(({ name, fields }) => {
    const own = modules
      .filter(({ entity }) => entity === name)
      .flatMap(({ handlers }) => Object.entries(handlers ?? {}));
    const known = own.filter(([, { on }]) => on === 'list').map(([id]) => id);
    return fields.flatMap(({ name: field, computed }): SchemaProblem[] =>
      computed?.verb === undefined || known.includes(computed.verb)
        ? []
        : [
            {
              file: `${name}.schema.json`,
              path: `/properties/${field}/x-field/computed/verb`,
              message: unknownNameMessage('verb of the whole collection', computed.verb, known),
            },
          ],
    );
  });
}

function checkHandlers(
  { entity, hooks, handlers = {}, checks = {}, figures = {} }: DomainModule,
  product: ProductModel,
  report: ReportProblem,
): void {
  const names = product.entities.map(({ name }) => name);
  const model = product.entities.find(({ name }) => name === entity);
  if (entity === undefined) {
    if (hooks) report('hooks', 'have no effect: the module names no "entity"');
    if (Object.keys(checks).length > 0) report('checks', 'have no effect: the module names no "entity"');
    if (Object.keys(figures).length > 0) report('figures', 'have no effect: the module names no "entity"');
    if (Object.keys(handlers).length > 0) report('handlers', 'have no effect: the module names no "entity"');
  } else if (!model) report('entity', unknownNameMessage('entity', entity, names));
  else for (const [id, verb] of Object.entries(handlers)) checkVerb(model, product, id, verb, report);
}

/** A format that no schema names would never be used. */
function checkFormats(
  { entity, formats = {} }: DomainModule,
  { entities }: ProductModel,
  report: ReportProblem,
): void {
  const known = Object.keys(entities.find(({ name }) => name === entity)?.features.formats ?? {});
  for (const id of Object.keys(formats))
    if (!known.includes(id))
      report(
        `formats/${id}`,
        `${unknownNameMessage('format', id, known)}; the schema names it in features.formats`,
      );
}

function checkVerb(
  model: EntityModel,
  product: ProductModel,
  id: string,
  verb: EntityAction,
  report: ReportProblem,
): void {
  const path = `handlers/${id}`;
  const action = model.actions.find((one) => one.id === id);
  const known = model.actions.map((one) => one.id);
  const rights = [...OPERATIONS, ...known];
  const forms = product.forms.map(({ name }) => name);
  if (!/^[a-z][a-z0-9-]*$/.test(id)) report(path, 'a verb is written in small letters, with hyphens');
  if (RESERVED_SUBPATHS.includes(id)) report(path, `"${id}" is what every entity has; choose another name`);
  if (!action && verb.operation === undefined)
    report(
      path,
      `${unknownNameMessage(`action of ${model.name}`, id, known)}; a verb of no action says its "operation"`,
    );
  if (verb.operation !== undefined && !rights.includes(verb.operation))
    report(`${path}/operation`, unknownNameMessage('operation', verb.operation, rights));
  const answers = [...product.entities.map(({ name }) => name), ...forms];
  if (typeof verb.output === 'string' && !answers.includes(verb.output))
    report(`${path}/output`, unknownNameMessage('entity or form', verb.output, answers));
  if (verb.input === undefined) return;
  if (!forms.includes(verb.input)) report(`${path}/input`, unknownNameMessage('form', verb.input, forms));
  else if (action) report(`${path}/input`, `has no effect: the action's "input" in ${model.name} says it`);
}

function checkJobs(
  { name, jobs = {}, schedules = {} }: DomainModule,
  jobOwners: Map<string, string>,
  report: ReportProblem,
): void {
  for (const job of Object.keys(jobs)) {
    const other = jobOwners.get(job);
    if (other !== undefined) report(`jobs/${job}`, `jobs of that name are those of module ${other}`);
    jobOwners.set(job, name);
  }
  for (const [job, schedule] of Object.entries(schedules)) {
    if (!(job in jobs)) report(`schedules/${job}`, unknownNameMessage('job', job, Object.keys(jobs)));
    try {
      // A schedule that depends on settings is validated with them.
      if (typeof schedule !== 'function') nextTime(schedule, new Date());
    } catch (error) {
      report(`schedules/${job}`, (error as Error).message);
    }
  }
}

function checkRoutes(
  { name, entity, routes = {}, paths = {} }: DomainModule,
  { entities }: ProductModel,
  routeOwners: Map<string, string>,
  report: ReportProblem,
): void {
  const own = entities.find((model) => model.name === entity)?.path;
  const checkUrl = (path: string, url: string): void => {
    const collection = /^\/api\/v1\/([^/]+)/.exec(url)?.[1];
    if (collection === undefined || RESERVED_PATHS.includes(collection) || collection === own) return;
    report(path, `"${collection}" is neither the path of the module's entity nor kept for modules`);
  };
  for (const address of Object.keys(routes)) {
    const path = `routes/${address.replaceAll('/', '~1')}`;
    const [method = '', url = '', more] = address.split(' ');
    if (!METHODS.includes(method)) report(path, unknownNameMessage('method', method, METHODS));
    if (!url.startsWith('/') || more !== undefined)
      report(path, 'a route is written as a method and a path: GET /permissions/access');
    const other = routeOwners.get(address);
    if (other !== undefined) report(path, `is a route of module ${other} already`);
    routeOwners.set(address, name);
    checkUrl(path, url);
  }
  for (const url of Object.keys(paths)) checkUrl(`paths/${url.replaceAll('/', '~1')}`, url);
}
