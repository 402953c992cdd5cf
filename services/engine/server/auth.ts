import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { UnauthenticatedError } from './authTokens.ts';
import { sendError } from '../http/errors.ts';
import type { AuthUser, TokenVerifier } from './authTokens.ts';

export { embeddedTokenVerifier, managedTokenVerifier, UnauthenticatedError } from './authTokens.ts';
export type { AuthUser, ManagedPoolSettings, TokenVerifier } from './authTokens.ts';

/** What stands before a token; whether the rest of it is one, the verifier says. */
const BEARER = /^Bearer /i;

/** Where a request has who asks. Nothing else can write there; a table beside the requests would cost each collection. */
const USER: unique symbol = Symbol('user');

/** Who asks, where that is known: nobody on open routes and before the token was verified. */
export const findUser = (request: FastifyRequest): AuthUser | undefined => request[USER];

declare module 'fastify' {
  interface FastifyRequest {
    [USER]: AuthUser | undefined;
    /** Set once the bearer token was verified: on every route that is not open. Throws on others. */
    readonly user: AuthUser;
  }
  interface FastifyContextConfig {
    /** The route answers whoever asks. Every route that does not say so asks for a bearer token. */
    open?: boolean;
  }
  interface FastifyInstance {
    /** Who a bearer token speaks for, for what is no request: the socket. Throws UnauthenticatedError. */
    verifyBearer: TokenVerifier;
  }
}

interface AuthOptions {
  verify: TokenVerifier;
}

/**
 * Asks for `Authorization: Bearer <token>` on every route whose config is not `open`, before the body is read, and
 * sets `request.user`. Answers 401 `UNAUTHENTICATED` otherwise, in the shape of all errors. Both kinds of token are
 * accepted. The console sends the id token, for with a managed pool only that carries name and e-mail; roles are in
 * both.
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
    if (isOpen(request)) return;
    const { authorization = '' } = request.headers;
    const token = BEARER.test(authorization) ? authorization.slice(7) : undefined;
    try {
      if (!token) throw new UnauthenticatedError();
      request[USER] = await verify(token);
    } catch (error) {
      return sendError(error, request, reply.header('www-authenticate', 'Bearer'));
    }
  });
});

/** Where no route is, only the API asks who wants to know. */
function isOpen({ is404, routeOptions, url }: FastifyRequest): boolean {
  return is404 ? !/^\/(api|permissions)\//.test(url) : routeOptions.config.open === true;
}
