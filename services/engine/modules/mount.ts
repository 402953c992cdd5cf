import type { FastifyInstance } from 'fastify';
import { unknownNameMessage } from '../../../schemas/model/didYouMean.ts';
import type { JsonObject } from '../../../schemas/model/types.ts';
import type { Context, DomainModule, Route, EntityAction } from './module.ts';
import type { ActionRegistry } from '../resources/actions.ts';
import { readServices } from '../resources/services.ts';

/** Adds the modules to the app, the action registry and the jobs. */
export async function mountModules(
  app: FastifyInstance,
  modules: readonly DomainModule[],
  context: Context,
  actions: ActionRegistry,
): Promise<void> {
  for (const module of modules) {
    addEntityExtensions(module, context, actions);
    addJobs(module, context);
    await app.register(async (scope) => {
      await module.setup?.(scope, context);
      for (const [address, route] of Object.entries(module.routes ?? {}))
        addRoute(scope, address, route, context);
    });
  }
}

function addEntityExtensions(
  {
    entity,
    hooks,
    imports,
    formats = {},
    own,
    notifyEvents = [],
    handlers = {},
    checks = {},
    figures = {},
  }: DomainModule,
  context: Context,
  actions: ActionRegistry,
): void {
  if (entity === undefined) return;
  if (hooks) actions.addHooks(entity, typeof hooks === 'function' ? hooks(context) : hooks);
  if (imports) actions.setImportLayout(entity, imports);
  for (const [id, format] of Object.entries(formats)) actions.addFileFormat(entity, id, format);
  if (own) actions.setOwnRecordAdditions(entity, own);
  actions.addNotifyEvents(entity, notifyEvents);
  for (const [verb, { run, reads, ...handler }] of Object.entries(handlers))
    actions.register(entity, verb, {
      ...handler,
      async run(call) {
        if (!reads) return run({ ...call, context });
        const { reading, asOf } = await toReadContext(context, call.user.id);
        call.onReplicaRead?.(asOf);
        return run({ ...call, context: reading });
      },
    });
  for (const [name, { run, ...check }] of Object.entries(checks))
    actions.addCheck(entity, name, { ...check, run: (call) => run(call, context) });
  for (const [name, { run, ...figure }] of Object.entries(figures))
    actions.addFigure(entity, name, { ...figure, run: (record) => run(record, context) });
}

function addJobs({ jobs = {}, schedules = {} }: DomainModule, context: Context): void {
  for (const [name, { run, ...kind }] of Object.entries(jobs))
    context.jobs.register(name, { ...kind, run: (job) => run(job, context) });
  for (const [name, schedule] of Object.entries(schedules))
    context.jobs.schedule(name, typeof schedule === 'function' ? schedule(context.settings) : schedule);
}

function addRoute(scope: FastifyInstance, address: string, route: Route, context: Context): void {
  const [method = '', url = ''] = address.split(' ');
  scope.route({
    ...route.options,
    method: method,
    url,
    config: { open: route.open ?? false },
    async handler(request, reply) {
      if (!route.reads) return route.run(request, reply, context);
      const { reading, asOf } = await toReadContext(context, route.open ? undefined : request.user.id);
      request.markReplicaRead(asOf, { readOnly: true });
      return route.run(request, reply, reading);
    },
  });
}

/** The context for reads: on the read replica if there is one. */
async function toReadContext(
  context: Context,
  person: string | undefined,
): Promise<{ reading: Context; asOf?: Date }> {
  const { services, asOf } = await readServices(context.services(), person);
  return { reading: asOf ? { ...context, db: services.db, services: () => services } : context, asOf };
}

/** Wraps `publish` so that it rejects events that no module declares. */
export function publishDeclaredEvents(
  modules: readonly DomainModule[],
  publish: (...message: Parameters<Context['publish']>) => Promise<void>,
): Context['publish'] {
  const known = new Set(modules.flatMap(({ events = {} }) => Object.keys(events)));
  return async (event, json, options) => {
    if (!known.has(event)) throw new Error(unknownNameMessage('event', event, known));
    await publish(event, json, options);
  };
}

/** The modules' part of the API description: OpenAPI paths, and socket events. */
export function moduleDescriptions(modules: readonly DomainModule[]): {
  paths: JsonObject;
  events: JsonObject;
} {
  const paths: Record<string, JsonObject> = {};
  for (const { routes = {}, paths: own = {} } of modules) {
    Object.assign(paths, own);
    for (const [address, { describe, open }] of Object.entries(routes)) {
      const [method = '', url = ''] = address.split(' ');
      const path = url.replaceAll(/:(\w+)/g, '{$1}');
      const { parameters, ...described } = describe;
      const all = (parameters ?? []) as JsonObject[];
      const further = all.filter((one) => one['in'] !== 'path');
      const operation: JsonObject = {
        ...described,
        ...(further.length > 0 && { parameters: further }),
        ...(open && { security: [] }),
      };
      paths[path] = {
        ...paths[path],
        parameters: pathParameters(path, all),
        [method.toLowerCase()]: operation,
      };
    }
  }
  return { paths, events: Object.assign({}, ...modules.map(({ events }) => events)) as JsonObject };
}

/** OpenAPI parameters of a path, in order; undescribed ones are strings. */
const pathParameters = (path: string, described: readonly JsonObject[]): JsonObject[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']) =>
      described.find((one) => one['name'] === name) ?? {
        ...{ name, in: 'path', required: true },
        schema: { type: 'string' },
      },
  );

export const describePlace = ({ on, method = 'POST' }: EntityAction): string => `${method} on a ${on}`;
