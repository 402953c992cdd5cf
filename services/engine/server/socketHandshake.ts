import { ServerResponse, type IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import type { Server } from 'socket.io';
import type { UserPool } from '../userPool/index.ts';
import type { AuthUser, TokenVerifier } from './auth.ts';
import { UnauthenticatedError } from './authTokens.ts';
import { rawResponse } from './connections.ts';
import { responseHeaders, createRequestIds, type ResponseHeaderSettings } from './security.ts';

interface Handshake {
  auth: Record<string, unknown>;
}
export interface Identified {
  user: AuthUser;
  /** With the embedded pool. */
  sessionId?: string;
}

export const SOCKET_PATH = '/socket/';

/**
 * Applies the hooks of requests to handshakes (rate limit, rejection of proxied requests…). The socket's server handles
 * them before fastify does, so that a request is injected for each; a rejected handshake gets the message of its response.
 */
export function guardHandshakes(
  app: FastifyInstance,
): (request: IncomingMessage, answer: (fault: string | null, passes: boolean) => void) => void {
  app.get(SOCKET_PATH, { config: { open: true } }, (_, reply) => reply.code(204).send());
  return ({ headers, socket }, respond) => {
    app
      .inject({
        method: 'GET',
        url: SOCKET_PATH,
        headers: withoutConnectionHeaders(headers),
        remoteAddress: socket.remoteAddress,
      })
      .then((response) => {
        if (response.statusCode === 204) respond(null, true);
        else respond(response.json<{ message?: string }>().message ?? 'Refused', false);
      })
      .catch((error: unknown) => {
        app.log.error({ err: error }, 'socket handshake failed');
        respond('Oops! something went wrong', false);
      });
  };
}

/** What engine.io emits for a handshake or a request that it rejects, before it responds. */
interface ConnectionError {
  req: IncomingMessage & { res?: ServerResponse };
  code: number;
  message: string;
  context?: { message?: string };
}
const FORBIDDEN = 4;

/** Sets the headers of all responses on those of the socket, including rejected polls and upgrades. */
export function setSocketHeaders(
  engine: Pick<Server['engine'], 'on'>,
  settings: ResponseHeaderSettings,
): void {
  const newId = createRequestIds();
  const createHeaders = (): Record<string, string> => ({
    ...responseHeaders(settings),
    'x-request-id': newId(),
  });
  engine.on('headers', (headers: Record<string, string>) => {
    Object.assign(headers, createHeaders());
  });
  engine.on('connection_error', ({ req, code, message, context }: ConnectionError) => {
    const headers = createHeaders();
    if (req.res instanceof ServerResponse) {
      for (const [name, value] of Object.entries(headers)) req.res.setHeader(name, value);
      return;
    }
    // engine.io rejects upgrades without these headers: this response comes first and ends the connection.
    const body = JSON.stringify({ code, message: context?.message ?? message });
    const status = code === FORBIDDEN ? 403 : 400;
    req.socket.end(rawResponse(status, headers, body));
  });
}

/** The headers without those of the connection itself. */
function withoutConnectionHeaders({
  connection: _,
  upgrade: __,
  ...headers
}: IncomingMessage['headers']): Record<string, string> {
  return headers as Record<string, string>;
}

/** @throws UnauthenticatedError */
export async function identify(
  { auth }: Handshake,
  { verify, userPool }: { verify: TokenVerifier; userPool?: UserPool },
): Promise<Identified> {
  const { token } = auth;
  if (typeof token !== 'string') throw new UnauthenticatedError();
  const user = await verify(token);
  const sessionId = userPool && (await userPool.verifyToken(token)).sessionId;
  return { user, sessionId };
}

/** When the handshake's token expires, as a time in milliseconds. */
export function expiryOf({ auth }: Handshake): number {
  return (decodeJwt(String(auth['token'])).exp ?? 0) * 1000;
}

/** The error that the client gets as `connect_error`; internal errors are only logged. */
export function refusal(app: FastifyInstance, error: unknown): Error {
  const isUnauthenticated = error instanceof UnauthenticatedError;
  if (!isUnauthenticated) app.log.error({ err: error }, 'socket handshake failed');
  return Object.assign(new Error(isUnauthenticated ? error.message : 'Oops! something went wrong'), {
    data: { code: isUnauthenticated ? error.code : 'INTERNAL' },
  });
}
