import type { FastifyInstance } from 'fastify';
import type { DomainModule } from '../modules/module.ts';
import { jsonResponses } from '../resources/openapi/components.ts';
import type { Database } from '../storage/database.ts';
import { unavailable } from '../http/errors.ts';

export interface HealthOptions {
  db: Pick<Database, 'check'>;
  /** Milliseconds in which the database has to answer. */
  timeoutMs?: number;
  /** Milliseconds for which a result is cached, so that frequent checks cost nothing. */
  cacheMs?: number;
}

/**
 * `GET /healthz` and `/readyz`: 200 only while the database answers, else 503. `GET /livez`: 200 as long as the process
 * responds, so that it is not restarted when the database is down. Exempt from the rate limit.
 */
export function registerHealth(
  app: FastifyInstance,
  { db, timeoutMs = 2_000, cacheMs = 1_000 }: HealthOptions,
): void {
  /** At most one at a time, however long the database takes. */
  let pendingCheck: Promise<void> | undefined;
  let lastResult: { ready: Promise<boolean>; at: number } | undefined;

  const isAnswering = async (): Promise<boolean> => {
    pendingCheck ??= db.check().finally(() => (pendingCheck = undefined));
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      // A response that arrived while the event loop was blocked still counts: it is handled before the rejection.
      timer = setTimeout(
        () => setImmediate(() => reject(new Error(`No answer within ${timeoutMs} ms`))),
        timeoutMs,
      );
    });
    try {
      await Promise.race([pendingCheck, timeout]);
      return true;
    } catch (error) {
      app.log.error({ err: error }, 'the database does not answer');
      return false;
    } finally {
      clearTimeout(timer);
    }
  };

  const config = { open: true, rateLimit: false, skipsQueue: true } as const;
  const ready = async (): Promise<{ status: 'ok' }> => {
    if (!lastResult || Date.now() - lastResult.at >= cacheMs)
      lastResult = { ready: isAnswering(), at: Date.now() };
    if (!(await lastResult.ready)) throw unavailable();
    return { status: 'ok' };
  };
  app.get('/healthz', { config }, ready);
  app.get('/readyz', { config }, ready);
  app.get('/livez', { config }, () => ({ status: 'ok' }));
}

const STATUS = { type: 'object', properties: { status: { const: 'ok' } } };
const readyPath = (operationId: string) => ({
  get: {
    summary: 'Whether the services are ready',
    operationId,
    security: [],
    responses: jsonResponses(STATUS, 503),
  },
});

export const healthModule = {
  name: 'health',
  setup: (scope, { db }) => registerHealth(scope, { db }),
  paths: {
    '/healthz': readyPath('health'),
    '/readyz': readyPath('readiness'),
    '/livez': {
      get: {
        summary: 'Whether the process answers; what it stands on may be away',
        operationId: 'liveness',
        security: [],
        responses: jsonResponses(STATUS),
      },
    },
  },
} satisfies DomainModule;
