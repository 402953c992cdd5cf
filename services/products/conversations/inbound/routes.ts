import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { JsonObject } from '../../../../schemas/model/types.ts';
import type { Context } from '../../../engine/modules/module.ts';
import { malformed, unauthenticated } from '../../../engine/http/errors.ts';
import { isId } from '../../../engine/storage/matchSql.ts';
import { findChannel, isKnownChannel } from '../channelBook.ts';
import { receive } from '../intake/intake.ts';
import type { InboundEvent, LiveChannel, Received } from '../types.ts';
import { eventsOfCustom } from './custom.ts';
import { eventsOfFacebook } from './facebook.ts';
import { eventsOfLine } from './line.ts';
import { sameText, signsAsFacebook, signsAsLine, signsAsOurs } from './signatures.ts';

/** Bytes of what a platform sends at once. */
const BODY_LIMIT = 1024 * 1024;
/** Stands in where a channel has no secret, so that its absence takes as long as a wrong signature. */
const NOBODY = 'nobody-knows-this-secret';

type Request = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

/** How calls of one platform are told from those of others, and read. */
interface Platform {
  type: LiveChannel['type'];
  isSigned(channel: LiveChannel | undefined, raw: Buffer, header: (name: string) => string): boolean;
  eventsOf(body: unknown, channel: LiveChannel): InboundEvent[];
  answer(received: Received): object | string;
}

const PLATFORMS: Record<string, Platform> = {
  line: {
    type: 'LINE',
    isSigned: (channel, raw, header) =>
      signsAsLine(channel?.secret ?? NOBODY, raw, header('x-line-signature')) &&
      channel?.secret !== undefined,
    eventsOf: eventsOfLine,
    answer: () => ({}),
  },
  facebook: {
    type: 'FACEBOOK',
    isSigned: (channel, raw, header) =>
      signsAsFacebook(channel?.secret ?? NOBODY, raw, header('x-hub-signature-256')) &&
      channel?.secret !== undefined,
    eventsOf: (body, { pageId = '' }) => eventsOfFacebook(body, pageId),
    answer: () => 'EVENT_RECEIVED',
  },
  custom: signedAsOurs('CUSTOM'),
  webchat: signedAsOurs('WEBCHAT'),
};

/** A custom channel, or a front end of a web chat that is not our page. */
function signedAsOurs(type: LiveChannel['type']): Platform {
  return {
    type,
    isSigned: (channel, raw, header) =>
      signsAsOurs(channel?.apiKey ?? NOBODY, raw, header('x-timestamp'), header('x-signature')) &&
      channel?.apiKey !== undefined,
    eventsOf: eventsOfCustom,
    answer: (received) => received,
  };
}

/** `POST /webhooks/{line|facebook|custom|webchat}/{channel}`, and Facebook's handshake: signed by the platform, no token. */
export function addInboundRoutes(scope: FastifyInstance, context: Context): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_, body, done) =>
    done(null, body),
  );
  // Platforms call from few addresses, as often as people write: only what they did not sign counts against those,
  // and the first call for a channel that this process has not looked up yet.
  const config = { open: true, rateLimit: false } as const;
  for (const [name, platform] of Object.entries(PLATFORMS))
    scope.post(`/webhooks/${name}/:id`, { config, bodyLimit: BODY_LIMIT }, (request: Request, reply) =>
      takeIn(context, platform, request, reply),
    );
  scope.get('/webhooks/facebook/:id', { config: { open: true } }, (request: Request, reply) =>
    shakeHands(context, request, reply),
  );
}

async function takeIn(
  context: Context,
  { type, isSigned, eventsOf, answer }: Platform,
  request: Request,
  reply: FastifyReply,
): Promise<object | string> {
  // What has to be looked up is counted before that: ids that nobody has cost the database no more than any request.
  const isKnown = isKnownChannel(context, request.params.id);
  if (!isKnown) await request.server.countCaller(request, reply);
  const channel = await channelOf(context, request, type);
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const header = (name: string): string => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : '';
  };
  if (!isSigned(channel, raw, header) || !channel) {
    if (isKnown) await request.server.countCaller(request, reply);
    throw unauthenticated();
  }
  const events = eventsOf(parsed(raw), channel);
  return answer(await receive(context, channel, events));
}

async function channelOf(
  { services }: Context,
  { params: { id } }: Request,
  type: LiveChannel['type'],
): Promise<LiveChannel | undefined> {
  const channel = isId(id) ? await findChannel(services(), id) : undefined;
  return channel?.type === type ? channel : undefined;
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    throw malformed('The body is not valid JSON');
  }
}

/** Facebook asks once whether the address is the page's: whoever knows the channel's verify token is told so. */
async function shakeHands(context: Context, request: Request, reply: FastifyReply): Promise<string> {
  const text = (name: string): string => {
    const value = request.query[`hub.${name}`];
    return typeof value === 'string' ? value : '';
  };
  const channel = await channelOf(context, request, 'FACEBOOK');
  const isKnown = sameText(text('verify_token'), channel?.verifyToken ?? NOBODY) && channel?.verifyToken;
  const challenge = text('challenge');
  if (text('mode') !== 'subscribe' || !isKnown || !/^[\w-]{1,200}$/.test(challenge)) throw unauthenticated();
  return reply.type('text/plain; charset=utf-8').send(challenge) as unknown as string;
}

const text = { type: 'string' };
const parameter = { name: 'id', in: 'path', required: true, schema: text, description: "The channel's id" };
const headers = (...names: string[]) =>
  names.map((name) => ({ name, in: 'header', required: true, schema: text }));

/** For the description of the API. */
export const INBOUND_PATHS: JsonObject = Object.fromEntries(
  Object.entries({
    line: ['LINE', headers('x-line-signature')] as const,
    facebook: ['Facebook', headers('x-hub-signature-256')] as const,
    custom: ['a custom channel', headers('x-timestamp', 'x-signature')] as const,
    webchat: ['another front end of a web chat', headers('x-timestamp', 'x-signature')] as const,
  }).map(([name, [called, own]]): [string, JsonObject] => [
    `/webhooks/${name}/{id}`,
    {
      parameters: [parameter],
      ...(name === 'facebook' && {
        get: {
          summary: 'Handshake of the webhook with Facebook',
          operationId: 'facebookHandshake',
          tags: ['Webhooks'],
          security: [],
          parameters: [
            ...['mode', 'verify_token', 'challenge'].map((query) => ({
              ...{ name: `hub.${query}`, in: 'query', required: true, schema: text },
            })),
          ],
          responses: { 200: { description: 'The challenge' }, 401: { description: 'Another verify token' } },
        },
      }),
      post: {
        summary: `What people write on ${called}`,
        operationId: `receiveFrom${name}`,
        tags: ['Webhooks'],
        security: [],
        parameters: [...own],
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
