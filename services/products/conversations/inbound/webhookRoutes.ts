import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { JsonObject } from '../../../../schemas/model/types.ts';
import type { Context } from '../../../engine/modules/module.ts';
import { ApiError, malformed, unauthenticated } from '../../../engine/http/errors.ts';
import { isId } from '../../../engine/storage/matchSql.ts';
import { findChannel, isKnownChannel } from '../../../channels/channelCache.ts';
import { reportWebhookFault, reportWebhookProof } from '../../../channels/webhookState.ts';
import { ingestEvents } from './ingest.ts';
import type { ChannelService, UnsealedChannel } from '../../../channels/types.ts';
import { channelServices } from '../../../channels/registry.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { cutStored, storedText } from '../../../../schemas/texts/stored.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;
/** Characters of a stored error. */
const MAX_NOTE_CHARS = 500;
const WRONG_SIGNATURE_NOTE = storedText(
  'Several calls in a row had a signature that does not fit. Compare the channel secret or API key here with the one that signs them.',
);

type Request = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

/** `POST /webhooks/{path}/{channel}` of every channel type, and handshakes: signed by the platform, without a token. */
export function addInboundRoutes(scope: FastifyInstance, context: Context): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_, body, done) =>
    done(null, body),
  );
  // Platforms call often from few addresses: the rate limit counts only unsigned calls, and the first call for a
  // channel that this process does not know yet.
  const config = { open: true, rateLimit: false } as const;
  for (const service of channelServices()) {
    const address = `/webhooks/${service.path}/:id`;
    scope.post(address, { config, bodyLimit: BODY_LIMIT_BYTES }, (request: Request, reply) =>
      handleWebhook(context, service, request, reply),
    );
    if (service.inbound.handshake)
      scope.get(address, { config: { open: true } }, (request: Request, reply) =>
        answerHandshake(context, service, request, reply),
      );
  }
}

async function handleWebhook(
  context: Context,
  { type, inbound: { headers, verifySignature, parseEvents, answer } }: ChannelService,
  request: Request,
  reply: FastifyReply,
): Promise<object | string> {
  // Counted before the lookup, so that guessed ids cost the database no more than other requests.
  const isKnown = isKnownChannel(context, request.params.id);
  if (!isKnown) await request.server.consumeRateLimit(request, reply);
  const channel = await findOwnChannel(context, request, type);
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const header = (name: string): string => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : '';
  };
  if (!verifySignature(channel, raw, header) || !channel) {
    if (isKnown) await request.server.consumeRateLimit(request, reply);
    // What has no signature at all is no call of the platform.
    if (channel && headers.every((name) => header(name) !== ''))
      reportWebhookFault(context.services(), channel, 'refused', WRONG_SIGNATURE_NOTE).catch(context.onError);
    throw unauthenticated();
  }
  try {
    const events = parseEvents(parseJson(raw), channel);
    const received = await ingestEvents(context, channel, events);
    reportWebhookProof(context.services(), channel, 'stored').catch(context.onError);
    return answer(received);
  } catch (error) {
    const note = storedText('What came in was refused several times in a row: %{reason}', {
      reason: describeReason(error),
    });
    reportWebhookFault(context.services(), channel, 'unstored', cutStored(note, MAX_NOTE_CHARS)).catch(
      context.onError,
    );
    throw error;
  }
}

/** For the people who manage the channel. */
function describeReason(error: unknown): string {
  if (!(error instanceof ApiError) || error.status >= 500)
    return storedText('the services could not store it');
  const [first] = Object.entries(error.details.fields ?? {});
  return first ? `${first[0]}: ${first[1]}` : error.message;
}

async function findOwnChannel(
  { services }: Context,
  { params: { id } }: Request,
  type: string,
): Promise<UnsealedChannel | undefined> {
  const channel = isId(id) ? await findChannel(services(), id) : undefined;
  return channel?.type === type ? channel : undefined;
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    throw malformed(t('The body is not valid JSON'));
  }
}

/** Answers a platform that verifies the address. */
async function answerHandshake(
  context: Context,
  { type, inbound }: ChannelService,
  request: Request,
  reply: FastifyReply,
): Promise<string> {
  const channel = await findOwnChannel(context, request, type);
  const answer = inbound.handshake?.answer(request.query, channel);
  if (answer === undefined) throw unauthenticated();
  return reply.type('text/plain; charset=utf-8').send(answer) as unknown as string;
}

const stringSchema = { type: 'string' };
const idParameter = {
  name: 'id',
  in: 'path',
  required: true,
  schema: stringSchema,
  description: "The channel's id",
};
const header = (name: string): JsonObject => ({ name, in: 'header', required: true, schema: stringSchema });

/** The routes, for OpenAPI. */
export const inboundPaths = (): JsonObject =>
  Object.fromEntries(
    channelServices().map(({ path, inbound }): [string, JsonObject] => [
      `/webhooks/${path}/{id}`,
      {
        parameters: [idParameter],
        ...(inbound.handshake && { get: inbound.handshake.describe }),
        post: {
          summary: `What people write on ${inbound.source}`,
          operationId: `receiveFrom${path}`,
          tags: ['Webhooks'],
          security: [],
          parameters: inbound.headers.map(header),
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
          },
          responses: {
            200: { description: 'Stored; the bot answers by itself' },
            401: { description: 'Not signed by the channel' },
          },
        },
      },
    ]),
  );
