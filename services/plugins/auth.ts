import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { UnauthenticatedError } from './authTokens.ts';
import { sendError } from './errors.ts';
import type { AuthUser, TokenVerifier } from './authTokens.ts';

export { embeddedTokenVerifier, managedTokenVerifier, UnauthenticatedError } from './authTokens.ts';
export type { AuthUser, ManagedPoolSettings, TokenVerifier } from './authTokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
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

export interface AuthOptions {
  verify: TokenVerifier;
}

/**
 * Asks for `Authorization: Bearer <token>` on every route whose config is not `open`, before the body is read, and
 * sets `request.user`. Answers 401 `UNAUTHENTICATED` otherwise, in the shape of all errors. Both kinds of token are
 * accepted. The console sends the id token, for with a managed pool only that carries name and e-mail; roles are in
 * both.
 */
export const authPlugin = fastifyPlugin<AuthOptions>(async (app, { verify }) => {
  const users = new WeakMap<FastifyRequest, AuthUser>();
  app.decorate('verifyBearer', verify);
  app.decorateRequest('user', {
    getter(this: FastifyRequest) {
      const user = users.get(this);
      if (!user) throw new UnauthenticatedError();
      return user;
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    if (isOpen(request)) return;
    const token = /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
    try {
      if (token === undefined) throw new UnauthenticatedError();
      users.set(request, await verify(token));
    } catch (error) {
      return sendError(error, request, reply.header('www-authenticate', 'Bearer'));
    }
  });
});

/** Where no route is, only the API asks who wants to know. */
function isOpen({ is404, routeOptions, url }: FastifyRequest): boolean {
  return is404 ? !/^\/(api|permissions)\//.test(url) : routeOptions.config.open === true;
}
