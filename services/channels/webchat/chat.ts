import type { FastifyRequest } from 'fastify';
import type { EntityRecord, ProductModel } from '../../../schemas/model/types.ts';
import type { Context } from '../../engine/modules/module.ts';
import { ApiError, notFound, unauthenticated } from '../../engine/http/errors.ts';
import { isId } from '../../engine/storage/matchSql.ts';
import type { Database, Queryable } from '../../engine/storage/database.ts';
import { quotedTableName } from '../../engine/storage/sql.ts';
import { WindowLimit, ConcurrencyLimit } from './limits.ts';
import { ChatHub } from './hub.ts';
import { ChatSessions, type ChatSession } from './sessions.ts';
import { textOf } from '../../../schemas/model/text.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** The web chat's sessions, waiting pages and limits, one per database. */
export interface Chat {
  sessions: ChatSessions;
  hub: ChatHub;
  limits: ChatLimits;
}

/** Limits of visitors' requests to one process. */
interface ChatLimits {
  sessionsPerAddress: WindowLimit;
  messagesPerSession: WindowLimit;
  messagesPerAddress: WindowLimit;
  readsPerSession: WindowLimit;
  waitsPerSession: ConcurrencyLimit;
  waitsPerAddress: ConcurrencyLimit;
}

/** Per minute. Many visitors may share an address: an office, the customers of a mobile network. */
const MAX_SESSIONS_PER_ADDRESS = 30;
const MAX_MESSAGES_PER_SESSION = 40;
const MAX_MESSAGES_PER_ADDRESS = 200;
const MAX_READS_PER_SESSION = 300;
/** Concurrently. */
const MAX_WAITS_PER_SESSION = 8;
const MAX_WAITS_PER_ADDRESS = 200;

const MINUTE_MS = 60_000;
const createLimits = (): ChatLimits => ({
  sessionsPerAddress: new WindowLimit(MAX_SESSIONS_PER_ADDRESS, MINUTE_MS),
  messagesPerSession: new WindowLimit(MAX_MESSAGES_PER_SESSION, MINUTE_MS),
  messagesPerAddress: new WindowLimit(MAX_MESSAGES_PER_ADDRESS, MINUTE_MS),
  readsPerSession: new WindowLimit(MAX_READS_PER_SESSION, MINUTE_MS),
  waitsPerSession: new ConcurrencyLimit(MAX_WAITS_PER_SESSION),
  waitsPerAddress: new ConcurrencyLimit(MAX_WAITS_PER_ADDRESS),
});
const chats = new WeakMap<Database, Chat>();

export function chatOf(db: Database): Chat {
  const chat = chats.get(db) ?? {
    sessions: new ChatSessions(db),
    hub: new ChatHub(db),
    limits: createLimits(),
  };
  chats.set(db, chat);
  return chat;
}

/** The channel of a chat page. @throws ApiError 404 for an unknown channel, 403 for an inactive one */
export async function requireOpenChannel(
  { services }: Pick<Context, 'services'>,
  id: string,
): Promise<EntityRecord & { name: string }> {
  const channel = isId(id) ? await services().catalog.require('channel').repository.find(id) : undefined;
  if (channel?.['type'] !== 'WEBCHAT') throw notFound(t('There is no such chat'));
  if (channel['active'] === false)
    throw new ApiError(403, 'FORBIDDEN', t('This chat is closed at the moment'));
  return { ...channel, name: textOf(channel['name']) };
}

/** The bearer token of a request. @throws ApiError 401 where it has none */
export function requireToken(request: FastifyRequest): string {
  const token = /^Bearer ([\w-]{43})$/.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw unauthenticated();
  return token;
}

/** The session of a request to an active channel. @throws ApiError 401 where the session has ended */
export async function requireSession(request: FastifyRequest, context: Context): Promise<ChatSession> {
  const { channel } = request.params as { channel: string };
  const session = isId(channel)
    ? await chatOf(context.db).sessions.find(channel, requireToken(request))
    : undefined;
  if (!session) throw unauthenticated();
  await requireOpenChannel(context, channel);
  return session;
}

/** Path of the chat page of the first active web chat; undefined where there is none. */
export async function findChatPagePath(
  db: Queryable,
  { entities }: ProductModel,
): Promise<string | undefined> {
  const model = entities.find(({ name }) => name === 'channel');
  if (!model) return undefined;
  const [channel] = await db.query<{ id: string }>(
    `SELECT id FROM ${quotedTableName(model)} WHERE data ->> 'type' = 'WEBCHAT' AND data ->> 'active' IS DISTINCT FROM 'false'
     ORDER BY created_at, id LIMIT 1`,
  );
  return channel && `/webchat/${channel.id}`;
}
