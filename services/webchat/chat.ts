import type { FastifyRequest } from 'fastify';
import type { EntityRecord, ProductModel } from '../../schemas/model/types.ts';
import type { Context } from '../domain/module.ts';
import { ApiError, notFound, unauthenticated } from '../plugins/errors.ts';
import { isId } from '../storage/matchSql.ts';
import type { Database, Queryable } from '../storage/database.ts';
import { tableOf } from '../storage/sql.ts';
import { Allowance } from './allowance.ts';
import { ChatHub } from './hub.ts';
import { ChatSessions, type ChatSession } from './sessions.ts';
import { textOf } from '../../schemas/model/text.ts';

/** What the web chat of one database works with. */
export interface Chat {
  sessions: ChatSessions;
  hub: ChatHub;
  /** Conversations begun from one address. */
  openings: Allowance;
  /** What is said in one conversation. */
  messages: Allowance;
}

const MINUTE = 60_000;
const chats = new WeakMap<Database, Chat>();

export function chatOf(db: Database): Chat {
  const chat = chats.get(db) ?? {
    sessions: new ChatSessions(db),
    hub: new ChatHub(db),
    openings: new Allowance(30, MINUTE),
    messages: new Allowance(40, MINUTE),
  };
  chats.set(db, chat);
  return chat;
}

/** The channel that a page is about. @throws ApiError 404 where there is none, 403 where it is switched off */
export async function openChannel(
  { services }: Pick<Context, 'services'>,
  id: string,
): Promise<EntityRecord & { name: string }> {
  const channel = isId(id) ? await services().catalog.require('channel').repository.find(id) : undefined;
  if (channel?.['type'] !== 'WEBCHAT') throw notFound('There is no such chat');
  if (channel['active'] === false) throw new ApiError(403, 'FORBIDDEN', 'This chat is closed at the moment');
  return { ...channel, name: textOf(channel['name']) };
}

/** Whose request it is. @throws ApiError 401 where the conversation is over */
export async function sessionOf(request: FastifyRequest, { sessions }: Chat): Promise<ChatSession> {
  const { channel } = request.params as { channel: string };
  const token = /^Bearer ([\w-]{43})$/.exec(request.headers.authorization ?? '')?.[1];
  const session = token === undefined || !isId(channel) ? undefined : await sessions.find(channel, token);
  if (!session) throw unauthenticated();
  return session;
}

/** Path of the page of the first web chat that is on; nothing where there is none. */
export async function chatPagePath(db: Queryable, { entities }: ProductModel): Promise<string | undefined> {
  const model = entities.find(({ name }) => name === 'channel');
  if (!model) return undefined;
  const [channel] = await db.query<{ id: string }>(
    `SELECT id FROM ${tableOf(model)} WHERE data ->> 'type' = 'WEBCHAT' AND data ->> 'active' IS DISTINCT FROM 'false'
     ORDER BY created_at, id LIMIT 1`,
  );
  return channel && `/webchat/${channel.id}`;
}
