import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '../../engine/storage/database.ts';

/** Days after its last use in which a session can be resumed. */
const SESSION_TTL_DAYS = 30;
/** Stored messages of a conversation, and messages per read. */
const MAX_STORED_MESSAGES = 500;
const MAX_MESSAGES_PER_READ = 200;

export interface ChatSession {
  /** Also the person's id on the channel. */
  id: string;
  channel: string;
  language: string | null;
}

/** A message as pages receive it. */
export interface ChatMessage {
  seq: number;
  id: string;
  from: 'person' | 'bot';
  at: string;
  message: object;
}

/** A page of a conversation's messages. */
export interface ChatPage {
  messages: ChatMessage[];
  /** The requested range has earlier messages. */
  more: boolean;
}

interface NewMessage {
  /** Unique in its conversation: a message with a stored id is ignored. */
  id: string;
  own: boolean;
  message: object;
}

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Sessions of chat pages, which are identified by tokens. */
export class ChatSessions {
  constructor(private readonly db: Database) {}

  /** Opens a session. @returns its token, of which only a hash is stored */
  async open(channel: string, language: string | null): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.db.query(
      'INSERT INTO webchat_session (id, channel, token, language) VALUES ($1::uuid, $2::uuid, $3::bytea, $4)',
      [randomUUID(), channel, hashToken(token), language],
    );
    return token;
  }

  /** The session of a token; undefined for an unknown or expired one. */
  async find(channel: string, token: string): Promise<ChatSession | undefined> {
    const [session] = await this.db.query<ChatSession & { stale: boolean }>(
      `SELECT id, channel, language, used_at < clock_timestamp() - interval '1 day' AS stale FROM webchat_session
       WHERE token = $1::bytea AND channel = $2::uuid AND used_at > clock_timestamp() - interval '${SESSION_TTL_DAYS} days'`,
      [hashToken(token), channel],
    );
    if (session?.stale)
      await this.db.query('UPDATE webchat_session SET used_at = clock_timestamp() WHERE id = $1::uuid', [
        session.id,
      ]);
    return session;
  }

  /**
   * Appends messages to a conversation; those with a stored id are ignored.
   * @param channel the session's channel
   * @returns the time of each, in the order of `messages`; undefined where the channel has no such session
   */
  async append(
    session: string,
    messages: readonly NewMessage[],
    channel: string,
  ): Promise<Date[] | undefined> {
    return this.db.transaction(async (tx) => {
      // One writer at a time per conversation, so that a lower sequence number never appears after a higher one was read.
      const [sessionRow] = await tx.query<{ last: string }>(
        'SELECT last FROM webchat_session WHERE id = $1::uuid AND channel = $2::uuid FOR UPDATE',
        [session, channel],
      );
      if (!sessionRow) return undefined;
      const ids = messages.map(({ id }) => id);
      const existing = await tx.query<{ id: string; at: Date }>(
        'SELECT id, at FROM webchat_message WHERE session = $1::uuid AND id = ANY($2::text[])',
        [session, ids],
      );
      const storedAt = new Map(existing.map((one) => [one.id, one.at]));
      const newMessages = messages.filter(({ id }) => !storedAt.has(id));
      if (newMessages.length > 0) {
        const last = Number(sessionRow.last) + newMessages.length;
        const rows = newMessages.map((one, index) => ({
          ...one,
          seq: last - newMessages.length + index + 1,
        }));
        const stored = await tx.query<{ id: string; at: Date }>(
          `INSERT INTO webchat_message (session, seq, id, own, message)
           SELECT $1::uuid, seq, id, own, message
           FROM jsonb_to_recordset($2::jsonb) AS new (seq bigint, id text, own boolean, message jsonb)
           RETURNING id, at`,
          [session, JSON.stringify(rows)],
        );
        for (const message of stored) storedAt.set(message.id, message.at);
        await tx.query(
          'UPDATE webchat_session SET last = $2::bigint, used_at = clock_timestamp() WHERE id = $1::uuid',
          [session, last],
        );
        await tx.query('DELETE FROM webchat_message WHERE session = $1::uuid AND seq <= $2::bigint', [
          session,
          last - MAX_STORED_MESSAGES,
        ]);
      }
      return ids.map((id) => storedAt.get(id) ?? new Date());
    });
  }

  /** Messages after a sequence number, at most the newest 200. */
  since(session: string, after: number): Promise<ChatPage> {
    return this.read(session, after, Number.MAX_SAFE_INTEGER);
  }

  /** Messages before a sequence number, at most the newest 200. */
  before(session: string, before: number): Promise<ChatPage> {
    return this.read(session, 0, before);
  }

  /** The newest messages between two sequence numbers. */
  private async read(session: string, after: number, before: number): Promise<ChatPage> {
    const rows = await this.db.query<{ seq: string; id: string; own: boolean; at: Date; message: object }>(
      `SELECT seq, id, own, at, message FROM webchat_message
       WHERE session = $1::uuid AND seq > $2::bigint AND seq < $3::bigint ORDER BY seq DESC LIMIT ${MAX_MESSAGES_PER_READ + 1}`,
      [session, after, before],
    );
    const messages = rows
      .slice(0, MAX_MESSAGES_PER_READ)
      .map(({ seq, id, own, at, message }): ChatMessage => {
        const from = own ? 'person' : 'bot';
        return { seq: Number(seq), id, from, at: at.toISOString(), message };
      })
      .reverse();
    return { messages, more: rows.length > MAX_MESSAGES_PER_READ };
  }

  /** Deletes sessions that can no longer be resumed. */
  async deleteExpired(): Promise<void> {
    await this.db.query(
      `DELETE FROM webchat_session WHERE used_at < clock_timestamp() - interval '${SESSION_TTL_DAYS} days'`,
    );
  }
}
