import { randomUUID } from 'node:crypto';
import type { Context } from '../../engine/modules/module.ts';

/** Seconds after which a process that has not said that it still works on a channel has lost it. */
const LEASE_TTL_S = 15;
const RENEW_MS = (LEASE_TTL_S * 1_000) / 3;
/** The embedded database has one process: what another one held belonged to one that is gone. */
const PROCESS = randomUUID();

/** How work on a channel came out; where somebody else has it, by when that one is to have said that it still works. */
export type LeaseResult = { done: true } | { done: false; until: Date };

/**
 * Of all processes one at a time works on a channel's menus. Who comes meanwhile leaves word, and the one that works
 * begins again. A process that dies is replaced by whoever asks after the time that is answered.
 * @param look asks only whether somebody died at it, and leaves no word
 */
export async function runExclusive(
  { db, onFault }: Pick<Context, 'db' | 'onFault'>,
  channel: string,
  look: boolean,
  work: () => Promise<void>,
): Promise<LeaseResult> {
  const own = `${PROCESS}/${randomUUID()}`;
  const among = db.engine === 'embedded' ? PROCESS : '';
  const alive = `(held.until > clock_timestamp() AND starts_with(held.holder, $3::text))`;
  if (look) {
    const found = await db.query('SELECT 1 FROM line_rich_menu_lease WHERE channel = $1::uuid', [channel]);
    if (found.length === 0) return { done: true };
  }
  const [taken] = await db.query<{ mine: boolean; until: Date }>(
    `INSERT INTO line_rich_menu_lease AS held (channel, until, again, holder)
     VALUES ($1::uuid, clock_timestamp() + interval '${LEASE_TTL_S} s', false, $2::text)
     ON CONFLICT (channel) DO UPDATE SET
       again = CASE WHEN ${alive} THEN held.again OR NOT $4::boolean ELSE false END,
       until = CASE WHEN ${alive} THEN held.until ELSE excluded.until END,
       holder = CASE WHEN ${alive} THEN held.holder ELSE excluded.holder END
     RETURNING holder = $2::text AS mine, until`,
    [channel, own, among, look],
  );
  if (!taken?.mine) return { done: false, until: taken?.until ?? new Date() };

  const held = 'channel = $1::uuid AND holder = $2::text';
  const renew = (): Promise<unknown> =>
    db.query(
      `UPDATE line_rich_menu_lease SET until = clock_timestamp() + interval '${LEASE_TTL_S} s' WHERE ${held}`,
      [channel, own],
    );
  const renewing = setInterval(() => void renew().catch(onFault), RENEW_MS).unref();
  /** Others wait for what is done now. */
  let isAsked = false;
  try {
    for (;;) {
      await work();
      const ended = await db.query(
        `DELETE FROM line_rich_menu_lease WHERE ${held} AND NOT again RETURNING channel`,
        [channel, own],
      );
      if (ended.length > 0) return { done: true };
      const heard = await db.query(
        `UPDATE line_rich_menu_lease SET again = false WHERE ${held} RETURNING channel`,
        [channel, own],
      );
      // Whoever has taken it over meanwhile does it all.
      if (heard.length === 0) return { done: true };
      isAsked = true;
    }
  } catch (error) {
    // Whoever left word meanwhile looks again, and finds that nobody works on it any more.
    await db.query(
      `UPDATE line_rich_menu_lease SET until = clock_timestamp(), again = true WHERE ${held} AND (again OR $3::boolean)`,
      [channel, own, isAsked],
    );
    await db.query(`DELETE FROM line_rich_menu_lease WHERE ${held} AND NOT again`, [channel, own]);
    throw error;
  } finally {
    clearInterval(renewing);
  }
}
