import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context, DomainModule } from '../modules/module.ts';
import { notFound } from '../http/errors.ts';
import { authorize } from '../resources/operations.ts';
import type { Caller } from '../resources/write/actor.ts';
import { VIEW_TABLES } from './tables.ts';
import { Views, type ViewCaller } from './views.ts';

type Request = FastifyRequest<{ Params: { collection: string; id: string } }>;

/** Routes of `{path}/views`: saved views of a list, and the person's preferences for it. */
function registerViews(
  app: FastifyInstance,
  { db, services: current }: Pick<Context, 'db' | 'services'>,
): void {
  const views = new Views(db);
  const PREFIX = '/api/v1/:collection/views';
  const toEntityAndCaller = ({ params, user, ip }: Request): [string, ViewCaller] => {
    const { catalog } = current();
    const resource = catalog.requireByPath(params.collection);
    const caller: Caller = { user, rights: catalog.rights(user.roles), address: ip };
    authorize(resource, caller, 'read');
    if (!resource.model.features.views) throw notFound();
    const workspace = catalog.resourceWithRole('workspace')?.model.name;
    const mayChangeShared = workspace !== undefined && caller.rights.may(workspace, 'update');
    return [resource.model.name, { user, mayChangeShared }];
  };
  app.get(PREFIX, (request: Request) => views.list(...toEntityAndCaller(request)));
  app.post(PREFIX, async (request: Request, reply) => {
    void reply.code(201);
    return views.create(...toEntityAndCaller(request), request.body);
  });
  app.put(`${PREFIX}/preference`, async (request: Request) =>
    views.setPreference(...toEntityAndCaller(request), request.body),
  );
  app.put(`${PREFIX}/:id`, async (request: Request) =>
    views.update(...toEntityAndCaller(request), request.params.id, request.body),
  );
  app.delete(`${PREFIX}/:id`, async (request: Request) =>
    views.remove(...toEntityAndCaller(request), request.params.id),
  );
}

/** Saved views of lists. */
export const viewsModule = {
  name: VIEW_TABLES.name,
  migrations: VIEW_TABLES.migrations,
  setup: registerViews,
} satisfies DomainModule;
