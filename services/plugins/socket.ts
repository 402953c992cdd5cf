import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import { Server, type Socket } from 'socket.io';
import type { Json } from '../../schemas/model/types.ts';
import type { Settings } from '../settings.ts';
import type { Database } from '../storage/database.ts';
import type { UserPool } from '../userPool/index.ts';
import type { Rights } from './access.ts';
import type { AuthUser, TokenVerifier } from './auth.ts';
import { UnauthenticatedError } from './authTokens.ts';

/**
 * Whom a message is for; everybody only where that is said. With `rights`, those who may do the operation on the
 * entity at the moment of sending, as `[entity, operation]`.
 */
export type Audience = { user: string } | { users: string[] } | { rights: [string, string] } | 'everyone';

/** What goes over the socket, as the argument of the event `message`. */
export interface SocketMessage {
  event: string;
  json: Json;
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Sends `{event, json}` to the open consoles of its audience, whichever process they are connected to.
     * @throws RangeError beyond 3,000 bytes of JSON: tell what has changed, not the new content
     */
    publish(event: string, json: Json, options: { to: Audience }): Promise<void>;
  }
}

export interface SocketOptions {
  settings: Pick<Settings, 'corsOrigins'>;
  db: Database;
  verify: TokenVerifier;
  /** What a set of roles may do in the product of this moment. */
  rights: (roles: readonly string[]) => Pick<Rights, 'may'>;
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
/** Bytes of a message as JSON, and people named in one notice: a notice of the database holds 7,999 bytes. */
const MAX_SENT = 3_000;
const MAX_NAMED = 100;
/** Longest delay that timers know. */
const MAX_DELAY = 2 ** 31 - 1;

/**
 * The websocket at `/socket/`. The token comes in the handshake's `auth.token`, never in the address. A socket lives
 * as long as its token; then its transport is closed, so that the client comes back with the token it has by then.
 * When the session behind it ends it is told `session.ended` and disconnected; when the person's rights change it is
 * told `permissions.changed`. When messages may have been lost between the services, every session is looked at again
 * and everybody is told `resync`.
 */
export async function registerSocket(app: FastifyInstance, options: SocketOptions): Promise<void> {
  const { settings, db, userPool, rights } = options;
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
    // The session may have ended while the handshake was under way.
    recheckEach([socket]);
  });

  /** Whether the session still stands; tells the console, and keeps what it may do up to date. */
  const recheck = async (socket: ConsoleSocket): Promise<boolean> => {
    if (!userPool) return true;
    const now = await userPool.sessions.find(socket.data.sessionId ?? '');
    const { user } = socket.data;
    if (!now) {
      socket.emit('message', { event: 'session.ended', json: {} });
      socket.disconnect(true);
      return false;
    }
    if (now.roles.join() !== user.roles.join()) {
      socket.data.user = { ...user, roles: now.roles };
      socket.emit('message', { event: 'permissions.changed', json: {} });
    }
    return true;
  };
  const recheckEach = (sockets: Iterable<ConsoleSocket>, then?: (socket: ConsoleSocket) => void): void => {
    for (const socket of sockets)
      recheck(socket).then(
        (stands) => stands && then?.(socket),
        (error: unknown) => app.log.error({ err: error }, 'socket check failed'),
      );
  };
  const all = (): Iterable<ConsoleSocket> => io.sockets.sockets.values();

  const deliver = (to: Audience, message: SocketMessage): void => {
    if (to === 'everyone') io.emit('message', message);
    else if ('user' in to) io.to(roomOf(to.user)).emit('message', message);
    else if ('users' in to) io.to(to.users.map(roomOf)).emit('message', message);
    else
      recheckEach(all(), (socket) => {
        if (rights(socket.data.user.roles).may(...to.rights)) socket.emit('message', message);
      });
  };
  const stopListening = await db.listen(
    CHANNEL,
    (payload) => {
      const { to, message } = JSON.parse(payload) as { to: Audience; message: SocketMessage };
      deliver(to, message);
    },
    () => recheckEach(all(), (socket) => socket.emit('message', { event: 'resync', json: {} })),
  );
  app.decorate('publish', async (event: string, json: Json, { to }: { to: Audience }) => {
    const message: SocketMessage = { event, json };
    const size = Buffer.byteLength(JSON.stringify(message));
    if (size > MAX_SENT)
      throw new RangeError(`The message "${event}" has ${size} bytes; ${MAX_SENT} can be sent`);
    for (const part of parts(to)) await db.notify(CHANNEL, JSON.stringify({ to: part, message }));
  });

  const stopWatching = userPool?.sessions.onChange((change) => {
    const about = [...all()].filter(({ data }) =>
      'sub' in change ? data.user.id === change.sub : data.sessionId === change.session,
    );
    recheckEach(about);
  });

  app.addHook('preClose', async () => {
    stopWatching?.();
    await stopListening();
    io.disconnectSockets(true);
    io.engine.close();
  });
}

const roomOf = (userId: string): string => `user:${userId}`;

/** The audience in parts that one notice can name. */
function parts(to: Audience): Audience[] {
  if (to === 'everyone' || !('users' in to)) return [to];
  return Array.from({ length: Math.ceil(to.users.length / MAX_NAMED) }, (_, part) => ({
    users: to.users.slice(part * MAX_NAMED, (part + 1) * MAX_NAMED),
  }));
}

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
