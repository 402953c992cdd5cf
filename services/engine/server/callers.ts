import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Settings } from '../settings/settings.ts';
import { addressGroup } from '../userPool/address.ts';
import { ApiError } from '../http/errors.ts';

/**
 * Whose X-Forwarded-For is believed. Addresses are read from the nearest backwards and the first one that no trusted
 * proxy has told is the caller's, so what a caller writes into the header itself never counts.
 */
export function trustedProxies({
  trustProxy,
}: Pick<Settings, 'trustProxy'>): FastifyServerOptions['trustProxy'] {
  if (typeof trustProxy !== 'number') return trustProxy;
  return trustProxy > 0 && ((_, hop) => hop < trustProxy);
}

/** What proxies add to a request. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const;

/** Refuses what came through a proxy: the demo's passwords are public, so only this machine may reach it. */
export function rejectForwarded(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, _, done) => {
    const header = FORWARDED.find((name) => headers[name] !== undefined);
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
    /** Counts a request of an address. @throws what is answered with 429 to one that asks too often */
    countCaller(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }
}

/**
 * Counts every request of an address, before anything else is done for it: also those that are then refused, lead
 * nowhere, or come from this machine. An IPv6 network of 64 bits counts as one address. Routes whose config says
 * `rateLimit: false` are outside of it: health checks, and webhooks, which platforms call as often as people write and
 * which count what is not signed with `countCaller`.
 */
export async function limitCallers(app: FastifyInstance, { rateLimit: max }: Settings): Promise<void> {
  if (max === 0) {
    app.decorate('countCaller', async () => {});
    return;
  }
  await app.register(rateLimit, {
    global: false,
    max,
    timeWindow: 60_000,
    keyGenerator: ({ ip }) => addressGroup(ip),
  });
  const count = app.rateLimit();
  app.decorate('countCaller', async (request: FastifyRequest, reply: FastifyReply) => {
    await count.call(app, request, reply);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.rateLimit !== false) await app.countCaller(request, reply);
  });
}
