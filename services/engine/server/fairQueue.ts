import type { FastifyInstance } from 'fastify';
import { addressGroup } from '../userPool/address.ts';

/** Requests that are started in one tick of the event loop. */
const MAX_STARTED_PER_TICK = 16;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's requests are never queued: for health checks alone. */
    skipsQueue?: boolean;
  }
}

/**
 * Starts few requests per tick of the event loop and queues the others, so that new data is read in between. Addresses
 * take turns; health checks are not queued.
 */
export function registerFairQueue(app: FastifyInstance): void {
  /** Functions that start the queued requests, by address; the address whose turn it is comes first. */
  const queues = new Map<string, (() => void)[]>();
  let startedThisTick = 0;
  let isTickScheduled = false;

  const scheduleTick = (): void => {
    if (isTickScheduled) return;
    isTickScheduled = true;
    setImmediate(() => {
      isTickScheduled = false;
      startedThisTick = 0;
      startQueued();
    });
  };
  const startQueued = (): void => {
    for (const [address, queue] of queues) {
      if (startedThisTick >= MAX_STARTED_PER_TICK) break;
      queues.delete(address);
      const start = queue.shift();
      // Re-added behind the other addresses; the loop also visits entries that are added meanwhile.
      if (queue.length > 0) queues.set(address, queue);
      startedThisTick += 1;
      scheduleTick();
      start?.();
    }
  };

  app.addHook('onRequest', (request, _, done) => {
    if (request.routeOptions.config.skipsQueue) return done();
    scheduleTick();
    if (startedThisTick < MAX_STARTED_PER_TICK && queues.size === 0) {
      startedThisTick += 1;
      return done();
    }
    const address = addressGroup(request.ip);
    const queue = queues.get(address);
    if (queue) queue.push(done);
    else queues.set(address, [done]);
  });
}
