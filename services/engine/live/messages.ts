import type { Json, JsonObject } from '../../../schemas/model/types.ts';
import type { Database } from '../storage/database.ts';

/**
 * People who may read records of an entity. With a row access rule, `now` has states of which a reader may read at least
 * one; a reader of a state in `was` only is told that the record is gone. States have the fields that the rule names,
 * and never leave the services.
 */
export interface Readers {
  readers: string;
  now?: JsonObject[];
  was?: JsonObject[];
}

/**
 * Recipients of a message. `rights` is `[entity, operation]`: people who have that right when the message is sent.
 */
export type Audience =
  { user: string } | { users: string[] } | { rights: [string, string] } | Readers | 'everyone';

/** Argument of the socket's event `message`. */
export interface SocketMessage {
  event: string;
  json: Json;
}

export interface AddressedMessage {
  to: Audience;
  message: SocketMessage;
}

/** A message as other processes receive it. */
export interface ReceivedMessage extends AddressedMessage {
  /** When it was sent, in milliseconds of the sender's clock. */
  at: number;
}

/** The NOTIFY channel between the processes. */
export const MESSAGE_CHANNEL = 'socket_messages';
/** A NOTIFY payload has 7,999 bytes at most. */
const MAX_MESSAGE_BYTES = 3_000;
const MAX_USERS_PER_NOTICE = 100;
const MAX_NOTICE_BYTES = 7_900;

/**
 * Sends messages to every process on the database, in order and in as few notices as possible.
 * @throws RangeError for messages beyond 3,000 bytes of JSON, after the others were sent
 */
export async function sendMessages(
  db: Pick<Database, 'notify'>,
  messages: readonly AddressedMessage[],
): Promise<void> {
  const tooLarge: string[] = [];
  const at = Date.now();
  const texts = messages.flatMap(({ to: audience, message }) => {
    const size = Buffer.byteLength(JSON.stringify(message));
    if (size <= MAX_MESSAGE_BYTES)
      return splitAudience(audience).map((to) => JSON.stringify({ to, message, at }));
    tooLarge.push(`The message "${message.event}" has ${size} bytes; ${MAX_MESSAGE_BYTES} can be sent`);
    return [];
  });
  for (const notice of packMessages(texts)) await db.notify(MESSAGE_CHANNEL, notice);
  if (tooLarge.length > 0) throw new RangeError(tooLarge.join('. '));
}

export function parseNotice(payload: string): ReceivedMessage[] {
  return JSON.parse(payload) as ReceivedMessage[];
}

/** Packs JSON texts into JSON lists of at most `maxBytes` each. */
export function packMessages(texts: readonly string[], maxBytes = MAX_NOTICE_BYTES): string[] {
  const notices: string[] = [];
  let batch: string[] = [];
  let size = 2;
  for (const text of texts) {
    const length = Buffer.byteLength(text) + 1;
    if (batch.length > 0 && size + length > maxBytes) {
      notices.push(`[${batch.join()}]`);
      batch = [];
      size = 2;
    }
    batch.push(text);
    size += length;
  }
  return batch.length > 0 ? [...notices, `[${batch.join()}]`] : notices;
}

/** Splits an audience into parts that fit into one notice each. */
function splitAudience(to: Audience): Audience[] {
  if (to === 'everyone' || !('users' in to)) return [to];
  return Array.from({ length: Math.ceil(to.users.length / MAX_USERS_PER_NOTICE) }, (_, part) => ({
    users: to.users.slice(part * MAX_USERS_PER_NOTICE, (part + 1) * MAX_USERS_PER_NOTICE),
  }));
}
