import { ServerResponse, type IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import type { Server } from 'socket.io';
import type { UserPool } from '../userPool/index.ts';
import type { AuthUser, TokenVerifier } from './auth.ts';
import { UnauthenticatedError } from './authTokens.ts';
import { rawResponse } from './connections.ts';
import { headersOf, requestIds, type AnswerSettings } from './security.ts';

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
 * Lets handshakes pass all that requests pass before they are answered (the limit per address, the refusal of what
 * came through a proxy…): the socket's server takes them away before the services see them, so a stand-in goes in
 * their place. What is refused is told with the words of that refusal.
 */
export function guardHandshakes(
  app: FastifyInstance,
): (request: IncomingMessage, answer: (fault: string | null, passes: boolean) => void) => void {
  app.get(SOCKET_PATH, { config: { open: true } }, (_, reply) => reply.code(204).send());
  return ({ headers, socket }, answer) => {
    app
      .inject({
        method: 'GET',
        url: SOCKET_PATH,
        headers: ofRequest(headers),
        remoteAddress: socket.remoteAddress,
      })
      .then((response) => {
        if (response.statusCode === 204) answer(null, true);
        else answer(response.json<{ message?: string }>().message ?? 'Refused', false);
      })
      .catch((error: unknown) => {
        app.log.error({ err: error }, 'socket handshake failed');
        answer('Oops! something went wrong', false);
      });
  };
}

/** What engine.io tells of a handshake or a request that it refuses, before it answers. */
interface ConnectionError {
  req: IncomingMessage & { res?: ServerResponse };
  code: number;
  message: string;
  context?: { message?: string };
}
const FORBIDDEN = 4;

/** Puts the headers of every other answer on those of the socket, refusals of polls and of upgrades among them. */
export function secureSocketAnswers(engine: Pick<Server['engine'], 'on'>, settings: AnswerSettings): void {
  const newId = requestIds();
  const secure = (): Record<string, string> => ({ ...headersOf(settings), 'x-request-id': newId() });
  engine.on('headers', (headers: Record<string, string>) => {
    Object.assign(headers, secure());
  });
  engine.on('connection_error', ({ req, code, message, context }: ConnectionError) => {
    const headers = secure();
    if (req.res instanceof ServerResponse) {
      for (const [name, value] of Object.entries(headers)) req.res.setHeader(name, value);
      return;
    }
    // engine.io answers refused upgrades with a page without headers: this answer comes first and ends the socket.
    const body = JSON.stringify({ code, message: context?.message ?? message });
    const status = code === FORBIDDEN ? 403 : 400;
    req.socket.end(rawResponse(status, headers, body));
  });
}

/** Without what belongs to the connection itself. */
function ofRequest({
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

/** What the client hears as `connect_error`; faults of ours stay in the log. */
export function refusal(app: FastifyInstance, error: unknown): Error {
  const known = error instanceof UnauthenticatedError;
  if (!known) app.log.error({ err: error }, 'socket handshake failed');
  return Object.assign(new Error(known ? error.message : 'Oops! something went wrong'), {
    data: { code: known ? error.code : 'INTERNAL' },
  });
}
