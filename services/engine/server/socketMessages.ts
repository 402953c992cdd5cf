import type { Presence, RecordKey } from '../live/presence.ts';
import type { AudienceRights } from './audienceRights.ts';
import { isId } from '../storage/matchSql.ts';
import type { ConsoleSocket } from './consoleSocket.ts';

interface Hearing {
  presence: Presence;
  reach: AudienceRights;
  onFault: (error: unknown) => void;
}

/** What a console may say at a time, and in how many milliseconds it may say that again. */
const MOST_SAID = 40;
/** What is passed over has to be read all the same: beyond this the transport is closed. */
const MOST_HEARD = 2 * MOST_SAID;
const WINDOW_MS = 10_000;

/**
 * Hears what a console says, as `message` with `{event, json}`: `record.open` and `record.close` with `{entity, id}`.
 * Only who may read a record can have it open; anything else, and what is too much, is passed over. A console that says
 * far too much has to connect again.
 */
export function handleSocketMessages(socket: ConsoleSocket, { presence, reach, onFault }: Hearing): void {
  let said = 0;
  let since = 0;
  /** Opened and not closed since: the right to it is asked for in between. */
  const wanted = new Set<string>();

  const open = async (key: RecordKey): Promise<void> => {
    const name = `${key.entity}/${key.id}`;
    if (wanted.size >= MOST_SAID) return;
    wanted.add(name);
    const reads = await reach.readsRecord(socket.data.user, key.entity, key.id);
    if (!reads || !wanted.has(name) || !socket.connected) return;
    const { id, name: called, username } = socket.data.user;
    presence.open(socket.id, { id, name: called || username }, key);
  };

  socket.on('message', (message) => {
    const now = Date.now();
    if (now - since > WINDOW_MS) [said, since] = [0, now];
    said += 1;
    if (said > MOST_HEARD) return socket.conn.close();
    const { event, json } = (message ?? {}) as { event?: unknown; json?: unknown };
    const key = keyOf(json);
    if (!key || said > MOST_SAID) return;
    if (event === 'record.open') open(key).catch(onFault);
    else if (event === 'record.close') {
      wanted.delete(`${key.entity}/${key.id}`);
      presence.close(socket.id, key);
    }
  });
}

function keyOf(json: unknown): RecordKey | undefined {
  const { entity, id } = (json ?? {}) as { entity?: unknown; id?: unknown };
  return typeof entity === 'string' && entity.length <= 100 && isId(id) ? { entity, id } : undefined;
}
