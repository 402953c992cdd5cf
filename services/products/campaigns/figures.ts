import { ask, Unreachable } from '../../channels/ask.ts';
import { findChannel } from '../conversations/channelBook.ts';
import type { LiveChannel } from '../conversations/types.ts';
import type { Context } from '../../engine/modules/module.ts';
import { runInTransaction } from '../../engine/resources/write/unitOfWork.ts';
import { updateLiveFields } from '../../engine/resources/write/updateLiveFields.ts';
import type { Services } from '../../engine/resources/services.ts';
import { turnOf } from './pace.ts';
import type { Run } from './store.ts';

export const FIGURES = 'broadcast.figures';
/** Days for which LINE goes on counting, and hours between two questions. */
const DAYS = 14;
const HOURS = 6;
/** Broadcasts that one job asks about. */
const MOST = 100;
const DAY_MS = 86_400_000;
/** LINE's days are those of Japan. */
const JAPAN_MS = 9 * 3_600_000;

type Asked = Pick<Run, 'campaign' | 'audience' | 'request' | 'unit' | 'begun_at'>;

/** Asks LINE what became of the broadcasts of the last two weeks, and shows it at them. */
export async function keepFigures(context: Context): Promise<void> {
  const services = context.services();
  const runs = await context.db.query<Asked & Record<string, unknown>>(
    `SELECT campaign, audience, request, unit, begun_at FROM broadcast_run
     WHERE NOT sandbox AND audience ->> 'type' = 'LINE' AND (request IS NOT NULL OR unit IS NOT NULL)
       AND begun_at > clock_timestamp() - interval '${DAYS} days'
       AND (asked_at IS NULL OR asked_at < clock_timestamp() - interval '${HOURS} hours')
     ORDER BY asked_at NULLS FIRST, campaign LIMIT ${MOST}`,
  );
  for (const run of runs) {
    const channel = await findChannel(services, run.audience.channel);
    if (!channel?.token || (await turnOf(context.db, channel, 'figures'))) continue;
    const values = await figuresOf(context, channel, run);
    await context.db.query(
      'UPDATE broadcast_run SET asked_at = clock_timestamp() WHERE campaign = $1::uuid',
      [run.campaign],
    );
    if (values && Object.keys(values).length > 0)
      await runInTransaction(services, async ({ tx, liveChanges }) => {
        const within = { db: tx as Services['db'], catalog: services.catalog };
        await updateLiveFields(within, 'campaign', [{ id: run.campaign, values }]);
        liveChanges.push({ entity: 'campaign', id: run.campaign, version: null, by: null, vague: true });
      });
  }
}

/** What LINE counts by now; undefined where it does not say. Counts below 20 it keeps to itself. */
async function figuresOf(
  { settings: { lineApiUrl } }: Context,
  { token }: LiveChannel,
  { request, unit, begun_at: begun }: Asked,
): Promise<Record<string, number> | undefined> {
  const path = request
    ? `event?requestId=${encodeURIComponent(request)}`
    : `event/aggregation?customAggregationUnit=${unit}&from=${dayOf(begun.getTime())}&to=${dayOf(begun.getTime() + DAYS * DAY_MS)}`;
  try {
    const { status, body } = await ask(`${lineApiUrl}/v2/bot/insight/message/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const told = body?.['overview'];
    if (status !== 200 || typeof told !== 'object' || told === null) return undefined;
    const { delivered, uniqueImpression, uniqueClick } = told as Record<string, unknown>;
    const figures = { delivered, opened: uniqueImpression, clicked: uniqueClick };
    return Object.fromEntries(
      Object.entries(figures).filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1])),
    );
  } catch (error) {
    if (error instanceof Unreachable) return undefined;
    throw error;
  }
}

/** As LINE writes days: 20261124. */
const dayOf = (at: number): string => new Date(at + JAPAN_MS).toISOString().slice(0, 10).replaceAll('-', '');
