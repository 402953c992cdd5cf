import type { FastifyInstance } from 'fastify';
import type { DomainModule } from '../modules/module.ts';
import { jsonResponses } from '../resources/openapi/components.ts';
import type { Database } from '../storage/database.ts';
import { unavailable } from '../http/errors.ts';

export interface HealthOptions {
  db: Pick<Database, 'check'>;
  /** Milliseconds in which the database has to answer. */
  patience?: number;
  /** Milliseconds for which an answer is good, so that asking often costs nothing. */
  keep?: number;
}

/**
 * `GET /healthz` and `/readyz`: 200 only while the database answers, else 503 and why. `GET /livez`: 200 as long as the
 * process answers at all, so that nobody restarts it because the database is away. Outside of the limit on requests.
 */
export function registerHealth(
  app: FastifyInstance,
  { db, patience = 2_000, keep = 1_000 }: HealthOptions,
): void {
  /** Never more than one, however long the database takes. */
  let asking: Promise<void> | undefined;
  let last: { ready: Promise<boolean>; at: number } | undefined;

  const answers = async (): Promise<boolean> => {
    asking ??= db.check().finally(() => (asking = undefined));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, refuse) => {
      // An answer that has come while this thread was busy still counts: it is taken in before the refusal.
      timer = setTimeout(
        () => setImmediate(() => refuse(new Error(`No answer within ${patience} ms`))),
        patience,
      );
    });
    try {
      await Promise.race([asking, late]);
      return true;
    } catch (error) {
      app.log.error({ err: error }, 'the database does not answer');
      return false;
    } finally {
      clearTimeout(timer);
    }
  };

  const config = { open: true, rateLimit: false, first: true } as const;
  const ready = async (): Promise<{ status: 'ok' }> => {
    if (!last || Date.now() - last.at >= keep) last = { ready: answers(), at: Date.now() };
    if (!(await last.ready)) throw unavailable();
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
