import type { FastifyInstance } from 'fastify';
import { isStorable } from '../http/bodies.ts';
import { notFound } from '../http/errors.ts';

/**
 * Answers 404 where a word of the address holds what no text that is stored can hold, so that no route has to look. Who
 * asks is known by then; the body is not read.
 */
export function rejectImpossiblePaths(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ params, is404 }) => {
    // Paths without a route are told so in their own way.
    if (is404) return;
    for (const word of Object.values((params ?? {}) as Record<string, string>))
      if (!isStorable(word)) throw notFound();
  });
}
