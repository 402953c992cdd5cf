import type { FastifyInstance } from 'fastify';
import type { Database } from '../storage/database.ts';
import { findUser } from './auth.ts';

/** Header with the time of the data, where a replica was read. */
const AS_OF_HEADER = 'x-as-of';
/** Safe methods by HTTP's definition: they change nothing. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

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
    /** Called by handlers that may read from the replica, with the time of its data where it was read. */
    markReplicaRead(asOf: Date | undefined, options: Pick<ReplicaRead, 'readOnly'>): void;
  }
}

/**
 * Users read their own writes, even from a replica: before the response of a request that may have written, the current
 * position of the database is recorded, and that user's next reads are from no earlier position.
 */
export function registerReplicaConsistency(
  app: FastifyInstance,
  { replica }: Pick<Database, 'replica'>,
  onError: (error: unknown) => void,
): void {
  app.decorateRequest(REPLICA_READ, undefined);
  app.decorateRequest('markReplicaRead', function markReplicaRead(asOf, { readOnly }) {
    this[REPLICA_READ] = { asOf, readOnly };
  });
  if (!replica) return;
  app.addHook('onSend', async (request, reply) => {
    const read = request[REPLICA_READ];
    if (read?.asOf) reply.header(AS_OF_HEADER, read.asOf.toISOString());
    const person = findUser(request)?.id;
    if (person === undefined || SAFE_METHODS.has(request.method) || read?.readOnly) return;
    // A failure must not fail the request, whose write is committed.
    await replica.recordWrite(person).catch(onError);
  });
}
