import { capabilitiesOf, channelTypesThatCan } from '../../../schemas/channels/registry.ts';
import { textOf } from '../../../schemas/model/text.ts';
import type { FastifyRequest } from 'fastify';
import { hasFormat } from '../../../schemas/model/formats.ts';
import { isPresent } from '../../../schemas/model/match.ts';
import type { EntityRecord, JsonObject } from '../../../schemas/model/types.ts';
import type { Context, Route } from '../../engine/modules/module.ts';
import { ApiError, invalid, notFound } from '../../engine/http/errors.ts';
import type { Resource } from '../../engine/resources/catalog.ts';
import type { RawQuery } from '../../engine/resources/listQuery.ts';
import { collectionBelow } from '../../engine/resources/nested.ts';
import {
  create,
  authorize,
  get,
  list,
  findVisible,
  remove,
  update,
} from '../../engine/resources/operations.ts';
import type { Caller } from '../../engine/resources/write/actor.ts';
import { requireObject, rejectUnknownFields } from '../../engine/resources/write/validateRecord.ts';
import { describeRoute, ITEM, ITEMS, RESOLVED, SETTINGS, SETTINGS_NOW, type Params } from './describe.ts';
import { asItems, asSettings } from './items.ts';
import { activate } from './links.ts';
import { explain } from './explain.ts';
import { enqueueSync } from './sync.ts';

type State = 'active' | 'upcoming';

const NO_TIME = 'A rich menu that is linked now has no date to link';

const BASE = '/api/v1/richmenus/channels';
const CHANNEL: Params = { id: 'The channel' };
const ONE: Params = { id: 'The channel', linkId: 'The link' };

/** Who asks, with the links of the channel that the address names. */
interface Asked {
  caller: Caller;
  links: Resource;
  channel: string;
}

/** @throws ApiError 403, 404 for a channel that is no LINE channel, which has no rich menus */
async function about(request: FastifyRequest, context: Context, operation: string): Promise<Asked> {
  const services = context.services();
  const { user } = request;
  const { requestKey } = request;
  const caller = { user, rights: services.catalog.rights(user.roles), address: request.ip, requestKey };
  const { id } = request.params as { id: string };
  authorize(services.catalog.require('rich-menu-link'), caller, operation);
  const links = await collectionBelow(services, caller, { entity: 'rich-menu-link', id });
  const channel = await findVisible(services.catalog.require('channel'), caller, id);
  if (!capabilitiesOf(textOf(channel['type'])).richMenus) throw notFound('Channel not found');
  return { caller, links, channel: channel.id };
}

/** The link that the address names, in the state that it names. @throws ApiError 404 */
async function linkAt(
  request: FastifyRequest,
  { links, caller }: Asked,
  state: State,
): Promise<EntityRecord> {
  const { linkId } = request.params as { linkId: string };
  const record = await findVisible(links, caller, linkId);
  if (record['state'] !== state) throw notFound('Rich menu link not found');
  return record;
}

const one = async (context: Context, asked: Asked, id: string): Promise<JsonObject | undefined> => {
  const record = await get(context.services(), asked.links, asked.caller, id);
  return (await asItems(context.services(), asked.caller, [record]))[0];
};

const listOf = (state: State): Route => ({
  describe: describeRoute(`The ${state} rich menus of a channel`, `list-${state}`, CHANNEL, {
    answer: ITEMS,
    paged: true,
  }),
  async run(request, _, context) {
    const asked = await about(request, context, 'read');
    const { take, cursorId, skip, keyword, ...rest } = request.query as RawQuery;
    rejectUnknownFields(rest);
    const sort = state === 'active' ? '-activeSince' : 'triggerTime';
    const query = { take, cursorId, skip, keyword, state, sort };
    const rows = await list(context.services(), asked.links, asked.caller, query);
    return asItems(context.services(), asked.caller, rows);
  },
});

/** Links a menu, now or at its time. */
const link = (state: State): Route => ({
  describe: describeRoute(
    state === 'active' ? 'Links a rich menu now' : 'Links a rich menu at a time',
    `link-${state}`,
    CHANNEL,
    { answer: ITEM, status: 201, body: state === 'active' ? SETTINGS_NOW : SETTINGS },
  ),
  async run(request, reply, context) {
    const asked = await about(request, context, 'create');
    const { triggerTime, ...settings } = asSettings(requireObject(request.body));
    const isTimed = isPresent(triggerTime);
    if (state === 'upcoming' && !isTimed) throw invalid({ '/triggerTime': 'Date to link is required' });
    // Whoever gives a time does not mean now.
    if (state === 'active' && isTimed) throw invalid({ '/triggerTime': NO_TIME });
    const values = state === 'upcoming' ? { ...settings, triggerTime } : settings;
    const { id } = await create(context.services(), asked.links, asked.caller, values);
    if (state === 'active') await activate(context, id, asked.caller);
    void reply.code(201);
    return one(context, asked, id);
  },
});

const drop = (state: State): Route => ({
  describe: describeRoute(
    `Takes ${state === 'active' ? 'an active' : 'an upcoming'} rich menu off a channel`,
    `unlink-${state}`,
    ONE,
    {
      answer: ITEM,
    },
  ),
  async run(request, _, context) {
    const asked = await about(request, context, 'delete');
    const { id } = await linkAt(request, asked, state);
    const [item] = await asItems(context.services(), asked.caller, [
      await remove(context.services(), asked.links, asked.caller, id),
    ]);
    return item;
  },
});

/** The calls of the management pages: `/api/v1/richmenus/channels` and what lies below. */
export const managementRoutes: Record<string, Route> = {
  [`GET ${BASE}`]: {
    describe: describeRoute(
      'The LINE channels with how many rich menus each has',
      'list-channels',
      {},
      {
        answer: { type: 'array', items: { $ref: '#/components/schemas/Channel' } },
        paged: true,
      },
    ),
    async run(request, _, { services }) {
      const { user } = request;
      const current = services();
      const caller = { user, rights: current.catalog.rights(user.roles), address: request.ip };
      authorize(current.catalog.require('rich-menu-link'), caller, 'read');
      const { take, cursorId, skip, keyword, ...rest } = request.query as RawQuery;
      rejectUnknownFields(rest);
      const query = { take, cursorId, skip, keyword, type: channelTypesThatCan('richMenus'), sort: 'name' };
      return list(current, current.catalog.require('channel'), caller, query);
    },
  },
  [`GET ${BASE}/:id`]: {
    describe: describeRoute(
      'A LINE channel: its name, and how many rich menus it has',
      'get-channel',
      CHANNEL,
      {
        answer: { $ref: '#/components/schemas/Channel' },
      },
    ),
    async run(request, _, context) {
      const { caller, channel } = await about(request, context, 'read');
      const services = context.services();
      return get(services, services.catalog.require('channel'), caller, channel);
    },
  },
  [`GET ${BASE}/:id/active`]: listOf('active'),
  [`POST ${BASE}/:id/active`]: link('active'),
  [`GET ${BASE}/:id/upcoming`]: listOf('upcoming'),
  [`POST ${BASE}/:id/upcoming`]: link('upcoming'),
  [`GET ${BASE}/:id/upcoming/:linkId`]: {
    describe: describeRoute('An upcoming rich menu of a channel', 'get-upcoming', ONE, { answer: ITEM }),
    async run(request, _, context) {
      const asked = await about(request, context, 'read');
      return one(context, asked, (await linkAt(request, asked, 'upcoming')).id);
    },
  },
  [`PUT ${BASE}/:id/upcoming/:linkId`]: {
    describe: describeRoute('Changes an upcoming rich menu of a channel', 'change-upcoming', ONE, {
      answer: ITEM,
      body: SETTINGS,
    }),
    async run(request, _, context) {
      const asked = await about(request, context, 'update');
      const stored = await linkAt(request, asked, 'upcoming');
      const { version = stored.version, ...settings } = asSettings(requireObject(request.body));
      await update(context.services(), asked.links, asked.caller, stored.id, { ...settings, version });
      // Without a time it is for now.
      if (!settings['triggerTime']) await activate(context, stored.id, asked.caller);
      return one(context, asked, stored.id);
    },
  },
  [`DELETE ${BASE}/:id/active/:linkId`]: drop('active'),
  [`DELETE ${BASE}/:id/upcoming/:linkId`]: drop('upcoming'),
  [`POST ${BASE}/:id/active/:linkId/retry`]: {
    describe: describeRoute('Tells LINE again what it refused', 'retry', ONE, { answer: { type: 'object' } }),
    async run(request, _, context) {
      const asked = await about(request, context, 'update');
      await linkAt(request, asked, 'active');
      await context.db.transaction((tx) => enqueueSync(context, tx, asked.channel));
      return {};
    },
  },
  [`GET ${BASE}/:id/resolve/:profileId`]: {
    describe: describeRoute(
      'Which rich menu a person sees, and why',
      'resolve',
      { id: 'The channel', profileId: 'The person' },
      { answer: RESOLVED },
    ),
    async run(request, _, context) {
      const asked = await about(request, context, 'read');
      const { at } = request.query as { at?: string };
      if (at !== undefined && !hasFormat('date-time', at))
        throw new ApiError(400, 'MALFORMED', '"at" must be a time');
      const { profileId } = request.params as { profileId: string };
      const profiles = context.services().catalog.require('profile');
      authorize(profiles, asked.caller, 'read');
      const person = await findVisible(profiles, asked.caller, profileId);
      return explain(context.services(), asked.channel, person, at);
    },
  },
};
