import { randomBytes } from 'node:crypto';
import type { RecordWrite } from '../../engine/resources/actions.ts';
import type { Context, DomainModule, JobKind, Route } from '../../engine/modules/module.ts';
import type { JsonObject } from '../../../schemas/model/types.ts';
import type { Principal } from '../../engine/http/access.ts';
import { ApiError, forbidden, invalid, unauthenticated } from '../../engine/http/errors.ts';
import type { Services } from '../../engine/resources/services.ts';
import { requireObject } from '../../engine/resources/write/validateRecord.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { callPlatform, UpstreamUnavailableError } from '../callPlatform.ts';
import { recordCredentialsCheck, unsealChannel } from '../channelState.ts';
import { classifyMetaError } from './metaErrors.ts';
import { subscribePage } from './subscription.ts';
import { GRAPH_API } from './addresses.ts';
import { message, t } from '../../../schemas/texts/translate.ts';

/** Pages of a user; the Graph API returns no more per request. */
const MAX_PAGES = 100;

const SUBSCRIBE = 'channel.subscribe';

/** Enqueues the subscription of the app to the channel's page, in the transaction of the change. */
async function enqueueSubscription(
  { jobs }: Context,
  tx: Queryable,
  channel: Record<string, unknown>,
): Promise<void> {
  const { id, type, token, pageId } = channel;
  if (type !== 'FACEBOOK' || !token || !pageId) return;
  await jobs.enqueue(tx, SUBSCRIBE, { id }, { key: String(id) });
}

/** The jobs that subscribe to pages; a rejection is recorded on the channel. */
const facebookJobs = {
  [SUBSCRIBE]: {
    label: message('Subscription of a Facebook page'),
    async run({ data: { id } }, { services, settings }) {
      const record = await services().catalog.require('channel').repository.find(id);
      if (!record) return;
      const { token = '', pageId = '' } = unsealChannel(services(), record);
      if (token === '' || pageId === '') return;
      const answer = await subscribePage({ graphApiUrl: settings.addressOf(GRAPH_API), pageId, token });
      if (answer.status === 200) return;
      const { outcome, channelMessage } = classifyMetaError(answer);
      // Subscribing is idempotent, so that an unclear outcome is retried too.
      if (outcome !== 'refuse') throw new UpstreamUnavailableError(channelMessage);
      await recordCredentialsCheck(services(), id, {
        credentials: 'failed',
        credentialsNote: channelMessage,
      });
    },
  } satisfies JobKind<{ id: string }> as JobKind,
};

interface Page {
  id: string;
  name: string;
}

/** Parameters of the list of pages, with their descriptions. */
const QUERY_FIELDS = {
  token: 'An access token; without one the token of the channel `record` is taken.',
  userId: 'Whose pages; by default those of the holder of the token.',
  record: 'Id of a stored channel.',
};
type PagesQuery = Partial<Record<keyof typeof QUERY_FIELDS, string>>;
const MAX_FIELD_CHARS = 2_000;
const TEXT = { type: 'string', maxLength: MAX_FIELD_CHARS };

const describePages = (operationId: string, input: JsonObject): JsonObject => ({
  summary: 'Pages that the holder of a Facebook token manages, for a channel to be chosen from',
  operationId,
  tags: ['Channels'],
  ...input,
  responses: {
    200: {
      description: 'The pages',
      content: {
        'application/json': {
          schema: {
            type: 'array',
            items: {
              type: 'object',
              required: ['id', 'name'],
              properties: { id: { type: 'string' }, name: { type: 'string' } },
            },
          },
        },
      },
    },
  },
});

/** `/api/v1/channels/facebook/pages`: by POST, since a token in a URL ends up in logs and histories; and by GET. */
const pagesRoutes: Record<'GET' | 'POST', Route> = {
  GET: {
    describe: describePages('listFacebookPages', {
      parameters: Object.entries(QUERY_FIELDS).map(([name, description]) => ({
        ...{ name, description, in: 'query', required: false, schema: TEXT },
      })),
    }),
    run: (request, _, context) => listPages(request.user, request.query, context),
  },
  POST: {
    describe: describePages('askFacebookPages', {
      requestBody: {
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: Object.fromEntries(
                Object.entries(QUERY_FIELDS).map(([name, description]) => [name, { ...TEXT, description }]),
              ),
            },
          },
        },
      },
    }),
    run: (request, _, context) => listPages(request.user, request.body, context),
  },
};

async function listPages(
  user: Principal | undefined,
  input: unknown,
  { services, settings }: Context,
): Promise<Page[]> {
  if (!user) throw unauthenticated();
  if (!services().catalog.rights(user.roles).may('channel', 'update')) throw forbidden();
  const query = parseQuery(input);
  const { userId = 'me' } = query;
  const token = query.token ?? (await storedToken(services(), query.record));
  if (!token) throw invalid({ '/token': t('Access token is required') });
  const url = `${settings.addressOf(GRAPH_API)}/${encodeURIComponent(userId)}/accounts?fields=id,name&limit=${MAX_PAGES}`;
  try {
    const answer = await callPlatform(url, { headers: { authorization: `Bearer ${token}` } });
    if (answer.status !== 200) throw invalid({ '/token': classifyMetaError(answer).channelMessage });
    const pages = (answer.body?.['data'] ?? []) as Page[];
    return pages.map(({ id, name }) => ({ id, name }));
  } catch (error) {
    if (error instanceof UpstreamUnavailableError) throw new ApiError(503, 'UNAVAILABLE', error.message);
    throw error;
  }
}

/** @throws ApiError 422 for what is no text */
function parseQuery(input: unknown): PagesQuery {
  const fields = requireObject(input ?? {});
  const errors = Object.keys(QUERY_FIELDS).filter((name) => {
    const value = fields[name];
    return value !== undefined && (typeof value !== 'string' || !/^[\x20-\x7e]{0,2000}$/.test(value));
  });
  if (errors.length > 0)
    throw invalid(Object.fromEntries(errors.map((name) => [`/${name}`, 'Invalid text'])));
  return fields;
}

async function storedToken(services: Services, id: string | undefined): Promise<string | undefined> {
  const channel =
    id === undefined ? undefined : await services.catalog.require('channel').repository.find(id);
  return channel && unsealChannel(services, channel).token;
}

/** Assigns the verify token, which Facebook sends in the handshake of the webhook. It is not a secret. */
function assignVerifyToken({ draft }: RecordWrite): void {
  if (draft['type'] === 'FACEBOOK') draft['verifyToken'] ??= randomBytes(16).toString('hex');
}

/** Verify tokens, subscriptions, and the list of pages to choose from. */
export const facebookPagesModule = {
  name: 'facebook pages',
  entity: 'channel',
  hooks: (context) => ({
    beforeCreate: async (write) => assignVerifyToken(write),
    afterCreate: (write, channel) => enqueueSubscription(context, write.tx, { ...channel }),
    beforeUpdate: async (write) => assignVerifyToken(write),
    async afterUpdate(write, channel) {
      // On every save and activation, since Facebook may have lost the subscription meanwhile.
      if (channel['active'] !== false) await enqueueSubscription(context, write.tx, { ...channel });
    },
  }),
  jobs: facebookJobs,
  routes: {
    'GET /api/v1/channels/facebook/pages': pagesRoutes.GET,
    'POST /api/v1/channels/facebook/pages': pagesRoutes.POST,
  },
} satisfies DomainModule;
