import type { ConsoleServer, ConsoleSocket } from './consoleSocket.ts';
import type { FastifyInstance } from 'fastify';
import { Server } from 'socket.io';
import type { Json } from '../../../schemas/model/types.ts';
import {
  type Audience,
  MESSAGE_CHANNEL,
  type Readers,
  parseNotice,
  sendMessages,
  type SocketMessage,
} from '../live/messages.ts';
import { measure } from '../metrics/measure.ts';
import { Presence, type RecordKey } from '../live/presence.ts';
import type { AudienceRights } from './audienceRights.ts';
import type { Database } from '../storage/database.ts';
import type { UserPool } from '../userPool/index.ts';
import type { TokenVerifier } from './auth.ts';
import type { ResponseHeaderSettings } from './security.ts';
import {
  expiryOf,
  guardHandshakes,
  identify,
  refusal,
  setSocketHeaders,
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
     * @throws RangeError beyond 3,000 bytes of JSON: send what has changed, not the new content
     */
    publish(event: string, json: Json, options: { to: Audience }): Promise<void>;
  }
}

export interface SocketOptions {
  settings: ResponseHeaderSettings;
  db: Database;
  verify: TokenVerifier;
  reach: AudienceRights;
  /** The embedded pool, which publishes ended sessions; a managed one does not. */
  userPool?: UserPool;
}

/** Consoles send short messages only. */
const MAX_MESSAGE_BYTES = 10_000;
/** The longest delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Serves the websocket at `/socket/`. The token is in the handshake's `auth.token`, never in the URL. When the token
 * expires, the transport is closed, so that the client reconnects with its new token. When the session ends, the socket
 * gets `session.ended` and is disconnected; when the user's rights change, it gets `permissions.changed`. When messages
 * between processes may have been lost, every session is rechecked and every socket gets `resync`.
 */
export async function registerSocket(app: FastifyInstance, options: SocketOptions): Promise<void> {
  const { settings, db, userPool, reach } = options;
  const onError = (error: unknown): void => app.log.error({ err: error }, 'live messages failed');
  const io: ConsoleServer = new Server(app.server, {
    path: SOCKET_PATH,
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    cors: { origin: settings.corsOrigins, credentials: true },
    allowRequest: guardHandshakes(app),
  });
  setSocketHeaders(io.engine, settings);
  const authenticate = async (socket: ConsoleSocket): Promise<Error | undefined> => {
    try {
      Object.assign(socket.data, await identify(socket.handshake, options));
      return undefined;
    } catch (error) {
      return refusal(app, error);
    }
  };
  io.use(async (socket, next) => next(await authenticate(socket)));
  const presence = new Presence(db, (key) => publishViewers(key), onError);
  io.on('connection', (socket) => {
    measure('console_sockets', io.sockets.sockets.size);
    socket.on('disconnect', () => {
      measure('console_sockets', io.sockets.sockets.size);
      clearTimeout(socket.data.expiry);
      presence.closeAll(socket.id);
    });
    const delay = Math.min(Math.max(expiryOf(socket.handshake) - Date.now(), 0), MAX_TIMER_MS);
    socket.data.expiry = setTimeout(() => socket.conn.close(), delay).unref();
    void socket.join(roomOf(socket.data.user.id));
    handleSocketMessages(socket, { presence, reach, onError });
    // The session may have ended while the handshake was under way.
    recheckSessions([socket]);
  });

  /** Whether the session is still valid. Updates the roles, and notifies the console of changes. */
  const recheckSession = async (socket: ConsoleSocket): Promise<boolean> => {
    if (!userPool) return true;
    const session = await userPool.sessions.find(socket.data.sessionId ?? '');
    const { user } = socket.data;
    if (!session) {
      socket.emit('message', { event: 'session.ended', json: {} });
      socket.disconnect(true);
      return false;
    }
    if (session.roles.join() !== user.roles.join()) {
      socket.data.user = { ...user, roles: session.roles };
      socket.emit('message', { event: 'permissions.changed', json: {} });
      for (const key of presence.openRecords(socket.id))
        if (!reach.mayRead(socket.data.user, key.entity)) presence.close(socket.id, key);
    }
    return true;
  };
  const recheckSessions = (
    sockets: Iterable<ConsoleSocket>,
    onValid?: (socket: ConsoleSocket) => void,
  ): void => {
    for (const socket of sockets) {
      const checking = recheckSession(socket).catch((error: unknown) => {
        onError(error);
        return false;
      });
      socket.data.checking = checking;
      void checking.then((isValid) => {
        if (socket.data.checking === checking) delete socket.data.checking;
        if (isValid) onValid?.(socket);
      });
    }
  };
  const allSockets = (): Iterable<ConsoleSocket> => io.sockets.sockets.values();
  /** Runs a function for each socket, once a pending recheck of its rights is done. */
  const forEachWithCurrentRights = (handle: (socket: ConsoleSocket) => void): void => {
    for (const socket of allSockets()) {
      const { checking } = socket.data;
      if (checking) void checking.then((isValid) => isValid && handle(socket));
      else handle(socket);
    }
  };

  const emitTo = (socket: ConsoleSocket, message: SocketMessage): void => {
    const language = languageOf(String(socket.handshake.auth['language'] ?? ''));
    socket.emit(
      'message',
      inLanguage(language, () => translateStoredValue(message)),
    );
  };
  /** Emits to rooms, or to all; stored texts are translated for each socket. */
  const emitToRooms = (rooms: string[] | undefined, message: SocketMessage): void => {
    if (!hasStored(JSON.stringify(message))) return void (rooms ? io.to(rooms) : io).emit('message', message);
    for (const socket of allSockets())
      if (!rooms || rooms.some((room) => socket.rooms.has(room))) emitTo(socket, message);
  };
  const publishTo = (to: Audience, message: SocketMessage): void => {
    if (to === 'everyone') emitToRooms(undefined, message);
    else if ('user' in to) emitToRooms([roomOf(to.user)], message);
    else if ('users' in to) emitToRooms(to.users.map(roomOf), message);
    else if ('rights' in to)
      forEachWithCurrentRights((socket) => {
        if (reach.may(socket.data.user, ...to.rights)) emitTo(socket, message);
      });
    else forEachWithCurrentRights((socket) => publishToReader(socket, to, message));
  };
  const publishToReader = (
    socket: ConsoleSocket,
    { readers, now, was }: Readers,
    message: SocketMessage,
  ): void => {
    const { user } = socket.data;
    if (reach.mayRead(user, readers, now)) emitTo(socket, message);
    else if (was && reach.mayRead(user, readers, was)) {
      const { id } = message.json as { id: string };
      presence.close(socket.id, { entity: readers, id });
      const json = { entity: readers, id, version: null, by: null };
      socket.emit('message', { event: message.event, json });
    }
  };
  const publishViewers = (key: RecordKey): void => {
    const json = { ...key, viewers: presence.viewers(key).map(({ id, name }) => ({ id, name })) };
    const hasOpen = (socket: ConsoleSocket): boolean =>
      presence.openRecords(socket.id).some(({ entity, id }) => entity === key.entity && id === key.id);
    forEachWithCurrentRights((socket) => {
      if (hasOpen(socket) && reach.mayRead(socket.data.user, key.entity))
        socket.emit('message', { event: 'record.viewers', json });
    });
  };

  const stopListening = await db.listen(
    MESSAGE_CHANNEL,
    (payload) =>
      parseNotice(payload).forEach(({ to, message, at }) => {
        publishTo(to, message);
        // Clocks of processes may differ a little.
        measure('console_live_delay_seconds', Math.max(0, Date.now() - at) / 1000);
      }),
    () => recheckSessions(allSockets(), (socket) => socket.emit('message', { event: 'resync', json: {} })),
  );
  await presence.start();
  app.decorate('publish', (event: string, json: Json, { to }: { to: Audience }) =>
    sendMessages(db, [{ to, message: { event, json } }]),
  );

  const unsubscribeSessions = userPool?.sessions.onChange((change) => {
    const affected = [...allSockets()].filter(({ data }) =>
      'sub' in change ? data.user.id === change.sub : data.sessionId === change.session,
    );
    recheckSessions(affected);
  });

  app.addHook('preClose', async () => {
    unsubscribeSessions?.();
    await presence.stop();
    await stopListening();
    io.disconnectSockets(true);
    io.engine.close();
  });
}

const roomOf = (userId: string): string => `user:${userId}`;
