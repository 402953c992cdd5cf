import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import { Server, type Socket } from 'socket.io';
import type { Json } from '../../schemas/model/types.ts';
import type { Settings } from '../settings.ts';
import type { Database } from '../storage/database.ts';
import type { UserPool } from '../userPool/index.ts';
import type { AuthUser, TokenVerifier } from './auth.ts';
import { UnauthenticatedError } from './authTokens.ts';

/** What goes over the socket, as the argument of the event `message`. */
export interface SocketMessage {
  event: string;
  json: Json;
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Sends `{event, json}` to open consoles, whichever process they are connected to. The whole must stay below
     * 7 kB: tell what has changed, not the new content.
     * @param to id of the one person to tell; left out, everybody who is signed in
     */
    publish(event: string, json: Json, to?: string): Promise<void>;
  }
}

export interface SocketOptions {
  settings: Pick<Settings, 'corsOrigins'>;
  db: Database;
  verify: TokenVerifier;
  /** The embedded pool, which tells of sessions that end; a managed one tells nobody. */
  userPool?: UserPool;
}

interface Connected {
  user: AuthUser;
  /** With the embedded pool. */
  sessionId?: string;
  expiry: NodeJS.Timeout;
}
type ConsoleServer = Server<
  Record<string, never>,
  { message: (message: SocketMessage) => void },
  Record<string, never>,
  Connected
>;
type ConsoleSocket = Parameters<Parameters<ConsoleServer['use']>[0]>[0];

const CHANNEL = 'socket_messages';
/** Nothing is expected from consoles but the handshake. */
const MAX_MESSAGE = 10_000;
/** Longest delay that timers know. */
const MAX_DELAY = 2 ** 31 - 1;

/**
 * The websocket at `/socket/`. The token comes in the handshake's `auth.token`, never in the address. A socket lives
 * as long as its token; then its transport is closed, so that the client comes back with the token it has by then.
 * When the session behind it ends it is told `session.ended` and disconnected; when the person's rights change it is
 * told `permissions.changed`.
 */
export async function registerSocket(app: FastifyInstance, options: SocketOptions): Promise<void> {
  const { settings, db, userPool } = options;
  const io: ConsoleServer = new Server(app.server, {
    path: '/socket/',
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE,
    cors: { origin: settings.corsOrigins, credentials: true },
  });
  io.engine.on('headers', (headers: Record<string, string>) => {
    headers['cache-control'] = 'no-store';
    headers['x-content-type-options'] = 'nosniff';
  });
  io.use(async (socket, next) => next(await admit(app, socket, options)));
  io.on('connection', (socket) => {
    socket.on('disconnect', () => clearTimeout(socket.data.expiry));
    const delay = Math.min(Math.max(expiryOf(socket) - Date.now(), 0), MAX_DELAY);
    socket.data.expiry = setTimeout(() => socket.conn.close(), delay).unref();
    void socket.join(roomOf(socket.data.user.id));
  });

  const stopListening = await db.listen(CHANNEL, (payload) => {
    const { to, ...message } = JSON.parse(payload) as SocketMessage & { to?: string };
    (to === undefined ? io : io.to(roomOf(to))).emit('message', message);
  });
  app.decorate('publish', (event: string, json: Json, to?: string) =>
    db.notify(CHANNEL, JSON.stringify({ event, json, to })),
  );

  const recheck = async (socket: ConsoleSocket): Promise<void> => {
    const now = await userPool?.sessions.find(socket.data.sessionId ?? '');
    const { user } = socket.data;
    if (!now) {
      socket.emit('message', { event: 'session.ended', json: {} });
      socket.disconnect(true);
    } else if (now.roles.join() !== user.roles.join()) {
      socket.data.user = { ...user, roles: now.roles };
      socket.emit('message', { event: 'permissions.changed', json: {} });
    }
  };
  const stopWatching = userPool?.sessions.onChange((change) => {
    for (const socket of io.sockets.sockets.values()) {
      const about =
        'sub' in change ? socket.data.user.id === change.sub : socket.data.sessionId === change.session;
      if (about)
        recheck(socket).catch((error: unknown) => app.log.error({ err: error }, 'socket check failed'));
    }
  });

  app.addHook('preClose', async () => {
    stopWatching?.();
    await stopListening();
    io.disconnectSockets(true);
    io.engine.close();
  });
}

const roomOf = (userId: string): string => `user:${userId}`;

function expiryOf({ handshake }: { handshake: Socket['handshake'] }): number {
  return (decodeJwt(String(handshake.auth['token'])).exp ?? 0) * 1000;
}

/** Undefined when the socket may come in. */
async function admit(
  app: FastifyInstance,
  socket: ConsoleSocket,
  options: SocketOptions,
): Promise<Error | undefined> {
  try {
    Object.assign(socket.data, await identify(socket.handshake.auth['token'], options));
    return undefined;
  } catch (error) {
    return refusal(app, error);
  }
}

/** @throws UnauthenticatedError */
async function identify(
  token: unknown,
  { verify, userPool }: SocketOptions,
): Promise<Pick<Connected, 'user' | 'sessionId'>> {
  if (typeof token !== 'string') throw new UnauthenticatedError();
  const user = await verify(token);
  const sessionId = userPool && (await userPool.verifyToken(token)).sessionId;
  return { user, sessionId };
}

/** What the client hears as `connect_error`; faults of ours stay in the log. */
function refusal(app: FastifyInstance, error: unknown): Error {
  const known = error instanceof UnauthenticatedError;
  if (!known) app.log.error({ err: error }, 'socket handshake failed');
  return Object.assign(new Error(known ? error.message : 'Oops! something went wrong'), {
    data: { code: known ? error.code : 'INTERNAL' },
  });
}
