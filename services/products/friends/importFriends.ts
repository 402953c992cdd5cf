import { UpstreamUnavailableError } from '../../channels/callPlatform.ts';
import { findChannel } from '../../channels/channelCache.ts';
import { channelServiceOf } from '../../channels/registry.ts';
import type { UnsealedChannel } from '../../channels/types.ts';
import { JobError, type JobContext, type JobOutcome, type Starter } from '../../engine/jobs/index.ts';
import type { Context } from '../../engine/modules/module.ts';
import { runInTransaction } from '../../engine/resources/write/transaction.ts';
import { updateLiveFields } from '../../engine/resources/write/updateLiveFields.ts';
import type { Services } from '../../engine/resources/services.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { createFollowers } from '../conversations/index.ts';
import { readFollowerCount } from './followerCounts.ts';
import { storedNumber, storedText } from '../../../schemas/texts/stored.ts';

export const IMPORT_JOB = 'friends.import';

/** State of an import: a row of `channel_friend_import`. */
interface FriendImport {
  next: string | null;
  listed: number;
  added: number;
  is_done: boolean;
}

const inWords = (count: number): string => storedNumber(count);

/** Starts importing the followers of a channel, or resumes an interrupted import. */
export async function startImport(
  context: Context,
  channel: { id: string; name: string },
  by: Starter,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO channel_friend_import AS stored (channel) VALUES ($1::uuid)
       ON CONFLICT (channel) DO UPDATE SET next = NULL, listed = 0, added = 0, is_done = false,
         begun_at = clock_timestamp() WHERE stored.is_done`,
      [channel.id],
    );
    const title = storedText('Friends of %{name}', { name: channel.name });
    await context.jobs.enqueue(
      tx,
      IMPORT_JOB,
      { channel: channel.id },
      { key: importKey(channel.id), title, by },
    );
  });
}

const importKey = (channel: string): string => `${IMPORT_JOB}:${channel}`;

/**
 * Imports the followers of a channel into the audience, page by page. Each page is stored together with the position in
 * the platform's list, so that an interrupted job resumes and nobody is added twice.
 */
export async function importFriends(
  context: Context,
  { data, signal, assertHeld, progress, fail }: JobContext<{ channel: string }>,
): Promise<JobOutcome | void> {
  const services = context.services();
  const channel = await findChannel(services, data.channel);
  if (!channel) return;
  const count = await readFollowerCount(context, channel);
  for (;;) {
    signal.throwIfAborted();
    const state = await findImport(context.db, channel.id);
    if (!state || state.is_done) return { text: describeImport(state), link: '/audience' };
    const page = await fetchPage(context, channel, state.next ?? undefined);
    if ('refused' in page) {
      await publishImportNote(context, channel.id, page.refused);
      return fail(page.refused);
    }
    const { result } = await runInTransaction(services, async (unit) => {
      await assertHeld(unit.tx);
      const added = await createFollowers(services, context.jobs, unit, channel, page.people);
      const [stored] = await unit.tx.query<FriendImport & Record<string, unknown>>(
        `UPDATE channel_friend_import SET next = $2, is_done = $3::boolean, listed = listed + $4::int, added = added + $5::int
         WHERE channel = $1::uuid RETURNING next, listed, added, is_done`,
        [channel.id, page.next ?? null, page.next === undefined, page.people.length, added],
      );
      return stored;
    });
    if (!result) return;
    progress(
      result.listed,
      Math.max(count?.friends ?? 0, result.listed),
      storedText('%{count} new', { count: inWords(result.added) }),
    );
    await publishImportNote(context, channel.id, describeImport(result));
  }
}

function describeImport(state: FriendImport | undefined): string {
  if (!state) return storedText('Nobody was brought in');
  const counts = { added: inWords(state.added), listed: inWords(state.listed) };
  return state.is_done
    ? storedText('%{added} new of %{listed} friends', counts)
    : storedText('%{added} new of %{listed} friends, more are being read', counts);
}

/** @throws JobError if the platform is unavailable: the job is retried */
async function fetchPage(context: Context, channel: UnsealedChannel, start: string | undefined) {
  try {
    const page = await channelServiceOf(channel.type).fetchFollowerIds?.(channel, start, context.settings);
    return page ?? { refused: storedText('The channel’s platform lists nobody') };
  } catch (error) {
    if (error instanceof UpstreamUnavailableError)
      throw new JobError(
        storedText('The list of friends could not be read: %{message}', { message: error.message }),
      );
    throw error;
  }
}

const findImport = async (db: Queryable, channel: string): Promise<FriendImport | undefined> =>
  (
    await db.query<FriendImport & Record<string, unknown>>(
      'SELECT next, listed, added, is_done FROM channel_friend_import WHERE channel = $1::uuid',
      [channel],
    )
  )[0];

/** Updates the channel's note about the import. */
async function publishImportNote(context: Context, id: string, friendsNote: string): Promise<void> {
  const services = context.services();
  await runInTransaction(services, async ({ tx, liveChanges }) => {
    const within = { db: tx as Services['db'], catalog: services.catalog };
    await updateLiveFields(within, 'channel', [{ id, values: { friendsNote } }]);
    liveChanges.push({ entity: 'channel', id, version: null, by: null, entityOnly: true });
  });
}
