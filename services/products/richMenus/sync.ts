import { buffer } from 'node:stream/consumers';
import { toLineMenu, linkIdFromName } from '../../../schemas/channels/line/richMenu.ts';
import { sortByPrecedence } from '../../../schemas/richMenus/resolve.ts';
import { unsealChannel } from '../../channels/channelState.ts';
import type { Context, JobKind } from '../../engine/modules/module.ts';
import { JobError } from '../../engine/jobs/index.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import {
  MAX_PEOPLE_PER_CALL,
  isTransient,
  LineRichMenuClient,
  LineApiError,
} from '../../channels/line/richMenuClient.ts';
import { findMenuDifferences, type Link, recordGivenMenus } from './menuDifferences.ts';
import { publishLineState } from './lineState.ts';
import { storedText } from '../../../schemas/texts/stored.ts';
import { message } from '../../../schemas/texts/translate.ts';

export const SYNC_JOB = 'rich-menu.sync';
/** LINE's limit per account. */
const MAX_LINKS_PER_CHANNEL = 1000;

/** Key of a channel's sync jobs; one runs at a time. */
const syncKey = (channel: string): string => `${SYNC_JOB}:${channel}`;

/** Whether a sync of the channel is running. */
export const isSyncing = ({ jobs }: Context, channel: string): Promise<boolean> =>
  jobs.isHeld(syncKey(channel));

/** Enqueues the sync of a channel with LINE, in the transaction of the change that causes it. */
export async function enqueueSync({ jobs }: Context, tx: Queryable, channel: string): Promise<void> {
  const key = syncKey(channel);
  // Replaces a sync that waits for its retry, so that the change is not delayed.
  await jobs.cancel(tx, key);
  await jobs.enqueue(tx, SYNC_JOB, { channel }, { key });
}

export const syncJobs = {
  [SYNC_JOB]: {
    label: message('Rich menus at the platform'),
    retry: 12,
    backoff: 10,
    timeout: '2h',
    run: ({ data: { channel }, signal }, context) => syncChannel(context, channel, signal),
  } satisfies JobKind<{ channel: string }> as JobKind,
};

/**
 * Creates missing menus at LINE, links every person to the menu that the resolver says, and removes unused menus. It
 * compares with the actual state, so that it can be repeated after an interruption.
 */
async function syncChannel(context: Context, channel: string, signal: AbortSignal): Promise<void> {
  const services = context.services();
  const stored = await services.catalog.require('channel').repository.find(channel);
  // The job that deletes the channel removes its menus.
  if (stored?.['deletion'] === 'deleting') return;
  const links = (await services.catalog.repository('rich-menu-link')?.list({
    take: MAX_LINKS_PER_CHANNEL,
    where: [{ channel, state: 'active' }],
  })) as Link[];
  const ids = links.map(({ id }) => id);
  const token = stored && unsealChannel(services, stored).token;
  if (!token) {
    await publishLineState(services, ids, { lineState: 'unconnected', lineFault: null });
    return;
  }
  const line = new LineRichMenuClient(context.settings, token);
  try {
    await new ChannelSync(context, line, { channel, links, signal }).run();
  } catch (error) {
    if (!(error instanceof LineApiError)) throw error;
    const isTemporary = isTransient(error);
    const state = { lineState: isTemporary ? 'waiting' : 'failed', lineFault: error.message } as const;
    await publishLineState(services, ids, state);
    if (isTemporary) throw new JobError(error.message);
  }
}

/**
 * Removes everything of a channel's links from LINE: unlinks people, clears the default, deletes the menus. It can be
 * repeated after an interruption.
 * @throws LineApiError
 */
export const removeAllMenus = (
  context: Context,
  token: string,
  channel: string,
  signal: AbortSignal,
): Promise<void> =>
  new ChannelSync(context, new LineRichMenuClient(context.settings, token), {
    channel,
    links: [],
    signal,
  }).run();

/** Pictures of the demo are drawn in the background; the sync is retried until they are stored. */
const PICTURE_MISSING = storedText(
  'The picture of the rich menu is not there yet. It is tried again; if it stays away, upload another one.',
);
const PICTURE_LOST = storedText(
  'The picture of the rich menu is lost. Upload it again in a copy of the menu.',
);

class MissingPictureError extends Error {
  override name = 'MissingPicture';
}

class ChannelSync {
  /** Links whose menu has no picture yet. */
  private readonly missing: string[] = [];

  constructor(
    private readonly context: Context,
    private readonly line: LineRichMenuClient,
    /** `signal` stops it between two calls. */
    private readonly work: { channel: string; links: readonly Link[]; signal: AbortSignal },
  ) {}

  async run(): Promise<void> {
    const atLine = await this.line.list();
    const existingIds = new Set(atLine.map(({ richMenuId }) => richMenuId));
    const menuIds = new Map<string, string>();
    for (const link of this.work.links) {
      this.work.signal.throwIfAborted();
      const id = await this.ensureMenu(link, existingIds);
      if (id !== undefined) menuIds.set(link.id, id);
    }
    await this.setDefaultMenu(menuIds, atLine);
    await this.linkPeople();
    await this.removeUnusedMenus(menuIds);
    await publishLineState(this.services, [...menuIds.keys()], { lineState: 'linked', lineFault: null });
    if (this.missing.length === 0) return;
    await publishLineState(this.services, this.missing, { lineState: 'waiting', lineFault: PICTURE_MISSING });
    throw new JobError(PICTURE_MISSING);
  }

  private get services() {
    return this.context.services();
  }

  private get db() {
    return this.context.db;
  }

  /** Creates the menu of a link with its picture, unless LINE has it. A menu that LINE rejects fails this link only. */
  private async ensureMenu(link: Link, existingIds: ReadonlySet<string>): Promise<string | undefined> {
    const { db, line } = this;
    const { channel } = this.work;
    const [row] = await db.query<{ line_id: string | null; uploaded: boolean }>(
      'SELECT line_id, uploaded FROM line_rich_menu WHERE channel = $1::uuid AND link = $2::uuid',
      [channel, link.id],
    );
    if (row?.uploaded && row.line_id !== null && existingIds.has(row.line_id)) return row.line_id;
    try {
      const menu = await this.services.catalog.repository('rich-menu')?.find(link.richmenu);
      const file = menu && (await this.context.files.find(menu.image));
      if (!menu || !file) throw new MissingPictureError(PICTURE_MISSING);
      const content = await this.readPicture(file.hash);
      // Recorded before it is created, so that the menu of a killed process is recognised as this link's.
      await db.query(
        `INSERT INTO line_rich_menu (channel, link) VALUES ($1::uuid, $2::uuid)
         ON CONFLICT (channel, link) DO UPDATE SET line_id = NULL, uploaded = false`,
        [channel, link.id],
      );
      const id = await line.create(toLineMenu(menu, link));
      await line.upload(id, file.type, content);
      await db.query(
        'UPDATE line_rich_menu SET line_id = $3, uploaded = true WHERE channel = $1::uuid AND link = $2::uuid',
        [channel, link.id, id],
      );
      return id;
    } catch (error) {
      if (error instanceof MissingPictureError) {
        this.missing.push(link.id);
        return undefined;
      }
      if (!(error instanceof LineApiError) || error.status !== 400) throw error;
      await publishLineState(this.services, [link.id], { lineState: 'failed', lineFault: error.message });
      return undefined;
    }
  }

  /** @throws LineApiError 400, which fails this link only, if the file is missing in the store */
  private async readPicture(hash: string): Promise<Buffer> {
    const { store } = this.context.files;
    if (!(await store.has(hash))) throw new LineApiError(400, PICTURE_LOST);
    return buffer(await store.read(hash));
  }

  /** Keeps a default that was set by another tool. */
  private async setDefaultMenu(
    menuIds: ReadonlyMap<string, string>,
    atLine: { richMenuId: string; name: string }[],
  ): Promise<void> {
    const forAll = sortByPrecedence(this.work.links.filter((link) => link.default !== false));
    const wanted = forAll.flatMap((link) => menuIds.get(link.id) ?? [])[0];
    const current = await this.line.default();
    if (wanted !== undefined && current !== wanted) await this.line.setDefault(wanted);
    const own = atLine.find(({ richMenuId }) => richMenuId === current);
    if (wanted === undefined && forAll.length === 0 && own && linkIdFromName(own.name) !== undefined)
      await this.line.clearDefault();
  }

  private async linkPeople(): Promise<void> {
    const { services, line } = this;
    const { channel, links, signal } = this.work;
    for await (const found of findMenuDifferences(services, channel, links)) {
      for (const menu of new Set(found.map(({ wanted }) => wanted))) {
        const people = found.flatMap((one) => (one.wanted === menu ? one.externalId : []));
        for (let start = 0; start < people.length; start += MAX_PEOPLE_PER_CALL) {
          signal.throwIfAborted();
          const batch = people.slice(start, start + MAX_PEOPLE_PER_CALL);
          await (menu === null ? line.unlink(batch) : line.link(menu, batch));
          await recordGivenMenus(services, channel, menu, batch);
        }
      }
    }
  }

  /** Removes unused menus of the channel's links, including those of interrupted syncs. */
  private async removeUnusedMenus(menuIds: ReadonlyMap<string, string>): Promise<void> {
    const { db, line } = this;
    const { channel } = this.work;
    const rows = await db.query<{ link: string }>(
      'SELECT link FROM line_rich_menu WHERE channel = $1::uuid',
      [channel],
    );
    const ours = new Set(rows.map(({ link }) => link));
    const used = new Set(menuIds.values());
    for (const { richMenuId, name } of await line.list()) {
      if (ours.has(linkIdFromName(name) ?? '') && !used.has(richMenuId)) await line.remove(richMenuId);
    }
    const active = this.work.links.map(({ id }) => id);
    await db.query('DELETE FROM line_rich_menu WHERE channel = $1::uuid AND NOT (link = ANY($2::uuid[]))', [
      channel,
      active,
    ]);
  }
}
