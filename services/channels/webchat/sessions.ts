import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '../../engine/storage/database.ts';

/** Days after its last use for which a conversation can be resumed. */
const SESSION_TTL_DAYS = 30;
/** Messages of a conversation that are kept, and told to a page at a time. */
const MAX_STORED_MESSAGES = 500;
const MAX_MESSAGES_PER_READ = 200;

export interface ChatSession {
  /** Also the person's id on the channel. */
  id: string;
  channel: string;
  language: string | null;
}

/** A message as pages are told of it. */
export interface ChatMessage {
  seq: number;
  id: string;
  from: 'person' | 'bot';
  at: string;
  message: object;
}

/** A stretch of a conversation. */
export interface ChatPage {
  messages: ChatMessage[];
  /** What was asked for has others before these. */
  more: boolean;
}

interface NewMessage {
  /** Names it in its conversation: the same once more is passed over. */
  id: string;
  own: boolean;
  message: object;
}

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Conversations of pages, by the tokens that they hold. */
export class ChatSessions {
  constructor(private readonly db: Database) {}

  /** @returns the token, which is told this once */
  async open(channel: string, language: string | null): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.db.query(
      'INSERT INTO webchat_session (id, channel, token, language) VALUES ($1::uuid, $2::uuid, $3::bytea, $4)',
      [randomUUID(), channel, hashToken(token), language],
    );
    return token;
  }

  /** Whose token it is; nothing where it is nobody's or was not used for too long. */
  async find(channel: string, token: string): Promise<ChatSession | undefined> {
    const [found] = await this.db.query<ChatSession & { stale: boolean }>(
      `SELECT id, channel, language, used_at < clock_timestamp() - interval '1 day' AS stale FROM webchat_session
       WHERE token = $1::bytea AND channel = $2::uuid AND used_at > clock_timestamp() - interval '${SESSION_TTL_DAYS} days'`,
      [hashToken(token), channel],
    );
    if (found?.stale)
      await this.db.query('UPDATE webchat_session SET used_at = clock_timestamp() WHERE id = $1::uuid', [
        found.id,
      ]);
    return found;
  }

  /**
   * Adds messages at the end of a conversation, those that are there already aside.
   * @param channel the conversation has to be one of it
   * @returns when each was said, in the order of `messages`; nothing where there is no such conversation (any more)
   */
  async append(
    session: string,
    messages: readonly NewMessage[],
    channel: string,
  ): Promise<Date[] | undefined> {
    return this.db.transaction(async (tx) => {
      // One writer at a time for each conversation, so that a page never misses a place that is filled later.
      const [held] = await tx.query<{ last: string }>(
        'SELECT last FROM webchat_session WHERE id = $1::uuid AND channel = $2::uuid FOR UPDATE',
        [session, channel],
      );
      if (!held) return undefined;
      const ids = messages.map(({ id }) => id);
      const known = await tx.query<{ id: string; at: Date }>(
        'SELECT id, at FROM webchat_message WHERE session = $1::uuid AND id = ANY($2::text[])',
        [session, ids],
      );
      const at = new Map(known.map((one) => [one.id, one.at]));
      const fresh = messages.filter(({ id }) => !at.has(id));
      if (fresh.length > 0) {
        const last = Number(held.last) + fresh.length;
        const rows = fresh.map((one, index) => ({ ...one, seq: last - fresh.length + index + 1 }));
        const stored = await tx.query<{ id: string; at: Date }>(
          `INSERT INTO webchat_message (session, seq, id, own, message)
           SELECT $1::uuid, seq, id, own, message
           FROM jsonb_to_recordset($2::jsonb) AS new (seq bigint, id text, own boolean, message jsonb)
           RETURNING id, at`,
          [session, JSON.stringify(rows)],
        );
        for (const one of stored) at.set(one.id, one.at);
        await tx.query(
          'UPDATE webchat_session SET last = $2::bigint, used_at = clock_timestamp() WHERE id = $1::uuid',
          [session, last],
        );
        await tx.query('DELETE FROM webchat_message WHERE session = $1::uuid AND seq <= $2::bigint', [
          session,
          last - MAX_STORED_MESSAGES,
        ]);
      }
      return ids.map((id) => at.get(id) ?? new Date());
    });
  }

  /** What was said after a place in the conversation, at most the newest 200. */
  since(session: string, after: number): Promise<ChatPage> {
    return this.read(session, after, Number.MAX_SAFE_INTEGER);
  }

  /** What was said before a place in the conversation, at most the last 200. */
  before(session: string, before: number): Promise<ChatPage> {
    return this.read(session, 0, before);
  }

  /** The last messages between two places. */
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

  /** Forgets conversations that can no longer be resumed. */
  async deleteExpired(): Promise<void> {
    await this.db.query(
      `DELETE FROM webchat_session WHERE used_at < clock_timestamp() - interval '${SESSION_TTL_DAYS} days'`,
    );
  }
}
