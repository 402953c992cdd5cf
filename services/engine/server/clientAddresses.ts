import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Settings } from '../settings/settings.ts';
import { addressGroup } from '../userPool/address.ts';
import { ApiError } from '../http/errors.ts';

/**
 * Which proxies' X-Forwarded-For is trusted. Addresses are read from the nearest backwards, and the first one that no
 * trusted proxy has added is the caller's, so that a caller cannot forge the header.
 */
export function trustedProxies({
  trustProxy,
}: Pick<Settings, 'trustProxy'>): FastifyServerOptions['trustProxy'] {
  if (typeof trustProxy !== 'number') return trustProxy;
  return trustProxy > 0 && ((_, hop) => hop < trustProxy);
}

/** Headers that proxies add to a request. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const;

/** Rejects requests through a proxy: the demo's passwords are public, so that only this machine may reach it. */
export function rejectForwarded(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, _, done) => {
    const header = PROXY_HEADERS.find((name) => headers[name] !== undefined);
    if (header === undefined) return done();
    done(
      new ApiError(
        403,
        'FORBIDDEN',
        `The request came through a proxy (header ${header}), but the demo sign-ins, whose passwords are public, ` +
          'exist; start with DEMO=0 on an empty DATA_DIR, or consent with ALLOW_DEMO_ON_NETWORK=1',
      ),
    );
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request of an address. @throws an error with status 429 beyond the limit */
    consumeRateLimit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }
}

/**
 * Limits the requests of an address, including rejected ones, those of unknown paths and those of this machine, before
 * anything else is done for them. An IPv6 network of 64 bits counts as one address. Routes with the config
 * `rateLimit: false` are exempt: health checks, and webhooks, which platforms call as often as people write and which
 * count unsigned requests with `consumeRateLimit`.
 */
export async function registerRateLimit(app: FastifyInstance, { rateLimit: max }: Settings): Promise<void> {
  if (max === 0) {
    app.decorate('consumeRateLimit', async () => {});
    return;
  }
  await app.register(rateLimit, {
    global: false,
    max,
    timeWindow: 60_000,
    keyGenerator: ({ ip }) => addressGroup(ip),
  });
  const count = app.rateLimit();
  app.decorate('consumeRateLimit', async (request: FastifyRequest, reply: FastifyReply) => {
    await count.call(app, request, reply);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.rateLimit !== false) await app.consumeRateLimit(request, reply);
  });
}
