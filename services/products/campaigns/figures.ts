import { channelTypesThatCan } from '../../../schemas/channels/registry.ts';
import { channelServiceOf } from '../../channels/registry.ts';
import { findChannel } from '../../channels/channelCache.ts';
import type { Context } from '../../engine/modules/module.ts';
import { runInTransaction } from '../../engine/resources/write/transaction.ts';
import { updateLiveFields } from '../../engine/resources/write/updateLiveFields.ts';
import type { Services } from '../../engine/resources/services.ts';
import { acquireSlots } from './rateLimiter.ts';
import type { Run } from './store.ts';

export const FIGURES_JOB = 'broadcast.figures';
/** Days for which platforms keep counting, and hours between two requests for a broadcast. */
const FIGURES_DAYS = 14;
const REFRESH_INTERVAL_H = 6;
/** Broadcasts per run of the job. */
const MAX_BROADCASTS_PER_JOB = 100;

type FiguresRun = Pick<Run, 'campaign' | 'audience' | 'request' | 'unit' | 'begun_at'>;

/** Fetches the platforms' figures for the broadcasts of the last two weeks and stores them as live fields. */
export async function updateFigures(context: Context): Promise<void> {
  const services = context.services();
  const runs = await context.db.query<FiguresRun & Record<string, unknown>>(
    `SELECT campaign, audience, request, unit, begun_at FROM broadcast_run
     WHERE NOT sandbox AND audience ->> 'type' = ANY($1::text[]) AND (request IS NOT NULL OR unit IS NOT NULL)
       AND begun_at > clock_timestamp() - interval '${FIGURES_DAYS} days'
       AND (asked_at IS NULL OR asked_at < clock_timestamp() - interval '${REFRESH_INTERVAL_H} hours')
     ORDER BY asked_at NULLS FIRST, campaign LIMIT ${MAX_BROADCASTS_PER_JOB}`,
    [channelTypesThatCan('figures')],
  );
  for (const run of runs) {
    const channel = await findChannel(services, run.audience.channel);
    if (!channel?.token || (await acquireSlots(context.db, channel, 'figures'))) continue;
    const values = await channelServiceOf(channel.type).fetchFigures?.(
      channel,
      { request: run.request, unit: run.unit, begunAt: run.begun_at, days: FIGURES_DAYS },
      context.settings,
    );
    await context.db.query(
      'UPDATE broadcast_run SET asked_at = clock_timestamp() WHERE campaign = $1::uuid',
      [run.campaign],
    );
    if (values && Object.keys(values).length > 0)
      await runInTransaction(services, async ({ tx, liveChanges }) => {
        const within = { db: tx as Services['db'], catalog: services.catalog };
        await updateLiveFields(within, 'campaign', [{ id: run.campaign, values }]);
        liveChanges.push({
          entity: 'campaign',
          id: run.campaign,
          version: null,
          by: null,
          entityOnly: true,
        });
      });
  }
}
