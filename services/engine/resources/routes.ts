import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listRefusals } from './approval.ts';
import { checkAction, executeAction, executeActionOnMany } from './executeAction.ts';
import type { Method } from './actions.ts';
import { selectRecords, editMany, countList } from './bulk.ts';
import { suggestTagValues } from './tagSuggestions.ts';
import { resourceOn, type Resource } from './catalog.ts';
import { listDeleted } from './deleted.ts';
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
import { idAt, readSingle, singleAt, updateSingle } from './single.ts';
import type { Caller } from './write/actor.ts';
import { requireVersion } from './write/validateRecord.ts';
import { move } from './move.ts';
import { SOURCES } from '../../../schemas/model/sources.ts';
import { withoutTrailing } from '../../../schemas/model/trim.ts';

interface Params {
  collection: string;
  id: string;
  /** Only behind an id. */
  verb?: string;
  rollup?: string;
}
/** The address at which whoever asks reaches the services, without a slash at its end. */
const originOf = ({ protocol, host }: FastifyRequest, publicUrl = `${protocol}://${host}`): string =>
  withoutTrailing(publicUrl, '/');

type Request = FastifyRequest<{ Params: Params; Querystring: RawQuery }>;

/** What a request is about, and who asks. */
type Asked = [Services, Resource, Caller];

const PREFIX = '/api/v1/:collection';

/**
 * The routes of all entities. The collection is looked up at each request, so that another product can take over
 * while the services run.
 * @param current the services of this moment
 * @param publicUrl where people reach the services, where that is set
 */
export function registerResources(app: FastifyInstance, current: () => Services, publicUrl?: string): void {
  const about = async (request: Request): Promise<Asked> => {
    const services = current();
    const { user } = request;
    const rights = services.catalog.rights(user.roles);
    const origin = (): string => originOf(request, publicUrl);
    const { requestKey } = request;
    const onRead = (asOf: Date | undefined): void => request.markReplicaRead(asOf, { readOnly: true });
    const caller: Caller = { user, rights, address: request.ip, origin, onRead, requestKey };
    const resource = await collectionOfRequest(services, caller, request.params.collection, request.raw);
    return [services, resource, caller];
  };

  /** The same on a replica, for what only reads and may be some seconds old. */
  const reading = async ([current, resource, caller]: Asked): Promise<Asked> => {
    const { services, asOf } = await readServices(current, caller.user.id);
    caller.onRead?.(asOf);
    return [services, asOf ? resourceOn(resource, services.db) : resource, caller];
  };
  /** Lists of what was done are read as histories are. */
  const aboutList = async (request: Request): Promise<Asked> => {
    const asked = await about(request);
    return SOURCES[asked[1].model.source].past ? reading(asked) : asked;
  };

  const verb = async (request: Request, asked: Asked): Promise<unknown> => {
    const { id, verb: ofRecord } = request.params;
    const method = request.method as Method;
    const input = method === 'GET' ? request.query : request.body;
    if (ofRecord === undefined) return executeAction(...asked, id, input, { method });
    const version = method === 'POST' ? asSeen(request.query['version']) : undefined;
    return executeAction(...asked, ofRecord, input, { id: await idAt(...asked, id), method, version });
  };
  /** In the place of an id stands a verb of the collection. */
  const isVerb = (request: Request, [{ actions }, { model }]: Asked): boolean =>
    actions.find(model.name, 'list', request.params.id, request.method as Method) !== undefined;

  app.get(PREFIX, (request: Request) => aboutList(request).then((asked) => list(...asked, request.query)));
  app.post(PREFIX, async (request: Request, reply) => {
    void reply.code(201);
    return create(...(await about(request)), request.body);
  });
  app.get(`${PREFIX}/counts`, async (request: Request) => {
    const [, resource, caller] = await aboutList(request);
    return countTabs(resource, caller, request.query);
  });
  app.get(`${PREFIX}/values`, async (request: Request) => {
    const [, resource, caller] = await about(request);
    return suggestTagValues(resource, caller, request.query);
  });
  app.get(`${PREFIX}/total`, async (request: Request) => {
    const [, resource, caller] = await aboutList(request);
    return withApiErrors(resource, caller, countList(resource, caller, request.query));
  });
  app.get(`${PREFIX}/ids`, async (request: Request) => {
    const [, resource, caller] = await about(request);
    return withApiErrors(resource, caller, selectRecords(resource, caller, request.query));
  });
  app.get(`${PREFIX}/rollups/:rollup`, async (request: Request) =>
    readRollupRequest(...(await reading(await about(request))), request.params.rollup ?? '', request.query),
  );
  app.post(`${PREFIX}/edit`, async (request: Request) => editMany(...(await about(request)), request.body));
  app.post(`${PREFIX}/delete`, async (request: Request) =>
    removeMany(...(await about(request)), request.body),
  );
  app.get(`${PREFIX}/deleted`, async (request: Request) => {
    const [services, resource, caller] = await about(request);
    return listDeleted(services, resource, caller, request.query);
  });
  app.post(`${PREFIX}/restore`, async (request: Request) =>
    restoreMany(...(await about(request)), request.body),
  );
  app.post(`${PREFIX}/used-by`, async (request: Request) =>
    referrersOfMany(...(await about(request)), request.body),
  );
  app.post(`${PREFIX}/bulk/:verb`, async (request: Request) =>
    executeActionOnMany(...(await about(request)), request.params.verb ?? '', request.body),
  );
  app.get(`${PREFIX}/:id`, async (request: Request) => {
    const asked = await about(request);
    if (isVerb(request, asked)) return verb(request, asked);
    const { id } = request.params;
    const single = await singleAt(...asked, id);
    return single ? readSingle(...asked, single) : get(...asked, id);
  });
  app.put(`${PREFIX}/:id`, async (request: Request) => {
    const asked = await about(request);
    if (isVerb(request, asked)) return verb(request, asked);
    const { id } = request.params;
    const single = await singleAt(...asked, id);
    return single ? updateSingle(...asked, single, request.body) : update(...asked, id, request.body);
  });
  app.delete(`${PREFIX}/:id`, async (request: Request, reply) => {
    const asked = await about(request);
    if (isVerb(request, asked)) return verb(request, asked);
    const answer = await remove(...asked, request.params.id);
    if (answer.postponed) void reply.code(202);
    return answer;
  });
  app.post(`${PREFIX}/:id`, async (request: Request) => verb(request, await about(request)));
  app.get(`${PREFIX}/:id/used-by`, async (request: Request) =>
    referrersOfRecord(...(await about(request)), request.params.id),
  );
  app.post(`${PREFIX}/:id/duplicate`, async (request: Request, reply) => {
    void reply.code(201);
    return duplicate(...(await about(request)), request.params.id);
  });
  app.post(`${PREFIX}/:id/move`, async (request: Request) =>
    move(...(await about(request)), request.params.id, request.body),
  );
  app.get(`${PREFIX}/:id/history`, async (request: Request) => {
    const asked = await about(request);
    const read = async (by: Asked) => history(...by, await idAt(...by, request.params.id), request.query);
    try {
      return await read(await reading(asked));
    } catch (error) {
      // What somebody else has just made may not have come to the replica yet.
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      return read(asked);
    }
  });
  app.post(`${PREFIX}/:id/restore`, async (request: Request) => {
    const asked = await about(request);
    return restore(...asked, await idAt(...asked, request.params.id), request.body);
  });
  app.get(`${PREFIX}/:id/approval`, async (request: Request) => {
    const asked = await about(request);
    return { refused: await listRefusals(...asked, await idAt(...asked, request.params.id)) };
  });
  app.post(`${PREFIX}/:id/checks/:verb`, async (request: Request) => {
    const asked = await about(request);
    const { id, verb: action = '' } = request.params;
    return { checks: await checkAction(...asked, action, await idAt(...asked, id)) };
  });
  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: `${PREFIX}/:id/:verb`,
    handler: async (request: Request) => verb(request, await about(request)),
  });
}

/** The version of a record that the person saw, from an address. @throws ApiError 422 */
function asSeen(version: RawQuery[string]): number | undefined {
  return version === undefined ? undefined : requireVersion(version === '' ? NaN : Number(version));
}
