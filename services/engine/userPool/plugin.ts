import type { FastifyError, FastifyPluginAsync, FastifyReply } from 'fastify';
import { sendError } from '../http/errors.ts';
import { StorageError } from '../storage/database.ts';
import { addressGroup } from './address.ts';
import { ACTIONS } from './actions/index.ts';
import { isObject } from './actions/parameters.ts';
import { PoolError } from './errors.ts';
import type { UserPool } from './pool.ts';

export interface UserPoolPluginOptions {
  pool: UserPool;
  /** Where it listens, with a slash at either end. */
  path?: string;
}

const TARGET_PREFIX = 'AWSCognitoIdentityProviderService.';
const CONTENT_TYPE = 'application/x-amz-json-1.1';
/** The longest request carries two tokens. */
const MAX_BODY_BYTES = 10 * 1024;

/**
 * Serves the pool at `POST /user-pool/` in the managed service's JSON protocol, and its public keys at
 * `.well-known/jwks.json`. Attempts are counted on `request.ip`: behind a proxy, fastify needs `trustProxy`.
 */
export const userPoolPlugin: FastifyPluginAsync<UserPoolPluginOptions> = async (
  app,
  { pool, path = '/user-pool/' },
) => {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser([CONTENT_TYPE, 'application/json'], { parseAs: 'string' }, parseJson);
  app.setErrorHandler<FastifyError | PoolError>((error, request, reply) => {
    if (error instanceof PoolError) return sendPoolError(reply, error.statusCode, error.name, error.message);
    // The managed service has no such error: the same as on every other route.
    if (error instanceof StorageError) return sendError(error, request, reply);
    const status = error.statusCode ?? 500;
    if (status === 429) return sendPoolError(reply, status, 'TooManyRequestsException', 'Too many requests');
    if (status < 500)
      return sendPoolError(reply, status, 'SerializationException', 'The request cannot be read');
    request.log.error({ err: error, requestId: request.id }, 'request failed');
    return sendPoolError(reply, 500, 'InternalErrorException', 'Something went wrong');
  });

  for (const url of new Set([path, path.slice(0, -1)]))
    app.post(url, { bodyLimit: MAX_BODY_BYTES, config: { open: true } }, async (request, reply) => {
      const target = request.headers['x-amz-target'];
      const name =
        typeof target === 'string' && target.startsWith(TARGET_PREFIX)
          ? target.slice(TARGET_PREFIX.length)
          : '';
      const action = ACTIONS.get(name);
      if (!action) throw new PoolError('UnknownOperationException', 'Unknown operation');
      if (!isObject(request.body))
        throw new PoolError('SerializationException', 'The body must be a JSON object');
      const responseBody = await action({ pool, body: request.body, address: addressGroup(request.ip) });
      return sendJson(reply, responseBody);
    });

  for (const url of [
    `${path}.well-known/jwks.json`,
    `${path}${pool.settings.userPoolId}/.well-known/jwks.json`,
  ])
    app.get(url, { config: { open: true } }, async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=3600');
      return { keys: pool.keys.publishedKeys };
    });
};

function sendPoolError(reply: FastifyReply, status: number, type: string, message: string): FastifyReply {
  reply.code(status).header('x-amzn-errortype', `${type}:`);
  return sendJson(reply, { __type: type, message });
}

function sendJson(reply: FastifyReply, body: Record<string, unknown>): FastifyReply {
  reply.header('cache-control', 'no-store').header('x-amzn-requestid', reply.request.id);
  return reply.type(CONTENT_TYPE).serializer(JSON.stringify).send(body);
}
