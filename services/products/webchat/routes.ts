import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { JsonObject } from '../../../schemas/model/types.ts';
import type { Context, Route } from '../../engine/modules/module.ts';
import { malformed } from '../../engine/http/errors.ts';
import { jsonResponses, json } from '../../engine/resources/openapi/components.ts';
import { addressGroup } from '../../engine/userPool/address.ts';
import {
  chatOf,
  requireOpenChannel,
  requireSession,
  requireToken,
  type Chat,
} from '../../channels/webchat/chat.ts';
import { callerNumber, ingestPageMessage } from './ingestPageMessage.ts';
import { MAX_TEXT_LENGTH, parsePageMessage } from './pageMessage.ts';
import type { ChatPage } from '../../channels/webchat/sessions.ts';
import { t } from '../../../schemas/texts/translate.ts';

const WEBCHAT_PATH = '/api/v1/webchat';
const BODY_LIMIT_BYTES = 16 * 1024;
/** Longest time of a long-polling request. */
const MAX_WAIT_S = 25;

/** Lets any site call the chat's routes: they use no cookies, and a token is valid for one conversation only. */
export function allowEveryPage(scope: FastifyInstance, context: Context): void {
  scope.addHook('onRequest', async (_, reply) => {
    void reply.header('access-control-allow-origin', '*');
  });
  scope.options(`${WEBCHAT_PATH}/*`, { config: { open: true } }, (_, reply) =>
    reply
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'authorization, content-type')
      .header('access-control-max-age', '7200')
      .code(204)
      .send(),
  );
  scope.addHook('preClose', async () => chatOf(context.db).hub.close());
}

const text = { type: 'string' };
const describeRoute = (summary: string, operationId: string, more: JsonObject): JsonObject => ({
  ...{ summary, operationId, tags: ['Web chat'] },
  ...more,
});
const messageSchema: JsonObject = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { ...text, description: 'Named by the page: the same once more is the same message.' },
    text: { ...text, maxLength: MAX_TEXT_LENGTH },
    tap: {
      type: 'object',
      required: ['action', 'label'],
      properties: { action: text, label: text, value: text },
    },
  },
};

const channelIdOf = ({ params }: FastifyRequest): string => (params as { channel: string }).channel;

/**
 * Runs a long-polling request within the limits.
 * @throws ApiError 429 if the conversation or the address has too many open requests
 */
async function limitWaits<T>(
  request: FastifyRequest,
  { limits }: Chat,
  answer: () => Promise<T>,
): Promise<T> {
  const releaseAddress = limits.waitsPerAddress.acquire(addressGroup(request.ip));
  try {
    const releaseSession = limits.waitsPerSession.acquire(requireToken(request));
    try {
      return await answer();
    } finally {
      releaseSession();
    }
  } finally {
    releaseAddress();
  }
}

/** Waits for messages after a position, at most for `wait` seconds. */
async function awaitMessages(
  request: FastifyRequest,
  { hub, sessions }: Chat,
  id: string,
  after: number,
  wait: number,
): Promise<ChatPage> {
  const { news, stop } = hub.wait(id, Math.min(wait, MAX_WAIT_S) * 1000);
  request.raw.socket.once('close', stop);
  try {
    const page = await sessions.since(id, after);
    if (page.messages.length > 0) return page;
    await news;
    return await sessions.since(id, after);
  } finally {
    stop();
    request.raw.socket.off('close', stop);
  }
}

/** The routes for pages with the chat. */
export const chatRoutes: Record<string, Route> = {
  [`POST ${WEBCHAT_PATH}/:channel/sessions`]: {
    open: true,
    options: { bodyLimit: BODY_LIMIT_BYTES },
    describe: describeRoute('Begins a conversation on a page', 'openWebchat', {
      requestBody: json({ type: 'object', properties: { language: text } }),
      responses: jsonResponses({ type: 'object', properties: { token: text, name: text } }, 403, 404, 429),
    }),
    async run(request, reply, context) {
      const { sessions, limits } = chatOf(context.db);
      const channel = await requireOpenChannel(context, channelIdOf(request));
      limits.sessionsPerAddress.consume(addressGroup(request.ip));
      const { language } = (request.body ?? {}) as { language?: unknown };
      const chosenLanguage = typeof language === 'string' && /^[a-z]{2}$/.test(language) ? language : null;
      const token = await sessions.open(channel.id, chosenLanguage);
      return reply.code(201).send({ token, name: channel.name });
    },
  },
  [`POST ${WEBCHAT_PATH}/:channel/messages`]: {
    open: true,
    options: { bodyLimit: BODY_LIMIT_BYTES },
    describe: describeRoute('Says something', 'sayInWebchat', {
      requestBody: json(messageSchema),
      responses: jsonResponses({ type: 'object', properties: { id: text } }, 401, 403, 404, 422, 429),
    }),
    async run(request, reply, context) {
      const { limits } = chatOf(context.db);
      const address = addressGroup(request.ip);
      // Before any lookup, so that rejected requests cost nothing.
      limits.messagesPerAddress.consume(address);
      limits.messagesPerSession.consume(requireToken(request));
      const session = await requireSession(request, context);
      const message = parsePageMessage(request.body);
      await ingestPageMessage(context, session, message, callerNumber(address));
      return reply.code(202).send({ id: message.id });
    },
  },
  [`GET ${WEBCHAT_PATH}/:channel/messages`]: {
    open: true,
    describe: describeRoute('What was said after a place in the conversation, or before one', 'hearWebchat', {
      parameters: [
        { name: 'after', in: 'query', required: false, schema: { type: 'integer', minimum: 0 } },
        {
          ...{ name: 'before', in: 'query', required: false },
          description:
            'Instead of `after`: a place in the conversation before which the last messages are answered.',
          schema: { type: 'integer', minimum: 0 },
        },
        {
          ...{ name: 'wait', in: 'query', required: false },
          description: 'Seconds for which the answer may wait for something to be said.',
          schema: { type: 'integer', minimum: 0, maximum: MAX_WAIT_S },
        },
      ],
      responses: jsonResponses(
        {
          type: 'object',
          properties: {
            messages: { type: 'array', items: { type: 'object' } },
            more: { type: 'boolean', description: 'What was asked for has others before these.' },
          },
        },
        ...[400, 401, 403, 404, 429],
      ),
    }),
    async run(request, _, context) {
      const chat = chatOf(context.db);
      const { after = '0', before, wait = '0' } = request.query as Record<string, string | undefined>;
      const isPlace = (text: string): boolean => /^\d{1,15}$/.test(text);
      if (!isPlace(after) || !isPlace(before ?? '0') || !/^\d{1,3}$/.test(wait))
        throw malformed(t('after, before and wait are numbers'));
      chat.limits.readsPerSession.consume(requireToken(request));
      if (before !== undefined || Number(wait) === 0) {
        const { id } = await requireSession(request, context);
        return before === undefined
          ? chat.sessions.since(id, Number(after))
          : chat.sessions.before(id, Number(before));
      }
      return limitWaits(request, chat, async () => {
        const { id } = await requireSession(request, context);
        return awaitMessages(request, chat, id, Number(after), Number(wait));
      });
    },
  },
};
