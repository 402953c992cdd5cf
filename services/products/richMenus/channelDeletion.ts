import { setTimeout as delay } from 'node:timers/promises';
import { channelLabelsThatCan } from '../../../schemas/channels/registry.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { updateChannelFields, unsealChannel, type ChannelLiveFields } from '../../channels/channelState.ts';
import type { Context, DomainModule } from '../../engine/modules/module.ts';
import { enqueueOnBehalf, onBehalf, type ActorJobContext } from '../../engine/modules/onBehalf.ts';
import { JobError } from '../../engine/jobs/index.ts';
import type { Principal } from '../../engine/http/access.ts';
import { ApiError } from '../../engine/http/errors.ts';
import type { RecordWrite } from '../../engine/resources/actions.ts';
import { records } from '../../engine/resources/write/records.ts';
import { runInTransaction } from '../../engine/resources/write/transaction.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { isTransient, LineApiError } from '../../channels/line/richMenuClient.ts';
import { enqueueSync, isSyncing, removeAllMenus } from './sync.ts';
import { storedText } from '../../../schemas/texts/stored.ts';
import { message } from '../../../schemas/texts/translate.ts';

const DELETE_JOB = 'channel.delete';
const DELETE_ANYWAY = 'delete-anyway';
/** The last retry runs about three hours after the deletion. */
const MAX_RETRIES = 10;
/** Interval of checking whether a sync of the channel is running. */
const SYNC_POLL_MS = 1_000;
const NO_TOKEN = storedText('The channel has no access token, so its rich menus cannot be removed.');

interface DeletionData {
  channel: string;
  /** Delete the channel even if the platform refuses to remove the menus. */
  anyway: boolean;
}

/** Removes a channel's rich menus from LINE before the channel, and with it its token, is deleted. */
export const deletionModule = {
  name: 'deletion of channels',
  entity: 'channel',
  hooks: (context) => ({
    async postponeDelete(write) {
      if (!(await hasMenusAtLine(write))) return false;
      // Deactivated first: new messages would create profiles that refer to the channel and block its deletion.
      if (write.before['active'] !== false)
        await write.records('channel').change(write.id, (stored) => ({ ...stored, active: false }), {
          operation: 'deactivate',
          validation: 'skip',
        });
      await beginDeletion(context, write, false);
      return true;
    },
    async beforeUpdate(write) {
      if (write.operation === DELETE_ANYWAY) return beginDeletion(context, write, true);
      if (write.before['deletion'] !== 'failed' || !write.user) return;
      // Editing a channel whose deletion failed cancels the deletion and restores its menus.
      await updateChannelFields(write.tx, context.services(), write.id, {
        deletion: null,
        deletionNote: null,
      });
      await enqueueSync(context, write.tx, write.id);
    },
    async afterDelete({ tx, id }) {
      for (const table of ['line_rich_menu', 'line_rich_menu_person'])
        await tx.query(`DELETE FROM ${table} WHERE channel = $1::uuid`, [id]);
    },
  }),
  handlers: {
    [DELETE_ANYWAY]: { on: 'record', output: 'channel', run: ({ change }) => change({}) },
  },
  jobs: {
    [DELETE_JOB]: {
      label: message('Deletion of a channel'),
      retry: MAX_RETRIES,
      backoff: 10,
      timeout: '2h',
      run: onBehalf<DeletionData>(deleteChannel),
    },
  },
} satisfies DomainModule;

/** Whether menus of the channel are at LINE, or a sync may be creating them. */
async function hasMenusAtLine({
  tx,
  id,
  catalog,
  before,
}: RecordWrite & { before: EntityRecord }): Promise<boolean> {
  if (await hasRecordedMenus(tx, id)) return true;
  if (!before['token']) return false;
  const links = catalog.require('rich-menu-link').repository.within(tx);
  return (await links.list({ take: 1, where: [{ channel: id, state: 'active' }] })).length > 0;
}

/** Whether any menu of the channel was created at LINE and not removed since. */
async function hasRecordedMenus(tx: Queryable, channel: string): Promise<boolean> {
  const found = await tx.query(
    `SELECT 1 WHERE EXISTS (SELECT FROM line_rich_menu WHERE channel = $1::uuid)
       OR EXISTS (SELECT FROM line_rich_menu_person WHERE channel = $1::uuid)`,
    [channel],
  );
  return found.length > 0;
}

/** Marks the channel as being deleted and enqueues the job, in the transaction of the person's change. */
async function beginDeletion(
  { jobs, services }: Context,
  { tx, id, user }: RecordWrite,
  anyway: boolean,
): Promise<void> {
  await updateChannelFields(tx, services(), id, {
    deletion: 'deleting',
    deletionNote: storedText('Removing its rich menus from %{platform}.', {
      platform: channelLabelsThatCan('richMenus'),
    }),
  });
  const data: DeletionData = { channel: id, anyway };
  const key = `${DELETE_JOB}:${id}`;
  await jobs.cancel(tx, key);
  await enqueueOnBehalf({ jobs, services: services(), tx }, { user: user as Principal }, DELETE_JOB, data, {
    key,
  });
}

async function deleteChannel(job: ActorJobContext<DeletionData>, context: Context): Promise<void> {
  const { channel, anyway } = job.data;
  try {
    const caller = await job.caller({ entity: 'channel', operations: ['delete'] });
    await removeMenusFromLine(job, context);
    const system = { system: true, onBehalfOf: caller } as const;
    if (await findChannelBeingDeleted(context, channel))
      await records(context.services(), 'channel', system).remove(channel);
  } catch (error) {
    job.signal.throwIfAborted();
    const isLast = job.attempt > MAX_RETRIES;
    if (error instanceof LineApiError) {
      const isFinal = anyway || isLast || !isTransient(error);
      const reason =
        isFinal && isTransient(error)
          ? storedText('%{platform} did not answer for hours.', {
              platform: channelLabelsThatCan('richMenus'),
            })
          : error.message;
      await publishDeletionState(context, channel, {
        ...(isFinal && { deletion: 'failed' }),
        deletionNote: reason,
      });
      throw new JobError(reason, isFinal);
    }
    const reason = error instanceof ApiError || error instanceof JobError ? error.message : undefined;
    if (reason !== undefined || isLast)
      await publishDeletionState(context, channel, {
        deletion: 'failed',
        deletionNote: reason ?? storedText('Something went wrong. Delete the channel again.'),
      });
    throw reason === undefined ? error : new JobError(reason, true);
  }
}

/** Waits for a running sync; later ones skip a channel that is being deleted. */
async function removeMenusFromLine(
  { data, signal }: ActorJobContext<DeletionData>,
  context: Context,
): Promise<void> {
  const { channel, anyway } = data;
  while (await isSyncing(context, channel)) await delay(SYNC_POLL_MS, undefined, { signal });
  const stored = await findChannelBeingDeleted(context, channel);
  if (!stored) return;
  const { token } = unsealChannel(context.services(), stored);
  try {
    if (!token) throw new LineApiError(401, NO_TOKEN);
    await removeAllMenus(context, token, channel, signal);
  } catch (error) {
    if (!(error instanceof LineApiError)) throw error;
    if (!anyway && (isTransient(error) || (await hasRecordedMenus(context.db, channel)))) throw error;
  }
}

/** The channel, if it is still being deleted. */
async function findChannelBeingDeleted(
  { services }: Context,
  channel: string,
): Promise<EntityRecord | undefined> {
  const stored = await services().catalog.require('channel').repository.find(channel);
  return stored?.['deletion'] === 'deleting' ? stored : undefined;
}

/** Updates the state of the deletion, and publishes it to open consoles. */
async function publishDeletionState(
  { services }: Context,
  id: string,
  facts: ChannelLiveFields,
): Promise<void> {
  await runInTransaction(services(), async ({ tx, liveChanges }) => {
    await updateChannelFields(tx, services(), id, facts);
    liveChanges.push({ entity: 'channel', id, version: null, by: null, entityOnly: true });
  });
}
