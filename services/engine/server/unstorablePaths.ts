import type { FastifyInstance } from 'fastify';
import { isStorable } from '../http/bodies.ts';
import { notFound } from '../http/errors.ts';

/**
 * Responds with 404 where a path parameter has characters that no stored text can have, so that no route has to check.
 * Runs after authentication and before the body is read.
 */
export function rejectUnstorablePaths(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ params, is404 }) => {
    // Unknown paths have their own 404.
    if (is404) return;
    for (const parameter of Object.values((params ?? {}) as Record<string, string>))
      if (!isStorable(parameter)) throw notFound();
  });
}
