import type { Presence, RecordKey } from '../live/presence.ts';
import type { AudienceRights } from './audienceRights.ts';
import { isId } from '../storage/matchSql.ts';
import type { ConsoleSocket } from './consoleSocket.ts';

interface MessageHandlerOptions {
  presence: Presence;
  reach: AudienceRights;
  onError: (error: unknown) => void;
}

/** Messages of a console that are processed within `WINDOW_MS`. */
const MAX_MESSAGES_PER_WINDOW = 40;
/** Ignored messages must be read all the same: beyond this number the transport is closed. */
const MAX_READ_PER_WINDOW = 2 * MAX_MESSAGES_PER_WINDOW;
const WINDOW_MS = 10_000;

/**
 * Handles messages of a console, `{event, json}`: `record.open` and `record.close` with `{entity, id}`. Only users who
 * may read a record can have it open. Other messages, and those beyond the limit, are ignored; far beyond it, the
 * connection is closed.
 */
export function handleSocketMessages(
  socket: ConsoleSocket,
  { presence, reach, onError }: MessageHandlerOptions,
): void {
  let messageCount = 0;
  let windowStart = 0;
  /** Records that the console has opened and not closed, also while the right to read them is being checked. */
  const openRecords = new Set<string>();

  const open = async (key: RecordKey): Promise<void> => {
    const name = `${key.entity}/${key.id}`;
    if (openRecords.size >= MAX_MESSAGES_PER_WINDOW) return;
    openRecords.add(name);
    const mayRead = await reach.mayReadRecord(socket.data.user, key.entity, key.id);
    if (!mayRead || !openRecords.has(name) || !socket.connected) return;
    const { id, name: displayName, username } = socket.data.user;
    presence.open(socket.id, { id, name: displayName || username }, key);
  };

  socket.on('message', (message) => {
    const now = Date.now();
    if (now - windowStart > WINDOW_MS) [messageCount, windowStart] = [0, now];
    messageCount += 1;
    if (messageCount > MAX_READ_PER_WINDOW) return socket.conn.close();
    const { event, json } = (message ?? {}) as { event?: unknown; json?: unknown };
    const key = keyOf(json);
    if (!key || messageCount > MAX_MESSAGES_PER_WINDOW) return;
    if (event === 'record.open') open(key).catch(onError);
    else if (event === 'record.close') {
      openRecords.delete(`${key.entity}/${key.id}`);
      presence.close(socket.id, key);
    }
  });
}

function keyOf(json: unknown): RecordKey | undefined {
  const { entity, id } = (json ?? {}) as { entity?: unknown; id?: unknown };
  return typeof entity === 'string' && entity.length <= 100 && isId(id) ? { entity, id } : undefined;
}
