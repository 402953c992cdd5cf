import compress from '@fastify/compress';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants } from 'node:zlib';
import manifest from '../package.json' with { type: 'json' };
import type { ProductModel } from '../schemas/model/types.ts';
import { cataloguePath } from '../schemas/texts/catalogues.ts';
import { assertModules } from './engine/modules/moduleCheck.ts';
import { listMigrations } from './engine/modules/migrations.ts';
import type { Context, DomainModule } from './engine/modules/module.ts';
import { publishDeclaredEvents, moduleDescriptions, mountModules } from './engine/modules/mount.ts';
import { openFiles } from './engine/files/index.ts';
import type { Jobs } from './engine/jobs/index.ts';
import { createAudienceRights } from './engine/server/audienceRights.ts';
import { createBackgroundMailer } from './engine/builtIn/mail.ts';
import type { Mailer } from './engine/mail/mailer.ts';
import { webhookPolicy } from './engine/outbound/webhookPolicy.ts';
import { MODULES } from './modules.ts';
import {
  authPlugin,
  embeddedTokenVerifier,
  managedTokenVerifier,
  type TokenVerifier,
} from './engine/server/auth.ts';
import { rejectUnstorablePaths } from './engine/server/unstorablePaths.ts';
import { BODY_LIMIT, registerBodies } from './engine/http/bodies.ts';
import { registerRateLimit, rejectForwarded, trustedProxies } from './engine/server/clientAddresses.ts';
import {
  limitConnections,
  CONNECTION_LIMITS,
  createClientErrorHandler,
} from './engine/server/connections.ts';
import { registerErrors, sendError } from './engine/http/errors.ts';
import { inEnglishJson } from '../schemas/texts/stored.ts';
import { readLanguages, registerLanguages } from './engine/http/languages.ts';
import { registerReplicaConsistency } from './engine/server/replicaReads.ts';
import { firstDataReader } from './engine/server/firstData.ts';
import { registerIdempotencyKeys } from './engine/server/idempotencyKeys.ts';
import {
  responseHeaders,
  registerSecurity,
  createRequestIds,
  createSecurityHeaders,
} from './engine/server/security.ts';
import { logRequests, measureRequests, traceRequests } from './engine/server/requestMetrics.ts';
import { getTracer } from './engine/tracing/span.ts';
import { registerSocket } from './engine/server/socket.ts';
import { isScreenRequest, registerConsole } from './engine/server/static.ts';
import { registerFairQueue } from './engine/server/fairQueue.ts';
import { ActionRegistry } from './engine/resources/actions.ts';
import { Catalog } from './engine/resources/catalog.ts';
import { openSecretBox } from './engine/resources/openSecretBox.ts';
import { flattenNestedPath } from './engine/resources/nested.ts';
import { openApiDocument } from './engine/resources/openapi/document.ts';
import { registerResources } from './engine/resources/routes.ts';
import type { SecretBox } from './engine/resources/secretBox.ts';
import { createServices, type Services } from './engine/resources/services.ts';
import type { Settings } from './engine/settings/settings.ts';
import type { Database } from './engine/storage/database.ts';
import { migrate } from './engine/storage/migrate.ts';
import type { UserPool } from './engine/userPool/index.ts';

export interface AppOptions {
  settings: Settings;
  /** Open and migrated to the product. */
  db: Database;
  product: ProductModel;
  /** The embedded pool; left out when the settings name a managed one. */
  userPool?: UserPool;
  /** Only this machine may call: forwarded requests are rejected. */
  localOnly?: boolean;
  /** Target of log lines; default: standard output. */
  logTo?: { write(line: string): void };
  /** Created while the database was being opened; default: now. */
  prepared?: PreparedServer;
  /** Background jobs; started by the caller. */
  jobs: Jobs;
  /** Delivers mails for the mail job. */
  delivery: Mailer;
  /** Encrypts secrets, with the key of the settings. */
  secretBox: SecretBox;
  /** Code beyond what the schemas describe. */
  modules?: readonly DomainModule[];
  /** Registry that the modules' handlers and hooks are added to. */
  actions?: ActionRegistry;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Migrates the database to another product and serves it; on an error the old product stays in service. */
    reload(product: ProductModel): Promise<void>;
    /** Runs the modules' `start`; call it before `listen`. */
    startModules(): Promise<void>;
    /** Port of the metrics server; only with `METRICS_PORT`. */
    metricsPort?: number;
    /** Publishes pending changes to other processes, also after the server was closed. */
    flushChanges(): Promise<void>;
  }
}

const rejectJsonSchema = (): never => {
  throw new Error('A route brings a JSON Schema; what is asked for is checked by the schemas of the product');
};
/** Routes have no JSON Schemas: fastify's compilers are not loaded. */
const NO_COMPILERS = { buildValidator: rejectJsonSchema, buildSerializer: rejectJsonSchema };

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** Folders whose `texts/` contain catalogues: one in a build, two in the sources. */
const catalogueRoots = ({ schemasDir }: Settings): string[] =>
  existsSync(cataloguePath(HERE)) ? [HERE] : [...new Set([resolve(HERE, '../schemas'), resolve(schemasDir)])];

/** A server without routes. */
export interface PreparedServer {
  app: FastifyInstance;
  /** `catalog` is set before the server listens; it resolves collections below records. */
  lookup: { catalog?: () => Catalog };
}

/** Creates the server with everything that needs neither schemas nor database, while the database is being opened. */
export async function prepareServer(
  settings: Settings,
  logTo?: AppOptions['logTo'],
): Promise<PreparedServer> {
  const secure = createSecurityHeaders(settings);
  const newId = createRequestIds();
  const serves: PreparedServer['lookup'] = {};
  const app = fastify({
    logger:
      settings.logLevel === 'silent'
        ? false
        : { level: settings.logLevel, stream: logTo, hooks: { streamWrite: inEnglishJson } },
    logController: new LogController({ disableRequestLogging: true }),
    // Few requests log anything: no logger per request.
    childLoggerFactory: (logger, bindings, options) =>
      options.level === undefined ? logger : logger.child(bindings, options),
    trustProxy: trustedProxies(settings),
    bodyLimit: BODY_LIMIT,
    genReqId: newId,
    ...CONNECTION_LIMITS,
    clientErrorHandler: createClientErrorHandler(responseHeaders(settings), newId),
    routerOptions: { maxParamLength: 200 },
    schemaController: { compilersFactory: NO_COMPILERS },
    rewriteUrl: (request) =>
      serves.catalog ? flattenNestedPath(request, serves.catalog()) : (request.url ?? '/'),
    // A malformed URL passes no hooks.
    frameworkErrors: (error, request, reply) => {
      secure(request, reply);
      sendError(error, request, reply);
    },
  });
  readLanguages(catalogueRoots(settings));
  registerLanguages(app);
  registerBodies(app);
  registerSecurity(app, settings, secure);
  registerFairQueue(app);
  limitConnections(app);
  const tracer = getTracer();
  if (tracer) traceRequests(app, tracer);
  await app.register(compress, {
    threshold: 2048,
    encodings: ['br', 'gzip'],
    // As quick as gzip at its default, and smaller.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await registerRateLimit(app, settings);
  return { app, lookup: serves };
}

/** Builds the services without listening, so that tests can inject requests. */
export async function buildApp({
  settings,
  db,
  product,
  userPool,
  localOnly = false,
  logTo,
  prepared,
  jobs,
  delivery,
  secretBox,
  modules = MODULES,
  actions = new ActionRegistry(),
}: AppOptions): Promise<FastifyInstance> {
  const { app, lookup: serves } = prepared ?? (await prepareServer(settings, logTo));
  const onError = (error: unknown): void => app.log.error({ err: error }, 'work in the background failed');
  let services: Services = createServices({
    ...{ db, product, secretBox, actions, onError },
    webhookPolicy: webhookPolicy(settings),
  });
  const current = (): Services => services;
  let openApi: string | undefined;
  serves.catalog = () => services.catalog;

  if (localOnly) rejectForwarded(app);
  await registerErrorsAndConsole(app, settings, () => services.catalog.product);
  await app.register(authPlugin, { verify: tokenVerifier(settings, userPool) });
  rejectUnstorablePaths(app);
  registerReplicaConsistency(app, db, onError);
  registerIdempotencyKeys(app, db, current);

  await registerSocket(app, {
    settings,
    db,
    verify: app.verifyBearer,
    reach: createAudienceRights(current),
    userPool,
  });
  app.decorate('flushChanges', () => services.changes.flush());
  app.addHook('preClose', () => app.flushChanges());
  const context: Context = {
    settings,
    db,
    jobs,
    files: await openFiles(db, settings),
    mailer: createBackgroundMailer(jobs, db, delivery),
    delivery,
    userPool,
    services: current,
    publish: publishDeclaredEvents(modules, (...message) => app.publish(...message)),
    attention: async () =>
      (await Promise.all(modules.map(async ({ attention }) => (await attention?.(context)) ?? []))).flat(),
    openApi: () => (openApi ??= describe(services.catalog.product)),
    onError,
    warn: (message) => app.log.warn(message),
  };
  const describe = (served: ProductModel): string =>
    JSON.stringify(openApiDocument(served, actions, manifest.version, moduleDescriptions(modules)));
  if (settings.metricsPort !== undefined) measureRequests(app);
  if (['info', 'debug', 'trace'].includes(settings.logLevel)) logRequests(app);
  await mountModules(app, modules, context, actions);
  assertModules(product, modules, actions);
  registerResources(app, current, settings.publicUrl);

  if (settings.metricsPort !== undefined) await startMetricsServer(app, modules, context);
  app.decorate('startModules', async (): Promise<void> => {
    for (const { start } of modules) await start?.(context);
  });
  app.decorate('reload', async (next: ProductModel): Promise<void> => {
    assertModules(next, modules, actions);
    const catalog = new Catalog(next, db);
    await migrate(db, next.entities, listMigrations(modules), { retired: next.retired });
    await openSecretBox(db, next, settings);
    services = { ...services, catalog };
    openApi = undefined;
  });
  return app;
}

/** Loads the metrics code on demand, and opens the metrics port until the app closes. */
async function startMetricsServer(
  app: FastifyInstance,
  modules: readonly DomainModule[],
  context: Context,
): Promise<void> {
  const { metricsHost: host, metricsPort: port = 0 } = context.settings;
  const { collectMetrics } = await import('./engine/server/metrics.ts');
  const { serveMetrics } = await import('./engine/server/metricsServer.ts');
  const serving = await serveMetrics({
    ...{ host, port, metrics: collectMetrics(modules, context, manifest.version) },
  });
  app.addHook('onClose', () => serving.close());
  app.decorate('metricsPort', serving.port);
}

async function registerErrorsAndConsole(
  app: FastifyInstance,
  settings: Settings,
  product: () => ProductModel,
): Promise<void> {
  const page: { send?: Awaited<ReturnType<typeof registerConsole>> } = {};
  registerErrors(app, (request, reply) =>
    isScreenRequest(request) ? page.send?.(request, reply) : undefined,
  );
  page.send = await registerConsole(app, settings, firstDataReader(app, settings, product));
}

function tokenVerifier(settings: Settings, userPool: UserPool | undefined): TokenVerifier {
  const { userPoolRegion: region, userPoolId, userPoolClientId: clientId } = settings;
  if (region && userPoolId && clientId) return managedTokenVerifier({ region, userPoolId, clientId });
  if (!userPool) throw new Error('Neither an embedded nor a managed user pool is given');
  return embeddedTokenVerifier(userPool);
}
