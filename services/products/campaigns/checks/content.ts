import { formatTime } from '../../../../schemas/campaigns/formatTime.ts';
import { hasCredentials } from '../../../channels/channelState.ts';
import type { Channel } from '../../../../schemas/generated/types.ts';
import type { EntityCheck } from '../../../engine/modules/module.ts';
import { countOverlap } from '../audience.ts';
import { findTest } from '../testRecord.ts';
import { ok, people, subjectOf } from './subject.ts';

const REPEAT_DAYS = 7;
/** Earlier broadcasts with the same messages that are looked at. */
const MAX_EARLIER = 20;

/** The channel can send. */
export const channelCheck: EntityCheck = {
  label: 'Channel',
  async run(call, context) {
    const { channel } = await subjectOf(call, context);
    const details = (text: string) => [{ text, at: '/channel' }];
    const stop = (text: string) => ({ level: 'stop' as const, text, details: details(text) });
    if (!channel) return stop('Its channel is no longer there.');
    if (!channel.active) return stop(`“${channel.name}” is not active.`);
    if (!hasCredentials(channel)) {
      const text = `“${channel.name}” is not connected: nothing would be delivered.`;
      return context.settings.demo ? { level: 'warning', text, details: details(text) } : stop(text);
    }
    const stored = (await context.services().catalog.typed('channel')?.find(channel.id)) as
      Channel | undefined;
    if (stored?.credentials !== 'failed') return ok(`“${channel.name}” is connected.`);
    const text = `The last test of “${channel.name}” failed${stored.credentialsNote ? `: ${stored.credentialsNote}` : ''}.`;
    return { level: 'warning', text, details: details(text) };
  },
};

/** Somebody was sent a test of what it says now. */
export const testCheck: EntityCheck = {
  label: 'Test',
  async run(call, context) {
    const { broadcast, composed } = await subjectOf(call, context);
    if (!composed.answer) return undefined;
    const test = await findTest(context.db, broadcast.id, composed);
    if (test === 'never') return { level: 'warning', text: 'No test was sent.' };
    if (test === 'older') return { level: 'warning', text: 'No test was sent since the last change.' };
    return ok(`A test was sent on ${formatTime(test.at.toISOString())}.`);
  },
};

/** Nobody gets what they got a few days ago. */
export const repeatedCheck: EntityCheck = {
  label: 'Sent before',
  async run(call, context) {
    const { broadcast, composed } = await subjectOf(call, context);
    if (!composed.answer) return undefined;
    const earlier = await context.db.query<{ campaign: string; begun_at: Date }>(
      `SELECT campaign, begun_at FROM broadcast_run
       WHERE campaign <> $1::uuid AND audience ->> 'channel' = $2 AND answer = $3::jsonb
         AND begun_at > clock_timestamp() - $4::int * interval '1 day' ORDER BY begun_at DESC LIMIT ${MAX_EARLIER}`,
      [broadcast.id, broadcast.channel, JSON.stringify(composed.answer), REPEAT_DAYS],
    );
    const services = context.services();
    const ids = earlier.map(({ campaign }) => campaign);
    const overlap = ids.length === 0 ? 0 : await countOverlap(services, composed.audience, ids);
    const [last] = earlier;
    if (!last || overlap === 0) return ok(`Nobody got the same within ${REPEAT_DAYS} days.`);
    const named = await services.catalog.typed('campaign')?.find(last.campaign);
    const by = named ? ` with “${named.name}”` : '';
    return {
      level: 'warning',
      text: `${people(overlap)} got the same${by} on ${formatTime(last.begun_at.toISOString())}.`,
    };
  },
};
