import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { UnauthenticatedError } from './authTokens.ts';
import { sendError } from '../http/errors.ts';
import type { AuthUser, TokenVerifier } from './authTokens.ts';

export { embeddedTokenVerifier, managedTokenVerifier, UnauthenticatedError } from './authTokens.ts';
export type { AuthUser, ManagedPoolSettings, TokenVerifier } from './authTokens.ts';

/** The scheme before a token; the verifier checks the token itself. */
const BEARER_SCHEME = /^Bearer /i;

/** Key of a request's user, which no other code can set. A WeakMap of requests would slow garbage collection down. */
const USER: unique symbol = Symbol('user');

/** The user of a request; undefined on open routes and before the token was verified. */
export const findUser = (request: FastifyRequest): AuthUser | undefined => request[USER];

declare module 'fastify' {
  interface FastifyRequest {
    [USER]: AuthUser | undefined;
    /** Set once the bearer token was verified: on every route that is not open. Throws on others. */
    readonly user: AuthUser;
  }
  interface FastifyContextConfig {
    /** The route needs no bearer token; all others do. */
    open?: boolean;
  }
  interface FastifyInstance {
    /** The user of a bearer token, for the socket, which has no request. Throws UnauthenticatedError. */
    verifyBearer: TokenVerifier;
  }
}

interface AuthOptions {
  verify: TokenVerifier;
}

/**
 * Requires `Authorization: Bearer <token>` on every route whose config is not `open`, before the body is read, and
 * sets `request.user`; otherwise it responds with 401 `UNAUTHENTICATED`. Both kinds of token are accepted. The console
 * sends the id token, since with a managed pool only that contains name and e-mail; roles are in both.
 */
export const authPlugin = fastifyPlugin<AuthOptions>(async (app, { verify }) => {
  app.decorate('verifyBearer', verify);
  app.decorateRequest(USER, undefined);
  app.decorateRequest('user', {
    getter(this: FastifyRequest) {
      const user = this[USER];
      if (!user) throw new UnauthenticatedError();
      return user;
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    if (isPublic(request)) return;
    const { authorization = '' } = request.headers;
    const token = BEARER_SCHEME.test(authorization) ? authorization.slice(7) : undefined;
    try {
      if (!token) throw new UnauthenticatedError();
      request[USER] = await verify(token);
    } catch (error) {
      return sendError(error, request, reply.header('www-authenticate', 'Bearer'));
    }
  });
});

/** Unknown paths require a token only below those of the API. */
function isPublic({ is404, routeOptions, url }: FastifyRequest): boolean {
  return is404 ? !/^\/(api|permissions)\//.test(url) : routeOptions.config.open === true;
}
