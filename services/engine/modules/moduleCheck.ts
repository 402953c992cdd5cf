import { SchemaProblems } from '../../../schemas/loadSchemas.ts';
import { unknownNameMessage } from '../../../schemas/model/didYouMean.ts';
import { RESERVED_PATHS } from '../../../schemas/model/reservedPaths.ts';
import type { EntityModel, ProductModel, SchemaProblem } from '../../../schemas/model/types.ts';
import type { ActionRegistry } from '../resources/actions.ts';
import { findUnimplemented } from '../resources/moduleCoverage.ts';
import { nextTime } from '../jobs/index.ts';
import type { DomainModule, EntityAction } from './module.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** What every entity answers below its own address. */
const RESERVED_SUBPATHS = [
  ...['approval', 'checks', 'counts', 'delete', 'duplicate', 'history', 'move', 'restore', 'rollups'],
  'used-by',
];
const OPERATIONS = ['read', 'create', 'update', 'delete'];
/** All that a module may have; the compiler asks for every key. */
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
/** A module's words are mistaken: `handlers/trian: …`. */
type Tell = (path: string, message: string) => void;

/**
 * Modules and schemas name each other rightly: entities, verbs, forms, jobs and routes of the modules, and a handler
 * for every action of the schemas.
 * @throws SchemaProblems naming every mistake at once, with the nearest word
 */
export function assertModules(
  product: ProductModel,
  modules: readonly DomainModule[],
  actions: ActionRegistry,
): void {
  const problems: SchemaProblem[] = [];
  const addresses = new Map<string, string>();
  const kinds = new Map<string, string>();
  modules.forEach((module, index) => {
    const tell: Tell = (path, message) =>
      void problems.push({ file: `module ${module.name}`, path: `/${path}`, message });
    if (modules.findIndex(({ name }) => name === module.name) < index)
      tell('name', `"${module.name}" is a module already`);
    for (const key of Object.keys(module))
      if (!(key in MODULE_KEYS)) tell(key, unknownNameMessage('key', key, Object.keys(MODULE_KEYS)));
    checkHandlers(module, product, tell);
    checkFormats(module, product, tell);
    checkJobs(module, kinds, tell);
    checkRoutes(module, product, addresses, tell);
  });
  problems.push(...findUnimplemented(product, actions), ...unansweredFields(product, modules));
  if (problems.length > 0) throw new SchemaProblems('the modules and the schemas', problems);
}

/** Fields that are asked for by a verb which no module has: their column would stay empty. */
function unansweredFields({ entities }: ProductModel, modules: readonly DomainModule[]): SchemaProblem[] {
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
  tell: Tell,
): void {
  const names = product.entities.map(({ name }) => name);
  const model = product.entities.find(({ name }) => name === entity);
  if (entity === undefined) {
    if (hooks) tell('hooks', 'have no effect: the module names no "entity"');
    if (Object.keys(checks).length > 0) tell('checks', 'have no effect: the module names no "entity"');
    if (Object.keys(figures).length > 0) tell('figures', 'have no effect: the module names no "entity"');
    if (Object.keys(handlers).length > 0) tell('handlers', 'have no effect: the module names no "entity"');
  } else if (!model) tell('entity', unknownNameMessage('entity', entity, names));
  else for (const [id, verb] of Object.entries(handlers)) checkVerb(model, product, id, verb, tell);
}

/** Formats that no schema names would never be asked for. */
function checkFormats({ entity, formats = {} }: DomainModule, { entities }: ProductModel, tell: Tell): void {
  const known = Object.keys(entities.find(({ name }) => name === entity)?.features.formats ?? {});
  for (const id of Object.keys(formats))
    if (!known.includes(id))
      tell(
        `formats/${id}`,
        `${unknownNameMessage('format', id, known)}; the schema names it in features.formats`,
      );
}

function checkVerb(
  model: EntityModel,
  product: ProductModel,
  id: string,
  verb: EntityAction,
  tell: Tell,
): void {
  const path = `handlers/${id}`;
  const action = model.actions.find((one) => one.id === id);
  const known = model.actions.map((one) => one.id);
  const rights = [...OPERATIONS, ...known];
  const forms = product.forms.map(({ name }) => name);
  if (!/^[a-z][a-z0-9-]*$/.test(id)) tell(path, 'a verb is written in small letters, with hyphens');
  if (RESERVED_SUBPATHS.includes(id)) tell(path, `"${id}" is what every entity has; choose another name`);
  if (!action && verb.operation === undefined)
    tell(
      path,
      `${unknownNameMessage(`action of ${model.name}`, id, known)}; a verb of no action says its "operation"`,
    );
  if (verb.operation !== undefined && !rights.includes(verb.operation))
    tell(`${path}/operation`, unknownNameMessage('operation', verb.operation, rights));
  const answers = [...product.entities.map(({ name }) => name), ...forms];
  if (typeof verb.output === 'string' && !answers.includes(verb.output))
    tell(`${path}/output`, unknownNameMessage('entity or form', verb.output, answers));
  if (verb.input === undefined) return;
  if (!forms.includes(verb.input)) tell(`${path}/input`, unknownNameMessage('form', verb.input, forms));
  else if (action) tell(`${path}/input`, `has no effect: the action's "input" in ${model.name} says it`);
}

function checkJobs(
  { name, jobs = {}, schedules = {} }: DomainModule,
  kinds: Map<string, string>,
  tell: Tell,
): void {
  for (const job of Object.keys(jobs)) {
    const other = kinds.get(job);
    if (other !== undefined) tell(`jobs/${job}`, `jobs of that name are those of module ${other}`);
    kinds.set(job, name);
  }
  for (const [job, schedule] of Object.entries(schedules)) {
    if (!(job in jobs)) tell(`schedules/${job}`, unknownNameMessage('job', job, Object.keys(jobs)));
    try {
      // One that the settings say is judged with them.
      if (typeof schedule !== 'function') nextTime(schedule, new Date());
    } catch (error) {
      tell(`schedules/${job}`, (error as Error).message);
    }
  }
}

function checkRoutes(
  { name, entity, routes = {}, paths = {} }: DomainModule,
  { entities }: ProductModel,
  addresses: Map<string, string>,
  tell: Tell,
): void {
  const own = entities.find((model) => model.name === entity)?.path;
  const checkUrl = (path: string, url: string): void => {
    const collection = /^\/api\/v1\/([^/]+)/.exec(url)?.[1];
    if (collection === undefined || RESERVED_PATHS.includes(collection) || collection === own) return;
    tell(path, `"${collection}" is neither the path of the module's entity nor kept for modules`);
  };
  for (const address of Object.keys(routes)) {
    const path = `routes/${address.replaceAll('/', '~1')}`;
    const [method = '', url = '', more] = address.split(' ');
    if (!METHODS.includes(method)) tell(path, unknownNameMessage('method', method, METHODS));
    if (!url.startsWith('/') || more !== undefined)
      tell(path, 'a route is written as a method and a path: GET /permissions/access');
    const other = addresses.get(address);
    if (other !== undefined) tell(path, `is a route of module ${other} already`);
    addresses.set(address, name);
    checkUrl(path, url);
  }
  for (const url of Object.keys(paths)) checkUrl(`paths/${url.replaceAll('/', '~1')}`, url);
}
