import {
  capabilitiesOf,
  channelLabelsThatCan,
  channelTypesThatCan,
} from '../../../schemas/channels/registry.ts';
import { textOf } from '../../../schemas/model/text.ts';
import type { FastifyRequest } from 'fastify';
import { hasFormat } from '../../../schemas/model/formats.ts';
import { isPresent } from '../../../schemas/model/match.ts';
import type { EntityRecord, JsonObject } from '../../../schemas/model/types.ts';
import type { Context, Route } from '../../engine/modules/module.ts';
import { ApiError, invalid, notFound } from '../../engine/http/errors.ts';
import type { Resource } from '../../engine/resources/catalog.ts';
import type { RawQuery } from '../../engine/resources/listQuery.ts';
import { nestedCollection } from '../../engine/resources/nested.ts';
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
import {
  describeRoute,
  LINK_ITEM,
  LINK_ITEMS,
  MENU_RESOLUTION,
  UPCOMING_LINK_INPUT,
  ACTIVE_LINK_INPUT,
  type Params,
} from './openapi.ts';
import { toLinkItems, parseLinkInput } from './linkItems.ts';
import { explainMenu } from './explainMenu.ts';
import { enqueueSync } from './sync.ts';
import { t } from '../../../schemas/texts/translate.ts';

type State = 'active' | 'upcoming';

const TIME_NOT_ALLOWED = 'A rich menu that is linked now has no date to link';

const BASE_PATH = '/api/v1/richmenus/channels';
/** Platforms that have rich menus. */
const PLATFORM = channelLabelsThatCan('richMenus');
const CHANNEL_PARAMS: Params = { id: 'The channel' };
const LINK_PARAMS: Params = { id: 'The channel', linkId: 'The link' };

/** The caller, and the links of the requested channel. */
interface ChannelRequest {
  caller: Caller;
  links: Resource;
  channel: string;
}

/** @throws ApiError 403, or 404 for a channel whose platform has no rich menus */
async function authorizeRequest(
  request: FastifyRequest,
  context: Context,
  operation: string,
): Promise<ChannelRequest> {
  const services = context.services();
  const { user } = request;
  const { idempotencyKey } = request;
  const caller = { user, rights: services.catalog.rights(user.roles), address: request.ip, idempotencyKey };
  const { id } = request.params as { id: string };
  authorize(services.catalog.require('rich-menu-link'), caller, operation);
  const links = await nestedCollection(services, caller, { entity: 'rich-menu-link', id });
  const channel = await findVisible(services.catalog.require('channel'), caller, id);
  if (!capabilitiesOf(textOf(channel['type'])).richMenus) throw notFound(t('Channel not found'));
  return { caller, links, channel: channel.id };
}

/** The link of the address, in the given state. @throws ApiError 404 */
async function findLink(
  request: FastifyRequest,
  { links, caller }: ChannelRequest,
  state: State,
): Promise<EntityRecord> {
  const { linkId } = request.params as { linkId: string };
  const record = await findVisible(links, caller, linkId);
  if (record['state'] !== state) throw notFound(t('Rich menu link not found'));
  return record;
}

const readItem = async (
  context: Context,
  target: ChannelRequest,
  id: string,
): Promise<JsonObject | undefined> => {
  const record = await get(context.services(), target.links, target.caller, id);
  return (await toLinkItems(context.services(), [record]))[0];
};

const listRoute = (state: State): Route => ({
  describe: describeRoute(`The ${state} rich menus of a channel`, `list-${state}`, CHANNEL_PARAMS, {
    answer: LINK_ITEMS,
    paged: true,
  }),
  async run(request, _, context) {
    const target = await authorizeRequest(request, context, 'read');
    const { take, cursorId, skip, keyword, ...rest } = request.query as RawQuery;
    rejectUnknownFields(rest);
    const services = context.services();
    const sort = state === 'active' ? 'rank' : 'triggerTime';
    const rows = await list(services, target.links, target.caller, {
      ...{ take, cursorId, skip, keyword, state, sort },
    });
    return toLinkItems(services, rows);
  },
});

/** Links a menu, now or at its time. */
const linkRoute = (state: State): Route => ({
  describe: describeRoute(
    state === 'active' ? 'Links a rich menu now' : 'Links a rich menu at a time',
    `link-${state}`,
    CHANNEL_PARAMS,
    { answer: LINK_ITEM, status: 201, body: state === 'active' ? ACTIVE_LINK_INPUT : UPCOMING_LINK_INPUT },
  ),
  async run(request, reply, context) {
    const target = await authorizeRequest(request, context, 'create');
    const { triggerTime, ...settings } = parseLinkInput(requireObject(request.body));
    const isTimed = isPresent(triggerTime);
    if (state === 'upcoming' && !isTimed) throw invalid({ '/triggerTime': t('Date to link is required') });
    // A trigger time contradicts the address.
    if (state === 'active' && isTimed) throw invalid({ '/triggerTime': TIME_NOT_ALLOWED });
    const values = state === 'upcoming' ? { ...settings, triggerTime } : settings;
    const { id } = await create(context.services(), target.links, target.caller, values);
    void reply.code(201);
    return readItem(context, target, id);
  },
});

const unlinkRoute = (state: State): Route => ({
  describe: describeRoute(
    `Takes ${state === 'active' ? 'an active' : 'an upcoming'} rich menu off a channel`,
    `unlink-${state}`,
    LINK_PARAMS,
    {
      answer: LINK_ITEM,
    },
  ),
  async run(request, _, context) {
    const target = await authorizeRequest(request, context, 'delete');
    const { id } = await findLink(request, target, state);
    const [item] = await toLinkItems(context.services(), [
      await remove(context.services(), target.links, target.caller, id),
    ]);
    return item;
  },
});

/** Routes of the management pages, below `/api/v1/richmenus/channels`. */
export const managementRoutes: Record<string, Route> = {
  [`GET ${BASE_PATH}`]: {
    describe: describeRoute(
      `The ${PLATFORM} channels with how many rich menus each has`,
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
  [`GET ${BASE_PATH}/:id`]: {
    describe: describeRoute(
      `A ${PLATFORM} channel: its name, and how many rich menus it has`,
      'get-channel',
      CHANNEL_PARAMS,
      {
        answer: { $ref: '#/components/schemas/Channel' },
      },
    ),
    async run(request, _, context) {
      const { caller, channel } = await authorizeRequest(request, context, 'read');
      const services = context.services();
      return get(services, services.catalog.require('channel'), caller, channel);
    },
  },
  [`GET ${BASE_PATH}/:id/active`]: listRoute('active'),
  [`POST ${BASE_PATH}/:id/active`]: linkRoute('active'),
  [`GET ${BASE_PATH}/:id/upcoming`]: listRoute('upcoming'),
  [`POST ${BASE_PATH}/:id/upcoming`]: linkRoute('upcoming'),
  [`GET ${BASE_PATH}/:id/upcoming/:linkId`]: {
    describe: describeRoute('An upcoming rich menu of a channel', 'get-upcoming', LINK_PARAMS, {
      answer: LINK_ITEM,
    }),
    async run(request, _, context) {
      const target = await authorizeRequest(request, context, 'read');
      return readItem(context, target, (await findLink(request, target, 'upcoming')).id);
    },
  },
  [`PUT ${BASE_PATH}/:id/upcoming/:linkId`]: {
    describe: describeRoute('Changes an upcoming rich menu of a channel', 'change-upcoming', LINK_PARAMS, {
      answer: LINK_ITEM,
      body: UPCOMING_LINK_INPUT,
    }),
    async run(request, _, context) {
      const target = await authorizeRequest(request, context, 'update');
      const stored = await findLink(request, target, 'upcoming');
      const { version = stored.version, ...settings } = parseLinkInput(requireObject(request.body));
      await update(context.services(), target.links, target.caller, stored.id, { ...settings, version });
      return readItem(context, target, stored.id);
    },
  },
  [`DELETE ${BASE_PATH}/:id/active/:linkId`]: unlinkRoute('active'),
  [`DELETE ${BASE_PATH}/:id/upcoming/:linkId`]: unlinkRoute('upcoming'),
  [`POST ${BASE_PATH}/:id/active/:linkId/retry`]: {
    describe: describeRoute(`Tells ${PLATFORM} again what it refused`, 'retry', LINK_PARAMS, {
      answer: { type: 'object' },
    }),
    async run(request, _, context) {
      const target = await authorizeRequest(request, context, 'update');
      await findLink(request, target, 'active');
      await context.db.transaction((tx) => enqueueSync(context, tx, target.channel));
      return {};
    },
  },
  [`GET ${BASE_PATH}/:id/resolve/:profileId`]: {
    describe: describeRoute(
      'Which rich menu a person sees, and why',
      'resolve',
      { id: 'The channel', profileId: 'The person' },
      { answer: MENU_RESOLUTION },
    ),
    async run(request, _, context) {
      const target = await authorizeRequest(request, context, 'read');
      const { at } = request.query as { at?: string };
      if (at !== undefined && !hasFormat('date-time', at))
        throw new ApiError(400, 'MALFORMED', t('"at" must be a time'));
      const { profileId } = request.params as { profileId: string };
      const profiles = context.services().catalog.require('profile');
      authorize(profiles, target.caller, 'read');
      const person = await findVisible(profiles, target.caller, profileId);
      return explainMenu(context.services(), target.channel, person, at);
    },
  },
};
