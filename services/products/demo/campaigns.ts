import type { JsonObject } from '../../../schemas/model/types.ts';
import type { DemoRecord, Context, DomainModule } from '../../engine/modules/module.ts';
import { tableOf } from '../../engine/storage/sql.ts';
import { updateCounts } from '../campaigns/index.ts';

const HOUR_MS = 3_600_000;
/** Days for which the one that is on its way keeps waiting. */
const WAITS = '7 days';

/** What a run of the demo has come to. */
interface Told {
  /** Parts that are still to come. */
  left: number;
  /** One of so many did not get it. */
  failedOf: number;
  state: 'over' | 'sending' | 'stopped';
}

const TOLD: Record<string, Told> = {
  'Night market weekend': { left: 0, failedOf: 0, state: 'over' },
  'สินค้าใหม่ พฤศจิกายน': { left: 0, failedOf: 97, state: 'over' },
  'Payday offers': { left: 0, failedOf: 210, state: 'over' },
  'ลอยกระทง early access': { left: 1, failedOf: 140, state: 'sending' },
  'Rainy season market': { left: 1, failedOf: 60, state: 'stopped' },
};

const text = (words: string): JsonObject => ({ type: 'text', text: words });

/** Broadcasts in every state, on channels that lead nowhere: what is sent stands in the outbox. */
export const demoCampaignsModule = {
  name: 'demo broadcasts',
  demo({ random, now, rowsOf }) {
    const line = rowsOf('channel').find(({ type }) => type === 'LINE')?.id;
    const segment = (name: string): string | undefined =>
      rowsOf('segment').find((row) => row['name'] === name)?.id;
    if (line === undefined) return { campaign: [] };
    const at = (hours: number): string => {
      const time = new Date(now.getTime() + hours * HOUR_MS);
      time.setUTCMinutes(0, 0, 0);
      return time.toISOString();
    };
    const row = (
      name: string,
      status: string,
      hours: number,
      words: string,
      own: JsonObject,
    ): DemoRecord => ({
      id: random.uuid(),
      name,
      channel: line,
      target: 'everyone',
      content: 'written',
      messages: [text(words)],
      platform: 'LINE',
      approval: 'none',
      status,
      createdAt: new Date(Date.parse(at(Math.min(hours, 0))) - 26 * HOUR_MS).toISOString(),
      ...own,
    });
    const to = (name: string): JsonObject => {
      const id = segment(name);
      return id === undefined ? {} : { target: 'segment', segment: id };
    };
    const begun = (
      name: string,
      status: string,
      hours: number,
      words: string,
      own: JsonObject = {},
    ): DemoRecord =>
      row(name, status, hours, words, {
        startsAt: at(hours),
        sendAt: at(hours),
        approval: 'approved',
        ...own,
      });
    const campaign = [
      begun('12.12 market', 'scheduled', 72, 'The 12.12 market opens at midnight.'),
      begun('VIP preview', 'scheduled', 30, 'คุณ VIP ดูสินค้าใหม่ได้ก่อนใคร', to('VIP')),
      begun('New year greetings', 'scheduled', 24 * 30, 'สวัสดีปีใหม่ค่ะ'),
      begun('ลอยกระทง early access', 'executing', -1, 'เปิดจองกระทงก่อนใคร ถึงเที่ยงคืนนี้ค่ะ'),
      begun('Night market weekend', 'executed', -72, 'The night market is open until ten.'),
      begun('สินค้าใหม่ พฤศจิกายน', 'executed', -120, 'สินค้าใหม่มาแล้วค่ะ'),
      begun('Payday offers', 'executed', -24 * 21, 'Payday offers: 15% off until Sunday.'),
      begun('Rainy season market', 'failed', -24 * 9, 'The market is moved to next week.', {
        reason: 'Stopped by Malee Suwannarat after 500 of 1000',
      }),
      begun('Early bird', 'failed', -24 * 14, 'First come, first served.', {
        reason: `It missed its time (UTC+7:00)`,
      }),
      row('Christmas market', 'draft', 0, 'The Christmas market opens on 1 December.', { approval: 'asked' }),
      row('Wholesale prices', 'draft', 0, 'New prices from January.', {
        ...to('Wholesale'),
        approval: 'returned',
        approvalComment: 'Please name the date from which they hold.',
      }),
      row('Valentine’s market', 'draft', 0, 'For two: dinner and lights.', {}),
    ];
    return { campaign };
  },
  async start(context) {
    if (!context.settings.demo) return;
    const names = Object.keys(TOLD);
    const stored = await context
      .services()
      .catalog.typed('campaign')
      ?.list({ take: 50, where: [{ name: names }] });
    for (const { id, name, status, startsAt, messages, channel } of stored ?? []) {
      const told = TOLD[name];
      if (told && startsAt && messages && ['executing', 'executed', 'failed'].includes(status ?? ''))
        await tellRun(context, { id, startsAt, messages, channel }, told);
    }
  },
} satisfies DomainModule;

interface Begun {
  id: string;
  channel: string;
  startsAt: string;
  messages: readonly object[];
}

/** A run that never was, as it would be stored; one that is there stays. */
async function tellRun(
  context: Context,
  { id, channel, startsAt, messages }: Begun,
  told: Told,
): Promise<void> {
  const services = context.services();
  const table = tableOf(services.catalog.require('profile').model);
  const audience = JSON.stringify({ channel, type: 'LINE', target: 'everyone' });
  await context.db.transaction(async (tx) => {
    const made = await tx.query(
      `INSERT INTO broadcast_run (campaign, state, sandbox, at_once, answer, bodies, audience, is_taken, expected, begun_at, ended_at)
       VALUES ($1::uuid, $2, true, false, $3::jsonb, $4::jsonb, $5::jsonb, true, 0, $6::timestamptz, $7::timestamptz)
       ON CONFLICT DO NOTHING RETURNING 1`,
      [
        ...[id, told.state, JSON.stringify({ messages }), JSON.stringify(messages), audience, startsAt],
        told.state === 'sending' ? null : new Date(Date.parse(startsAt) + 600_000).toISOString(),
      ],
    );
    if (made.length === 0) return;
    await tx.query(
      `WITH people AS (
         SELECT id AS profile, data ->> 'externalId' AS person, (row_number() OVER (ORDER BY id) - 1)::int AS at, count(*) OVER ()::int AS total
         FROM ${table} WHERE data ->> 'channel' = $2 AND coalesce(data ->> 'followState', '') <> 'blocked'),
       size AS (SELECT greatest(1, least(500, total / 6 + 1)) AS part FROM people LIMIT 1),
       placed AS (SELECT profile, person, at, 1 + at / part AS number, (total - 1) / part + 1 AS parts FROM people, size),
       parts AS (
         INSERT INTO broadcast_part (campaign, part, retry_key, state, people, made_at, ended_at, due_at)
         SELECT $1::uuid, number, gen_random_uuid(), CASE WHEN number > max(parts) - $3::int THEN 'waiting' ELSE 'done' END,
           count(*)::int, $4::timestamptz + number * interval '50 seconds',
           CASE WHEN number > max(parts) - $3::int THEN NULL ELSE $4::timestamptz + number * interval '55 seconds' END,
           CASE WHEN number > max(parts) - $3::int THEN clock_timestamp() + interval '${WAITS}' ELSE $4::timestamptz END
         FROM placed GROUP BY number)
       INSERT INTO broadcast_recipient (campaign, profile, part, place, crowd, person, state, calls, note)
       SELECT $1::uuid, profile, number, at, 0, person, CASE WHEN number > parts - $3::int THEN 'waiting'
           WHEN $5::int > 0 AND at % $5::int = 7 THEN 'failed' ELSE 'sent' END, 1,
         CASE WHEN number <= parts - $3::int AND $5::int > 0 AND at % $5::int = 7 THEN
           CASE WHEN at % 3 = 0 THEN 'LINE did not answer within 5 s' ELSE 'LINE refused it: the account was deleted' END END
       FROM placed`,
      [id, channel, told.left, startsAt, told.failedOf],
    );
    await tx.query(
      `UPDATE broadcast_run AS run SET (people, expected, sent, failed, parts) = (
         SELECT count(*), count(*), count(*) FILTER (WHERE state = 'sent'), count(*) FILTER (WHERE state = 'failed'), max(part)
         FROM broadcast_recipient WHERE campaign = run.campaign) WHERE campaign = $1::uuid`,
      [id],
    );
    await tx.query(
      `INSERT INTO broadcast_moment (campaign, at, kind, who, note) SELECT $1::uuid, $2::timestamptz + after, kind, who, note
       FROM (VALUES (interval '-26 hours', 'created', 'Malee Suwannarat', NULL), (interval '-25 hours', 'request-approval', 'Malee Suwannarat', NULL),
         (interval '-3 hours', 'approve', 'Prasert Boonmee', NULL), (interval '0', 'start', NULL, NULL)) AS told(after, kind, who, note)`,
      [id, startsAt],
    );
    const last = { over: 'finish', stopped: 'stop', sending: 'slowed' }[told.state];
    await tx.query(
      `INSERT INTO broadcast_moment (campaign, at, kind, note) VALUES ($1::uuid, $2::timestamptz + interval '6 minutes', $3, $4)`,
      [id, startsAt, last, last === 'slowed' ? 'LINE takes no more messages now' : null],
    );
    await tx.query(
      `INSERT INTO broadcast_place (campaign, at) VALUES ($1::uuid, $2::timestamptz) ON CONFLICT DO NOTHING`,
      [id, startsAt],
    );
    await updateCounts(services, tx, id);
  });
}
