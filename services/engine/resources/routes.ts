import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listApprovalRefusals } from './approval.ts';
import { checkAction, executeAction, executeActionOnMany } from './executeAction.ts';
import type { Method } from './actions.ts';
import { selectRecords, editMany, countList } from './bulk.ts';
import { suggestTagValues } from './tagSuggestions.ts';
import { resourceWithDatabase, type Resource } from './catalog.ts';
import { listDeleted } from './deletedRecords.ts';
import { restoreMany } from './undelete.ts';
import { readRollupRequest } from './events/rollupRequest.ts';
import type { RawQuery } from './listQuery.ts';
import {
  countTabs,
  create,
  duplicate,
  get,
  history,
  list,
  remove,
  removeMany,
  restore,
  update,
  referrersOfRecord,
  referrersOfMany,
} from './operations.ts';
import { ApiError } from '../http/errors.ts';
import { withApiErrors } from './visibility.ts';
import { readServices, type Services } from './services.ts';
import { collectionOfRequest } from './nested.ts';
import { resolveId, readSingle, findSingle, updateSingle } from './single.ts';
import type { Caller } from './write/actor.ts';
import { requireVersion } from './write/validateRecord.ts';
import { move } from './move.ts';
import { SOURCES } from '../../../schemas/model/sources.ts';
import { withoutTrailing } from '../../../schemas/model/trim.ts';

interface Params {
  collection: string;
  id: string;
  /** Only after an id. */
  verb?: string;
  rollup?: string;
}
/** The origin at which the caller reaches the server, without a trailing slash. */
const originOf = ({ protocol, host }: FastifyRequest, publicUrl = `${protocol}://${host}`): string =>
  withoutTrailing(publicUrl, '/');

type Request = FastifyRequest<{ Params: Params; Querystring: RawQuery }>;

/** The services, the resource and the caller of a request. */
type RequestContext = [Services, Resource, Caller];

const PREFIX = '/api/v1/:collection';

/**
 * Registers the routes of all entities. The collection is looked up for each request, so that the product can be replaced
 * while the server runs.
 * @param current returns the current services
 * @param publicUrl the configured address of the server, if any
 */
export function registerResources(app: FastifyInstance, current: () => Services, publicUrl?: string): void {
  const readContext = async (request: Request): Promise<RequestContext> => {
    const services = current();
    const { user } = request;
    const rights = services.catalog.rights(user.roles);
    const origin = (): string => originOf(request, publicUrl);
    const { idempotencyKey } = request;
    const onReplicaRead = (asOf: Date | undefined): void => request.markReplicaRead(asOf, { readOnly: true });
    const caller: Caller = { user, rights, address: request.ip, origin, onReplicaRead, idempotencyKey };
    const resource = await collectionOfRequest(services, caller, request.params.collection, request.raw);
    return [services, resource, caller];
  };

  /** The same context on a replica, for reads that may be some seconds old. */
  const onReplica = async ([current, resource, caller]: RequestContext): Promise<RequestContext> => {
    const { services, asOf } = await readServices(current, caller.user.id);
    caller.onReplicaRead?.(asOf);
    return [services, asOf ? resourceWithDatabase(resource, services.db) : resource, caller];
  };
  /** Lists of past changes are read from a replica, like histories. */
  const readListContext = async (request: Request): Promise<RequestContext> => {
    const context = await readContext(request);
    return SOURCES[context[1].model.source].historical ? onReplica(context) : context;
  };

  const runVerb = async (request: Request, context: RequestContext): Promise<unknown> => {
    const { id, verb: recordVerb } = request.params;
    const method = request.method as Method;
    const input = method === 'GET' ? request.query : request.body;
    if (recordVerb === undefined) return executeAction(...context, id, input, { method });
    const version = method === 'POST' ? readVersion(request.query['version']) : undefined;
    return executeAction(...context, recordVerb, input, {
      id: await resolveId(...context, id),
      method,
      version,
    });
  };
  /** Whether the id in the address is a verb of the collection. */
  const isCollectionVerb = (request: Request, [{ actions }, { model }]: RequestContext): boolean =>
    actions.find(model.name, 'list', request.params.id, request.method as Method) !== undefined;

  app.get(PREFIX, (request: Request) =>
    readListContext(request).then((context) => list(...context, request.query)),
  );
  app.post(PREFIX, async (request: Request, reply) => {
    void reply.code(201);
    return create(...(await readContext(request)), request.body);
  });
  app.get(`${PREFIX}/counts`, async (request: Request) => {
    const [, resource, caller] = await readListContext(request);
    return countTabs(resource, caller, request.query);
  });
  app.get(`${PREFIX}/values`, async (request: Request) => {
    const [, resource, caller] = await readContext(request);
    return suggestTagValues(resource, caller, request.query);
  });
  app.get(`${PREFIX}/total`, async (request: Request) => {
    const [, resource, caller] = await readListContext(request);
    return withApiErrors(resource, caller, countList(resource, caller, request.query));
  });
  app.get(`${PREFIX}/ids`, async (request: Request) => {
    const [, resource, caller] = await readContext(request);
    return withApiErrors(resource, caller, selectRecords(resource, caller, request.query));
  });
  app.get(`${PREFIX}/rollups/:rollup`, async (request: Request) =>
    readRollupRequest(
      ...(await onReplica(await readContext(request))),
      request.params.rollup ?? '',
      request.query,
    ),
  );
  app.post(`${PREFIX}/edit`, async (request: Request) =>
    editMany(...(await readContext(request)), request.body),
  );
  app.post(`${PREFIX}/delete`, async (request: Request) =>
    removeMany(...(await readContext(request)), request.body),
  );
  app.get(`${PREFIX}/deleted`, async (request: Request) => {
    const [services, resource, caller] = await readContext(request);
    return listDeleted(services, resource, caller, request.query);
  });
  app.post(`${PREFIX}/restore`, async (request: Request) =>
    restoreMany(...(await readContext(request)), request.body),
  );
  app.post(`${PREFIX}/used-by`, async (request: Request) =>
    referrersOfMany(...(await readContext(request)), request.body),
  );
  app.post(`${PREFIX}/bulk/:verb`, async (request: Request) =>
    executeActionOnMany(...(await readContext(request)), request.params.verb ?? '', request.body),
  );
  app.get(`${PREFIX}/:id`, async (request: Request) => {
    const context = await readContext(request);
    if (isCollectionVerb(request, context)) return runVerb(request, context);
    const { id } = request.params;
    const single = await findSingle(...context, id);
    return single ? readSingle(...context, single) : get(...context, id);
  });
  app.put(`${PREFIX}/:id`, async (request: Request) => {
    const context = await readContext(request);
    if (isCollectionVerb(request, context)) return runVerb(request, context);
    const { id } = request.params;
    const single = await findSingle(...context, id);
    return single ? updateSingle(...context, single, request.body) : update(...context, id, request.body);
  });
  app.delete(`${PREFIX}/:id`, async (request: Request, reply) => {
    const context = await readContext(request);
    if (isCollectionVerb(request, context)) return runVerb(request, context);
    const answer = await remove(...context, request.params.id);
    if (answer.postponed) void reply.code(202);
    return answer;
  });
  app.post(`${PREFIX}/:id`, async (request: Request) => runVerb(request, await readContext(request)));
  app.get(`${PREFIX}/:id/used-by`, async (request: Request) =>
    referrersOfRecord(...(await readContext(request)), request.params.id),
  );
  app.post(`${PREFIX}/:id/duplicate`, async (request: Request, reply) => {
    void reply.code(201);
    return duplicate(...(await readContext(request)), request.params.id);
  });
  app.post(`${PREFIX}/:id/move`, async (request: Request) =>
    move(...(await readContext(request)), request.params.id, request.body),
  );
  app.get(`${PREFIX}/:id/history`, async (request: Request) => {
    const context = await readContext(request);
    const read = async (from: RequestContext) =>
      history(...from, await resolveId(...from, request.params.id), request.query);
    try {
      return await read(await onReplica(context));
    } catch (error) {
      // A record that somebody else has just created may not be on the replica yet.
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      return read(context);
    }
  });
  app.post(`${PREFIX}/:id/restore`, async (request: Request) => {
    const context = await readContext(request);
    return restore(...context, await resolveId(...context, request.params.id), request.body);
  });
  app.get(`${PREFIX}/:id/approval`, async (request: Request) => {
    const context = await readContext(request);
    return {
      refused: await listApprovalRefusals(...context, await resolveId(...context, request.params.id)),
    };
  });
  app.post(`${PREFIX}/:id/checks/:verb`, async (request: Request) => {
    const context = await readContext(request);
    const { id, verb: action = '' } = request.params;
    return { checks: await checkAction(...context, action, await resolveId(...context, id)) };
  });
  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: `${PREFIX}/:id/:verb`,
    handler: async (request: Request) => runVerb(request, await readContext(request)),
  });
}

/** The version that the caller saw, from the query. @throws ApiError 422 */
function readVersion(version: RawQuery[string]): number | undefined {
  return version === undefined ? undefined : requireVersion(version === '' ? NaN : Number(version));
}
