import type { Json, JsonObject } from '../../../schemas/model/types.ts';
import type { Database } from '../storage/database.ts';

/**
 * Those who may read records of an entity. Where only some of its rows are theirs to see, `now` holds states of which
 * one has to be within their reach; `was` holds those that were, and whoever reaches only them is told that the record
 * is gone. States hold what the rule about rows names, and never leave the services.
 */
export interface Readers {
  readers: string;
  now?: JsonObject[];
  was?: JsonObject[];
}

/**
 * Whom a message is for; everybody only where that is said. With `rights`, those who may do the operation on the
 * entity at the moment of sending, as `[entity, operation]`.
 */
export type Audience =
  { user: string } | { users: string[] } | { rights: [string, string] } | Readers | 'everyone';

/** What goes over the socket, as the argument of the event `message`. */
export interface SocketMessage {
  event: string;
  json: Json;
}

export interface AddressedMessage {
  to: Audience;
  message: SocketMessage;
}

/** A message as another process hears it. */
export interface ReceivedMessage extends AddressedMessage {
  /** When it was sent, in milliseconds of the sender's clock. */
  at: number;
}

/** The channel on which the processes hear what they have to hand on. */
export const MESSAGE_CHANNEL = 'socket_messages';
/** Bytes of a message as JSON, and people named in one notice: a notice of the database holds 7,999 bytes. */
const MAX_SENT = 3_000;
const MAX_NAMED = 100;
const MAX_NOTICE = 7_900;

/**
 * Hands messages to every process on the database, in their order and in as few notices as hold them.
 * @throws RangeError for messages beyond 3,000 bytes of JSON, once all others are on their way
 */
export async function sendMessages(
  db: Pick<Database, 'notify'>,
  messages: readonly AddressedMessage[],
): Promise<void> {
  const tooLarge: string[] = [];
  const at = Date.now();
  const texts = messages.flatMap(({ to: audience, message }) => {
    const size = Buffer.byteLength(JSON.stringify(message));
    if (size <= MAX_SENT) return parts(audience).map((to) => JSON.stringify({ to, message, at }));
    tooLarge.push(`The message "${message.event}" has ${size} bytes; ${MAX_SENT} can be sent`);
    return [];
  });
  for (const notice of packMessages(texts)) await db.notify(MESSAGE_CHANNEL, notice);
  if (tooLarge.length > 0) throw new RangeError(tooLarge.join('. '));
}

/** What a notice brought. */
export function readNotice(payload: string): ReceivedMessage[] {
  return JSON.parse(payload) as ReceivedMessage[];
}

/** JSON lists of as many texts as fit into a notice each. */
export function packMessages(texts: readonly string[], most = MAX_NOTICE): string[] {
  const notices: string[] = [];
  let held: string[] = [];
  let size = 2;
  for (const text of texts) {
    const length = Buffer.byteLength(text) + 1;
    if (held.length > 0 && size + length > most) {
      notices.push(`[${held.join()}]`);
      held = [];
      size = 2;
    }
    held.push(text);
    size += length;
  }
  return held.length > 0 ? [...notices, `[${held.join()}]`] : notices;
}

/** The audience in parts that one notice can name. */
function parts(to: Audience): Audience[] {
  if (to === 'everyone' || !('users' in to)) return [to];
  return Array.from({ length: Math.ceil(to.users.length / MAX_NAMED) }, (_, part) => ({
    users: to.users.slice(part * MAX_NAMED, (part + 1) * MAX_NAMED),
  }));
}
