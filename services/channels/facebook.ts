import type { Context, JobKind, Route } from '../domain/module.ts';
import { ApiError, forbidden, invalid, unauthenticated } from '../plugins/errors.ts';
import type { Services } from '../resources/services.ts';
import type { Queryable } from '../storage/database.ts';
import { ask, Unreachable } from './ask.ts';
import { keepVerdict, opened } from './facts.ts';
import { judgeMetaError } from './metaErrors.ts';

/** What of a page the bot is told. */
const SUBSCRIBED = 'messages,messaging_postbacks';
/** Pages that one person manages and is shown; Graph gives no more at once. */
const MOST_PAGES = 100;

const SUBSCRIBE = 'channel.subscribe';

/** Has Facebook tell the bot what people write to a page, once the change of the channel is stored. */
export async function followPage(
  { jobs }: Context,
  tx: Queryable,
  channel: Record<string, unknown>,
): Promise<void> {
  const { id, type, token, pageId } = channel;
  if (type !== 'FACEBOOK' || !token || !pageId) return;
  await jobs.enqueue(tx, SUBSCRIBE, { id }, { key: String(id) });
}

/** The jobs that subscribe to pages; a refusal is told at the channel. */
export const facebookJobs = {
  [SUBSCRIBE]: {
    label: 'Subscription of a Facebook page',
    async run({ data: { id } }, { services, settings }) {
      const record = await services().catalog.require('channel').repository.find(id);
      if (!record) return;
      const { token = '', pageId = '' } = opened(services(), record);
      if (token === '' || pageId === '') return;
      const url = `${settings.graphApiUrl}/${encodeURIComponent(pageId)}/subscribed_apps?subscribed_fields=${SUBSCRIBED}`;
      const answer = await ask(url, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
      if (answer.status === 200) return;
      const { outcome, onChannel } = judgeMetaError(answer);
      // To subscribe twice does no harm.
      if (outcome !== 'refuse') throw new Unreachable(onChannel);
      await keepVerdict(services(), id, { credentials: 'failed', credentialsNote: onChannel });
    },
  } satisfies JobKind<{ id: string }> as JobKind,
};

interface Page {
  id: string;
  name: string;
}

/**
 * `GET /api/v1/channels/facebook/pages?token&userId`: the pages that a person manages, for a channel to be chosen from.
 * Without a token the one that the channel `record` has is taken.
 */
export const pagesRoute: Route = {
  describe: {
    summary: 'Pages that the holder of a Facebook token manages',
    operationId: 'listFacebookPages',
    tags: ['Channels'],
    parameters: ['token', 'userId', 'record'].map((name) => ({
      ...{ name, in: 'query', required: false },
      schema: { type: 'string', maxLength: 2000 },
    })),
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
  },
  async run(request, _, { services, settings }): Promise<Page[]> {
    const { user } = request;
    if (!user) throw unauthenticated();
    if (!services().catalog.rights(user.roles).may('channel', 'update')) throw forbidden();
    const asked = request.query as { token?: string; userId?: string; record?: string };
    const { userId = 'me' } = asked;
    const token = asked.token ?? (await storedToken(services(), asked.record));
    if (!token) throw invalid({ '/token': 'Access token is required' });
    const url = `${settings.graphApiUrl}/${encodeURIComponent(userId)}/accounts?fields=id,name&limit=${MOST_PAGES}`;
    try {
      const answer = await ask(url, { headers: { authorization: `Bearer ${token}` } });
      if (answer.status !== 200) throw invalid({ '/token': judgeMetaError(answer).onChannel });
      const pages = (answer.body?.['data'] ?? []) as Page[];
      return pages.map(({ id, name }) => ({ id, name }));
    } catch (error) {
      if (error instanceof Unreachable) throw new ApiError(503, 'UNAVAILABLE', error.message);
      throw error;
    }
  },
};

async function storedToken(services: Services, id: string | undefined): Promise<string | undefined> {
  const channel =
    id === undefined ? undefined : await services.catalog.require('channel').repository.find(id);
  return channel && opened(services, channel).token;
}
