import type { FastifyInstance } from 'fastify';
import { addressGroup } from '../userPool/address.ts';

/** Requests that are begun in one round of the event loop. */
const MOST_BEGUN = 16;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Begun at once, however many others wait: for health checks alone. */
    first?: boolean;
  }
}

/**
 * Begins few requests in one round of the event loop, so that what arrives meanwhile is heard between them. Of those
 * that wait, addresses take turns; health checks do not wait.
 */
export function takeTurns(app: FastifyInstance): void {
  /** What begins those that wait, by address; whose turn it is comes first. */
  const waiting = new Map<string, (() => void)[]>();
  let begun = 0;
  let isNextRoundAwaited = false;

  const awaitNextRound = (): void => {
    if (isNextRoundAwaited) return;
    isNextRoundAwaited = true;
    setImmediate(() => {
      isNextRoundAwaited = false;
      begun = 0;
      beginWaiting();
    });
  };
  const beginWaiting = (): void => {
    for (const [address, own] of waiting) {
      if (begun >= MOST_BEGUN) break;
      waiting.delete(address);
      const begin = own.shift();
      // Behind the other addresses; this goes on with what is added meanwhile.
      if (own.length > 0) waiting.set(address, own);
      begun += 1;
      awaitNextRound();
      begin?.();
    }
  };

  app.addHook('onRequest', (request, _, done) => {
    if (request.routeOptions.config.first) return done();
    awaitNextRound();
    if (begun < MOST_BEGUN && waiting.size === 0) {
      begun += 1;
      return done();
    }
    const address = addressGroup(request.ip);
    const own = waiting.get(address);
    if (own) own.push(done);
    else waiting.set(address, [done]);
  });
}
