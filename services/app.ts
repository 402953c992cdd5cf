import compress from '@fastify/compress';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import { constants } from 'node:zlib';
import manifest from '../package.json' with { type: 'json' };
import type { ProductModel } from '../schemas/model/types.ts';
import { registerExchange } from './exchange/index.ts';
import { openFiles, registerFiles } from './files/index.ts';
import type { Jobs } from './jobs/index.ts';
import { createReach } from './live/reach.ts';
import { tellNetwork } from './management/network.ts';
import { registerConfig, type PoolClient } from './management/config.ts';
import { registerJobs } from './management/jobs.ts';
import { registerMembers } from './management/members/index.ts';
import { registerOwnData } from './management/members/ownData.ts';
import { registerPermissions } from './management/permissions.ts';
import { keepSignInLog } from './management/signInLog.ts';
import {
  authPlugin,
  embeddedTokenVerifier,
  managedTokenVerifier,
  type TokenVerifier,
} from './plugins/auth.ts';
import { BODY_LIMIT, registerBodies } from './plugins/bodies.ts';
import { limitCallers, refuseForwarded, trustedProxies } from './plugins/callers.ts';
import { boundConnections, CONNECTION_LIMITS, malformedRequests } from './plugins/connections.ts';
import { registerErrors, sendError } from './plugins/errors.ts';
import { registerHealth } from './plugins/health.ts';
import { headersOf, registerSecurity, requestIds, securityOf } from './plugins/security.ts';
import { registerSocket } from './plugins/socket.ts';
import { opensScreen, registerConsole } from './plugins/static.ts';
import { Actions } from './resources/actions.ts';
import { requireHandlers } from './resources/handlerCheck.ts';
import { Catalog } from './resources/catalog.ts';
import { openSealer } from './resources/openSealer.ts';
import { openApiDocument } from './resources/openapi/document.ts';
import { registerResources } from './resources/routes.ts';
import type { Sealer } from './resources/sealer.ts';
import { createServices, type Services } from './resources/services.ts';
import type { Settings } from './settings.ts';
import type { Database } from './storage/database.ts';
import { migrate } from './storage/migrate.ts';
import { userPoolPlugin, type UserPool } from './userPool/index.ts';

export interface AppOptions {
  settings: Settings;
  /** Open and migrated to the product. */
  db: Database;
  product: ProductModel;
  /** The embedded pool; left out when the settings name a managed one. */
  userPool?: UserPool;
  /** Only this machine may call: what comes through a proxy is refused. */
  localOnly?: boolean;
  /** Where log lines go; by default the standard output. */
  logTo?: { write(line: string): void };
  /** Background work; started by who opened it. */
  jobs?: Jobs;
  /** Domain verbs and hooks. */
  actions?: Actions;
  /** Seals secrets; by default with the key that the settings give. */
  sealer?: Sealer;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Migrates the database to another product and serves that from then on; on any fault the old one stays. */
    reload(product: ProductModel): Promise<void>;
  }
}

/** Builds the services without listening, so that tests can inject requests. */
export async function buildApp({
  settings,
  db,
  product,
  userPool,
  localOnly = false,
  logTo,
  jobs,
  actions = new Actions(),
  sealer: given,
}: AppOptions): Promise<FastifyInstance> {
  const secure = securityOf(settings);
  const newId = requestIds();
  const app = fastify({
    logger: settings.logLevel === 'silent' ? false : { level: settings.logLevel, stream: logTo },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(settings),
    bodyLimit: BODY_LIMIT,
    genReqId: newId,
    ...CONNECTION_LIMITS,
    clientErrorHandler: malformedRequests(headersOf(settings), newId),
    routerOptions: { maxParamLength: 200 },
    // An address that cannot be read passes no hook.
    frameworkErrors: (error, request, reply) => {
      secure(request, reply);
      sendError(error, request, reply);
    },
  });
  const onFault = (error: unknown): void => app.log.error({ err: error }, 'work after a change failed');
  const sealer = given ?? (await openSealer(db, product, settings));
  let services: Services = createServices({ db, product, sealer, actions, onFault });
  const current = (): Services => services;
  let openApi: string | undefined;

  registerBodies(app);
  registerSecurity(app, settings, secure);
  boundConnections(app);
  await app.register(compress, {
    threshold: 2048,
    encodings: ['br', 'gzip'],
    // As quick as gzip at its default, and smaller.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await limitCallers(app, settings);
  if (localOnly) refuseForwarded(app);
  await registerErrorsAndConsole(app, settings);
  await app.register(authPlugin, { verify: tokenVerifier(settings, userPool) });

  await registerSocket(app, {
    settings,
    db,
    verify: app.verifyBearer,
    reach: createReach(current),
    userPool,
  });
  tellNetwork(services.changes);
  app.addHook('preClose', () => services.changes.flush());
  registerMembers(actions, { userPool, consoleUrl: settings.publicUrl });
  if (jobs) registerJobs(app, actions, db, jobs);
  requireHandlers(product, actions);
  registerOwnData(actions);
  const files = await openFiles(db, settings);
  await registerFiles(app, files, current);
  await registerExchange(app, { db, files, current, jobs });
  registerResources(app, current);
  registerPermissions(app, current);
  registerConfig(app, settings, poolClient(settings, userPool), manifest.version);
  registerHealth(app, { db });
  app.get('/openapi.json', { config: { open: true } }, (_, reply) => {
    openApi ??= JSON.stringify(openApiDocument(services.catalog.product, actions, manifest.version));
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(openApi);
  });
  if (userPool) {
    await app.register(userPoolPlugin, { pool: userPool });
    app.addHook('onClose', keepSignInLog(db, userPool));
  }

  app.decorate('reload', async (next: ProductModel): Promise<void> => {
    requireHandlers(next, actions);
    const catalog = new Catalog(next, db);
    await migrate(db, next.entities);
    await openSealer(db, next, settings);
    services = { ...services, catalog };
    openApi = undefined;
  });
  return app;
}

async function registerErrorsAndConsole(app: FastifyInstance, settings: Settings): Promise<void> {
  const page: { send?: Awaited<ReturnType<typeof registerConsole>> } = {};
  registerErrors(app, (request, reply) => (opensScreen(request) ? page.send?.(request, reply) : undefined));
  page.send = await registerConsole(app, settings);
}

function tokenVerifier(settings: Settings, userPool: UserPool | undefined): TokenVerifier {
  const { userPoolRegion: region, userPoolId, userPoolClientId: clientId } = settings;
  if (region && userPoolId && clientId) return managedTokenVerifier({ region, userPoolId, clientId });
  if (!userPool) throw new Error('Neither an embedded nor a managed user pool is given');
  return embeddedTokenVerifier(userPool);
}

function poolClient(settings: Settings, userPool: UserPool | undefined): PoolClient {
  const { userPoolRegion, userPoolId, userPoolClientId, userPoolEndpoint = null } = settings;
  if (userPoolRegion && userPoolId && userPoolClientId) {
    return { region: userPoolRegion, userPoolId, clientId: userPoolClientId, endpoint: userPoolEndpoint };
  }
  const id = userPool?.settings.userPoolId ?? '';
  return {
    region: id.split('_')[0] ?? '',
    userPoolId: id,
    clientId: userPool?.settings.clientId ?? '',
    endpoint: '/user-pool/',
  };
}
