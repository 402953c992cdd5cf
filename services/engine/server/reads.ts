import type { FastifyInstance } from 'fastify';
import type { Database } from '../storage/database.ts';
import { findUser } from './auth.ts';

/** As of when the answer is, where a replica gave it. */
const AS_OF = 'x-as-of';
/** Methods that change nothing by what HTTP says of them. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What is known of where a request read. */
interface Read {
  asOf?: Date;
  /** It wrote nothing, whatever its method is. */
  isAll: boolean;
}
const READ: unique symbol = Symbol('read');

declare module 'fastify' {
  interface FastifyRequest {
    [READ]: Read | undefined;
    /**
     * Told by what may be read from a replica: as of when it was, where one answered.
     * @param isAll the request does nothing but read
     */
    noteRead(asOf: Date | undefined, isAll: boolean): void;
  }
}

/**
 * Tells as of when an answer is. Before anybody who may have written is answered, it is noted how far the database is: what
 * that person reads next is from no earlier time.
 */
export function registerReads(
  app: FastifyInstance,
  { replica }: Pick<Database, 'replica'>,
  onFault: (error: unknown) => void,
): void {
  app.decorateRequest(READ, undefined);
  app.decorateRequest('noteRead', function noteRead(asOf: Date | undefined, isAll: boolean) {
    this[READ] = { asOf, isAll };
  });
  if (!replica) return;
  app.addHook('onSend', async (request, reply) => {
    const read = request[READ];
    if (read?.asOf) reply.header(AS_OF, read.asOf.toISOString());
    const person = findUser(request)?.id;
    if (person === undefined || SAFE.has(request.method) || read?.isAll) return;
    // Noted before the person's next read in any case; what was written is written.
    await replica.wrote(person).catch(onFault);
  });
}
