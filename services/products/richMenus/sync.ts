import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { lineMenu, linkOfName } from '../../../schemas/channels/line/richMenu.ts';
import { ranked } from '../../../schemas/richMenus/resolve.ts';
import { opened } from '../../channels/facts.ts';
import type { Context, JobKind } from '../../engine/modules/module.ts';
import { JobFault } from '../../engine/jobs/index.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { alone } from './lease.ts';
import { AT_ONCE, isPassing, LineClient, LineRefusal } from '../../channels/line/richMenuClient.ts';
import { differences, type Link, noteGiven } from './people.ts';
import { tellLine } from './states.ts';

export const SYNC = 'rich-menu.sync';
/** Links that a channel has at most: LINE keeps 1000 menus of an account. */
const MOST_LINKS = 1000;
/** Milliseconds after the time by which another process is to have said that it still works. */
const GRACE_MS = 1_000;

/** Milliseconds between two looks at whether the one that works on the channel is done, and how many there are. */
const POLL_MS = 300;
const MAX_POLLS = 10;

/** Brings LINE to what the links of a channel say, in the transaction of the change that it follows from. */
export async function enqueueSync({ jobs }: Context, tx: Queryable, channel: string): Promise<void> {
  const key = `${SYNC}:${channel}`;
  // One that waits for LINE to answer again would keep the change waiting with it.
  await jobs.cancel(tx, key);
  await jobs.enqueue(tx, SYNC, { channel }, { key });
}

/** A look asks whether the process that works on the channel has died at it. */
type SyncData = { channel: string; look?: boolean };

export const syncJobs = {
  [SYNC]: {
    label: 'Rich menus at LINE',
    retry: 12,
    backoff: 10,
    timeout: '2h',
    async run({ data: { channel, look = false }, signal }, context) {
      const work = (): Promise<void> => sync(context, channel, signal);
      let turn = await alone(context, channel, look, work);
      // One that was cancelled for this one ends between two of its calls.
      for (let polls = 0; !turn.done && polls < MAX_POLLS; polls += 1) {
        await delay(POLL_MS, undefined, { signal });
        turn = await alone(context, channel, true, work);
      }
      if (turn.done) return;
      const at = new Date(turn.until.getTime() + GRACE_MS);
      const key = `${SYNC}:look:${channel}`;
      await context.db.transaction((tx) =>
        context.jobs.enqueue(tx, SYNC, { channel, look: true }, { key, at }),
      );
    },
  } satisfies JobKind<SyncData> as JobKind,
};

/**
 * Makes at LINE what is missing, gives every person the menu that the resolver says, takes away what nobody uses. What
 * was done is looked up, not remembered, so that the same may run again after it broke off anywhere.
 */
async function sync(context: Context, channel: string, signal: AbortSignal): Promise<void> {
  const services = context.services();
  const stored = await services.catalog.require('channel').repository.find(channel);
  // Its menus are taken back, by the job that deletes it.
  if (stored?.['deletion'] === 'deleting') return;
  const links = (await services.catalog.typed('rich-menu-link')?.list({
    take: MOST_LINKS,
    where: [{ channel, state: 'active' }],
  })) as Link[];
  const ids = links.map(({ id }) => id);
  const token = stored && opened(services, stored).token;
  if (!token) {
    await tellLine(services, ids, { lineState: 'unconnected', lineFault: null });
    return;
  }
  const line = new LineClient(context.settings, token);
  try {
    await new ChannelSync(context, line, { channel, links, signal }).run();
  } catch (error) {
    if (!(error instanceof LineRefusal)) throw error;
    const passing = isPassing(error);
    const told = { lineState: passing ? 'waiting' : 'failed', lineFault: error.message } as const;
    await tellLine(services, ids, told);
    if (passing) throw new JobFault(error.message);
  }
}

/**
 * Takes back what the links of a channel brought about at LINE: unlinks people, clears the default, deletes the menus. May
 * run again after it broke off anywhere.
 * @throws LineRefusal
 */
export const takeBackMenus = (
  context: Context,
  token: string,
  channel: string,
  signal: AbortSignal,
): Promise<void> =>
  new ChannelSync(context, new LineClient(context.settings, token), { channel, links: [], signal }).run();

/** One that is being drawn comes by itself; the link is tried again until it is there. */
const NO_PICTURE =
  'The picture of the rich menu is not there yet. It is tried again; if it stays away, upload another one.';
const LOST_PICTURE = 'The picture of the rich menu is lost. Upload it again in a copy of the menu.';

class MissingPicture extends Error {
  override name = 'MissingPicture';
}

class ChannelSync {
  /** Links whose menu has no picture yet. */
  private readonly missing: string[] = [];

  constructor(
    private readonly context: Context,
    private readonly line: LineClient,
    /** Of one channel; `signal` ends it between two calls. */
    private readonly work: { channel: string; links: readonly Link[]; signal: AbortSignal },
  ) {}

  async run(): Promise<void> {
    const atLine = await this.line.list();
    const there = new Set(atLine.map(({ richMenuId }) => richMenuId));
    const made = new Map<string, string>();
    for (const link of this.work.links) {
      this.work.signal.throwIfAborted();
      const id = await this.made(link, there);
      if (id !== undefined) made.set(link.id, id);
    }
    await this.giveDefault(made, atLine);
    await this.givePeople();
    await this.clean(made);
    await tellLine(this.services, [...made.keys()], { lineState: 'linked', lineFault: null });
    if (this.missing.length === 0) return;
    await tellLine(this.services, this.missing, { lineState: 'waiting', lineFault: NO_PICTURE });
    throw new JobFault(NO_PICTURE);
  }

  private get services() {
    return this.context.services();
  }

  private get db() {
    return this.context.db;
  }

  /** The menu of a link, made and with its picture; what LINE refuses of it is told at the link alone. */
  private async made(link: Link, there: ReadonlySet<string>): Promise<string | undefined> {
    const { db, line } = this;
    const { channel } = this.work;
    const [row] = await db.query<{ line_id: string | null; uploaded: boolean }>(
      'SELECT line_id, uploaded FROM line_rich_menu WHERE channel = $1::uuid AND link = $2::uuid',
      [channel, link.id],
    );
    if (row?.uploaded && row.line_id !== null && there.has(row.line_id)) return row.line_id;
    try {
      const menu = await this.services.catalog.typed('rich-menu')?.find(link.richmenu);
      const file = menu && (await this.context.files.find(menu.image));
      if (!menu || !file) throw new MissingPicture(NO_PICTURE);
      const content = await this.contentOf(file.hash);
      // Noted before it is made: what a process leaves behind between the two is known as this link's.
      await db.query(
        `INSERT INTO line_rich_menu (channel, link) VALUES ($1::uuid, $2::uuid)
         ON CONFLICT (channel, link) DO UPDATE SET line_id = NULL, uploaded = false`,
        [channel, link.id],
      );
      const id = await line.create(lineMenu(menu, link));
      await line.upload(id, file.type, content);
      await db.query(
        'UPDATE line_rich_menu SET line_id = $3, uploaded = true WHERE channel = $1::uuid AND link = $2::uuid',
        [channel, link.id, id],
      );
      return id;
    } catch (error) {
      if (error instanceof MissingPicture) {
        this.missing.push(link.id);
        return undefined;
      }
      if (!(error instanceof LineRefusal) || error.status !== 400) throw error;
      await tellLine(this.services, [link.id], { lineState: 'failed', lineFault: error.message });
      return undefined;
    }
  }

  /** @throws LineRefusal where the store has lost it, which concerns this menu alone */
  private async contentOf(hash: string): Promise<Buffer> {
    const { store } = this.context.files;
    if (!(await store.has(hash))) throw new LineRefusal(400, LOST_PICTURE);
    return buffer(await store.read(hash));
  }

  /** Takes no default away that was set by another tool. */
  private async giveDefault(
    made: ReadonlyMap<string, string>,
    atLine: { richMenuId: string; name: string }[],
  ): Promise<void> {
    const forAll = ranked(this.work.links.filter((link) => link.default !== false));
    const wanted = forAll.flatMap((link) => made.get(link.id) ?? [])[0];
    const now = await this.line.default();
    if (wanted !== undefined && now !== wanted) await this.line.setDefault(wanted);
    const own = atLine.find(({ richMenuId }) => richMenuId === now);
    if (wanted === undefined && forAll.length === 0 && own && linkOfName(own.name) !== undefined)
      await this.line.clearDefault();
  }

  private async givePeople(): Promise<void> {
    const { services, line } = this;
    const { channel, links, signal } = this.work;
    for await (const found of differences(services, channel, links)) {
      for (const menu of new Set(found.map(({ wanted }) => wanted))) {
        const people = found.flatMap((one) => (one.wanted === menu ? one.externalId : []));
        for (let start = 0; start < people.length; start += AT_ONCE) {
          signal.throwIfAborted();
          const part = people.slice(start, start + AT_ONCE);
          await (menu === null ? line.unlink(part) : line.link(menu, part));
          await noteGiven(services, channel, menu, part);
        }
      }
    }
  }

  /** Menus of our links that nobody uses any more, those too that a process left behind. */
  private async clean(made: ReadonlyMap<string, string>): Promise<void> {
    const { db, line } = this;
    const { channel } = this.work;
    const rows = await db.query<{ link: string }>(
      'SELECT link FROM line_rich_menu WHERE channel = $1::uuid',
      [channel],
    );
    const ours = new Set(rows.map(({ link }) => link));
    const used = new Set(made.values());
    for (const { richMenuId, name } of await line.list()) {
      if (ours.has(linkOfName(name) ?? '') && !used.has(richMenuId)) await line.remove(richMenuId);
    }
    const active = this.work.links.map(({ id }) => id);
    await db.query('DELETE FROM line_rich_menu WHERE channel = $1::uuid AND NOT (link = ANY($2::uuid[]))', [
      channel,
      active,
    ]);
  }
}
