import type { FastifyInstance } from 'fastify';
import type { Database } from '../storage/database.ts';
import { findUser } from './auth.ts';

/** As of when the answer is, where a replica gave it. */
const AS_OF = 'x-as-of';
/** Methods that change nothing by what HTTP says of them. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

interface ReplicaRead {
  /** The time of the data; undefined where the database itself answered. */
  asOf: Date | undefined;
  /** The request wrote nothing, whatever its method is. */
  readOnly: boolean;
}
const REPLICA_READ: unique symbol = Symbol('replicaRead');

declare module 'fastify' {
  interface FastifyRequest {
    [REPLICA_READ]: ReplicaRead | undefined;
    /** Called by handlers that may read from the replica, with the time of its data where it answered. */
    markReplicaRead(asOf: Date | undefined, options: Pick<ReplicaRead, 'readOnly'>): void;
  }
}

/**
 * People read their own writes, though from a replica: before anybody who may have written is answered, it is noted how
 * far the database is, and what that person reads next is from no earlier time. The answer's header says its time.
 */
export function registerReplicaConsistency(
  app: FastifyInstance,
  { replica }: Pick<Database, 'replica'>,
  onFault: (error: unknown) => void,
): void {
  app.decorateRequest(REPLICA_READ, undefined);
  app.decorateRequest('markReplicaRead', function markReplicaRead(asOf, { readOnly }) {
    this[REPLICA_READ] = { asOf, readOnly };
  });
  if (!replica) return;
  app.addHook('onSend', async (request, reply) => {
    const read = request[REPLICA_READ];
    if (read?.asOf) reply.header(AS_OF, read.asOf.toISOString());
    const person = findUser(request)?.id;
    if (person === undefined || SAFE.has(request.method) || read?.readOnly) return;
    // Noted before the person's next read in any case; what was written is written.
    await replica.recordWrite(person).catch(onFault);
  });
}
