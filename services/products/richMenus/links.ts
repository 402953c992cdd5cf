import type { RichMenuLink } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import type { Context, DomainModule, JobKind } from '../../engine/modules/module.ts';
import { ApiError, invalid } from '../../engine/http/errors.ts';
import type { RecordWrite } from '../../engine/resources/actions.ts';
import { SYSTEM, type Actor } from '../../engine/resources/write/actor.ts';
import { records } from '../../engine/resources/write/records.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { updateUseState } from './menus.ts';
import { updateLineState } from './lineState.ts';
import { lockChannelMenus, updateRanks } from './ranks.ts';
import { enqueueSync } from './sync.ts';
import { message, t } from '../../../schemas/texts/translate.ts';

const ACTIVATE = 'rich-menu.activate';
export const PAST_TIME = message('You cannot choose time in the past');

type Link = RichMenuLink & EntityRecord;
const asLink = (record: EntityRecord): Link => record as Link;
const activationKey = (id: string): string => `${ACTIVATE}:${id}`;

/** Links of rich menus to channels: each becomes active at its time, and is synchronised with LINE. */
export const linksModule = {
  name: 'rich menu links',
  entity: 'rich-menu-link',
  hooks: (context) => ({
    async beforeCreate(write) {
      // A restored link whose trigger time has passed becomes active.
      if (write.operation === 'restore' && isPast(write.draft['triggerTime']))
        Reflect.deleteProperty(write.draft, 'triggerTime');
      rejectPastTime(write.draft, undefined);
      await rejectChannelBeingDeleted(write);
      // A restored link is activated by its job.
      if (write.operation !== 'create' || write.draft['triggerTime'] !== undefined) return;
      await lockChannelMenus(write.tx, write.draft['channel']);
      Object.assign(write.draft, { state: 'active', activeSince: new Date().toISOString() });
    },
    async afterCreate(write, record) {
      const link = asLink(record);
      await updateUseState(write, [link.richmenu]);
      if (link.state === 'active') await applyActivation(context, write, link);
      else await scheduleActivation(context, write.tx, link);
    },
    async beforeUpdate(write) {
      if (write.operation === 'activate')
        return void (await lockChannelMenus(write.tx, write.before['channel']));
      rejectPastTime(write.draft, write.before);
    },
    async afterUpdate(write, record) {
      const [link, before] = [asLink(record), asLink(write.before)];
      if (write.operation === 'activate') return applyActivation(context, write, link);
      await updateUseState(write, [link.richmenu, before.richmenu]);
      if (link.triggerTime === before.triggerTime) return undefined;
      await scheduleActivation(context, write.tx, link);
      // Removing the trigger time activates the link now.
      if (link.triggerTime !== undefined || write.operation !== 'update') return undefined;
      const activeSince = new Date().toISOString();
      return write
        .records('rich-menu-link')
        .transition(link.id, 'activate', { activeSince }, { validation: 'skip' });
    },
    async afterDelete(write) {
      const link = asLink(write.before);
      await updateUseState(write, [link.richmenu]);
      await context.jobs.cancel(write.tx, activationKey(link.id));
      if (link.state !== 'active') return;
      await updateRanks(write.tx, context.services(), link.channel);
      await enqueueSync(context, write.tx, link.channel);
    },
  }),
  handlers: {
    retry: {
      on: 'record',
      output: 'rich-menu-link',
      async run({ record, context }) {
        const { channel } = record as Link;
        await context.db.transaction((tx) => enqueueSync(context, tx, channel));
        return record;
      },
    },
  },
  jobs: {
    [ACTIVATE]: {
      label: message('Rich menu'),
      retry: 10,
      run: ({ data: { id }, claimedAt }, context) => activateDue(context, id, claimedAt),
    } satisfies JobKind<{ id: string }>,
  },
} satisfies DomainModule;

const isPast = (time: unknown): boolean => typeof time === 'string' && Date.parse(time) < Date.now();

/** @throws ApiError 422 for a new trigger time in the past */
function rejectPastTime(draft: Record<string, unknown>, before: EntityRecord | undefined): void {
  const { triggerTime } = draft as Partial<RichMenuLink>;
  if (triggerTime === undefined || triggerTime === before?.['triggerTime']) return;
  if (Date.parse(triggerTime) < Date.now()) throw invalid({ '/triggerTime': t(PAST_TIME) });
}

/** @throws ApiError 422 for a channel that is being deleted: its menus are being removed from LINE */
async function rejectChannelBeingDeleted({ catalog, tx, draft }: RecordWrite): Promise<void> {
  const { channel } = draft as Partial<RichMenuLink>;
  const stored = channel && (await catalog.require('channel').repository.within(tx).find(channel));
  if (stored && stored['deletion'] === 'deleting')
    throw invalid({ '/channel': t('The channel is being deleted') });
}

/** Enqueues the job that activates the link at its trigger time; without one, at once. */
async function scheduleActivation(
  { jobs }: Context,
  tx: Queryable,
  { id, triggerTime }: Link,
): Promise<void> {
  await jobs.cancel(tx, activationKey(id));
  const at = triggerTime === undefined ? undefined : new Date(triggerTime);
  await jobs.enqueue(tx, ACTIVATE, { id }, { at, key: activationKey(id) });
}

/** Effects of an activated link: it replaces the channel's default, is ranked, and LINE is synchronised. */
async function applyActivation(context: Context, write: RecordWrite, link: Link): Promise<void> {
  await replaceDefault(write, link);
  await updateRanks(write.tx, context.services(), link.channel);
  await updateLineState(write.tx, context.services(), [link.id], { lineState: 'waiting', lineFault: null });
  await enqueueSync(context, write.tx, link.channel);
}

/** Deletes the link that was the channel's default before: a channel has one menu for all users. */
async function replaceDefault(write: RecordWrite, link: Link): Promise<void> {
  if (link.default === false) return;
  const links = write.catalog.require('rich-menu-link').repository.within(write.tx);
  const where = [{ channel: link.channel, state: 'active', default: true }, { id: { ne: link.id } }];
  for (const { id } of await links.list({ take: 100, where }))
    await write.records('rich-menu-link').remove(id);
}

/** Activates a link now; does nothing if it is active or deleted. */
export async function activate(context: Context, id: string, actor: Actor = SYSTEM): Promise<void> {
  try {
    const values = { activeSince: new Date().toISOString() };
    const system = 'system' in actor ? actor : ({ system: true, onBehalfOf: actor } as const);
    await records(context.services(), 'rich-menu-link', system).transition(id, 'activate', values, {
      validation: 'skip',
    });
  } catch (error) {
    if (!(error instanceof ApiError) || !['STATE', 'NOT_FOUND'].includes(error.code)) throw error;
  }
}

/** Skips a link that was rescheduled meanwhile, which has another job. */
async function activateDue(context: Context, id: string, now: Date): Promise<void> {
  const link = await context.services().catalog.repository('rich-menu-link')?.find(id);
  if (!link || (link.triggerTime !== undefined && Date.parse(link.triggerTime) > now.getTime())) return;
  await activate(context, id);
}
