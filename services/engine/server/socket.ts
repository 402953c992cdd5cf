import type { ConsoleServer, ConsoleSocket } from './consoleSocket.ts';
import type { FastifyInstance } from 'fastify';
import { Server } from 'socket.io';
import type { Json } from '../../../schemas/model/types.ts';
import {
  type Audience,
  MESSAGE_CHANNEL,
  type Readers,
  readNotice,
  sendMessages,
  type SocketMessage,
} from '../live/messages.ts';
import { measure } from '../metrics/measure.ts';
import { Presence, type RecordKey } from '../live/presence.ts';
import type { AudienceRights } from './audienceRights.ts';
import type { Database } from '../storage/database.ts';
import type { UserPool } from '../userPool/index.ts';
import type { TokenVerifier } from './auth.ts';
import type { AnswerSettings } from './security.ts';
import {
  expiryOf,
  guardHandshakes,
  identify,
  refusal,
  secureSocketAnswers,
  SOCKET_PATH,
} from './socketHandshake.ts';
import { handleSocketMessages } from './socketMessages.ts';
import { inLanguage, languageOf } from '../http/languages.ts';
import { hasStored, translateStoredValue } from '../../../schemas/texts/stored.ts';

export type { Audience, SocketMessage } from '../live/messages.ts';

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
  settings: AnswerSettings;
  db: Database;
  verify: TokenVerifier;
  /** Who may be told of what. */
  reach: AudienceRights;
  /** The embedded pool, which tells of sessions that end; a managed one tells nobody. */
  userPool?: UserPool;
}

/** What consoles say is short. */
const MAX_MESSAGE = 10_000;
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
  const { settings, db, userPool, reach } = options;
  const onFault = (error: unknown): void => app.log.error({ err: error }, 'live messages failed');
  const io: ConsoleServer = new Server(app.server, {
    path: SOCKET_PATH,
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE,
    cors: { origin: settings.corsOrigins, credentials: true },
    allowRequest: guardHandshakes(app),
  });
  secureSocketAnswers(io.engine, settings);
  const admit = async (socket: ConsoleSocket): Promise<Error | undefined> => {
    try {
      Object.assign(socket.data, await identify(socket.handshake, options));
      return undefined;
    } catch (error) {
      return refusal(app, error);
    }
  };
  io.use(async (socket, next) => next(await admit(socket)));
  const presence = new Presence(db, (key) => tellViewers(key), onFault);
  io.on('connection', (socket) => {
    measure('console_sockets', io.sockets.sockets.size);
    socket.on('disconnect', () => {
      measure('console_sockets', io.sockets.sockets.size);
      clearTimeout(socket.data.expiry);
      presence.leave(socket.id);
    });
    const delay = Math.min(Math.max(expiryOf(socket.handshake) - Date.now(), 0), MAX_DELAY);
    socket.data.expiry = setTimeout(() => socket.conn.close(), delay).unref();
    void socket.join(roomOf(socket.data.user.id));
    handleSocketMessages(socket, { presence, reach, onFault });
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
      for (const key of presence.openOf(socket.id))
        if (!reach.reads(socket.data.user, key.entity)) presence.close(socket.id, key);
    }
    return true;
  };
  const recheckEach = (sockets: Iterable<ConsoleSocket>, then?: (socket: ConsoleSocket) => void): void => {
    for (const socket of sockets) {
      const checking = recheck(socket).catch((error: unknown) => {
        onFault(error);
        return false;
      });
      socket.data.checking = checking;
      void checking.then((stands) => {
        if (socket.data.checking === checking) delete socket.data.checking;
        if (stands) then?.(socket);
      });
    }
  };
  const all = (): Iterable<ConsoleSocket> => io.sockets.sockets.values();
  /** Does something with each socket, by the rights that it has now. */
  const judgeEach = (judge: (socket: ConsoleSocket) => void): void => {
    for (const socket of all()) {
      const { checking } = socket.data;
      if (checking) void checking.then((stands) => stands && judge(socket));
      else judge(socket);
    }
  };

  const tellOne = (socket: ConsoleSocket, message: SocketMessage): void => {
    const language = languageOf(String(socket.handshake.auth['language'] ?? ''));
    socket.emit(
      'message',
      inLanguage(language, () => translateStoredValue(message)),
    );
  };
  /** What is stored for every language is said in that of each. */
  const tell = (rooms: string[] | undefined, message: SocketMessage): void => {
    if (!hasStored(JSON.stringify(message))) return void (rooms ? io.to(rooms) : io).emit('message', message);
    for (const socket of all())
      if (!rooms || rooms.some((room) => socket.rooms.has(room))) tellOne(socket, message);
  };
  const deliver = (to: Audience, message: SocketMessage): void => {
    if (to === 'everyone') tell(undefined, message);
    else if ('user' in to) tell([roomOf(to.user)], message);
    else if ('users' in to) tell(to.users.map(roomOf), message);
    else if ('rights' in to)
      judgeEach((socket) => {
        if (reach.may(socket.data.user, ...to.rights)) tellOne(socket, message);
      });
    else judgeEach((socket) => deliverToReader(socket, to, message));
  };
  const deliverToReader = (
    socket: ConsoleSocket,
    { readers, now, was }: Readers,
    message: SocketMessage,
  ): void => {
    const { user } = socket.data;
    if (reach.reads(user, readers, now)) tellOne(socket, message);
    else if (was && reach.reads(user, readers, was)) {
      const { id } = message.json as { id: string };
      presence.close(socket.id, { entity: readers, id });
      const json = { entity: readers, id, version: null, by: null };
      socket.emit('message', { event: message.event, json });
    }
  };
  const tellViewers = (key: RecordKey): void => {
    const json = { ...key, viewers: presence.viewers(key).map(({ id, name }) => ({ id, name })) };
    const open = (socket: ConsoleSocket): boolean =>
      presence.openOf(socket.id).some(({ entity, id }) => entity === key.entity && id === key.id);
    judgeEach((socket) => {
      if (open(socket) && reach.reads(socket.data.user, key.entity))
        socket.emit('message', { event: 'record.viewers', json });
    });
  };

  const stopListening = await db.listen(
    MESSAGE_CHANNEL,
    (payload) =>
      readNotice(payload).forEach(({ to, message, at }) => {
        deliver(to, message);
        // Clocks of processes may differ a little.
        measure('console_live_delay_seconds', Math.max(0, Date.now() - at) / 1000);
      }),
    () => recheckEach(all(), (socket) => socket.emit('message', { event: 'resync', json: {} })),
  );
  await presence.start();
  app.decorate('publish', (event: string, json: Json, { to }: { to: Audience }) =>
    sendMessages(db, [{ to, message: { event, json } }]),
  );

  const stopWatching = userPool?.sessions.onChange((change) => {
    const about = [...all()].filter(({ data }) =>
      'sub' in change ? data.user.id === change.sub : data.sessionId === change.session,
    );
    recheckEach(about);
  });

  app.addHook('preClose', async () => {
    stopWatching?.();
    await presence.stop();
    await stopListening();
    io.disconnectSockets(true);
    io.engine.close();
  });
}

const roomOf = (userId: string): string => `user:${userId}`;
