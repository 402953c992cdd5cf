import type { DemoRecord, Context, DomainModule } from '../../engine/modules/module.ts';
import { quotedTableName } from '../../engine/storage/sql.ts';
import { updateCounts } from '../campaigns/index.ts';
import content from './content/campaigns.json' with { type: 'json' };

const HOUR_MS = 3_600_000;
/** Pending batches of the running demo broadcast stay pending for this long. */
const WAIT_INTERVAL = '7 days';

/** The stored result of a demo run. */
interface RunResult {
  state: 'over' | 'sending' | 'stopped';
  partsLeft: number;
  /** One of so many failed; 0 for none. */
  failedOneOf: number;
}

interface Content {
  name: string;
  status: string;
  /** Hours from now until it starts; negative in the past. */
  hours: number;
  text: string;
  approval: string;
  approvalComment?: string;
  reason?: string;
  segment?: string;
  run?: { state: string; partsLeft: number; failedOneOf: number };
}
const campaigns: readonly Content[] = content;

/** Broadcasts in every state, on channels without credentials: sent messages are in the outbox. */
export const demoCampaignsModule = {
  name: 'demo broadcasts',
  demo({ random, now, rowsOf }) {
    const line = rowsOf('channel').find(({ type }) => type === 'LINE')?.id;
    if (line === undefined) return { campaign: [] };
    const at = (hours: number): string => {
      const time = new Date(now.getTime() + hours * HOUR_MS);
      // Rounded to the hour, and within an hour from now to the minute.
      if (Math.abs(hours) < 1) time.setUTCSeconds(0, 0);
      else time.setUTCMinutes(0, 0, 0);
      return time.toISOString();
    };
    const segments = rowsOf('segment');
    const campaign = campaigns.map(({ hours, text, segment: name, run: _, ...own }): DemoRecord => {
      const segment = segments.find((row) => row['name'] === name)?.id;
      return {
        id: random.uuid(),
        ...own,
        ...{ channel: line, content: 'written', messages: [{ type: 'text', text }], platform: 'LINE' },
        ...(segment === undefined ? { target: 'everyone' } : { target: 'segment', segment }),
        ...(own.status !== 'draft' && { startsAt: at(hours), sendAt: at(hours) }),
        createdAt: new Date(Date.parse(at(Math.min(hours, 0))) - 26 * HOUR_MS).toISOString(),
      };
    });
    return { campaign };
  },
  async start(context) {
    if (!context.settings.demo) return;
    const results = new Map(campaigns.map(({ name, run }) => [name, run as RunResult | undefined]));
    const stored = await context
      .services()
      .catalog.repository('campaign')
      ?.list({ take: 50, where: [{ name: [...results.keys()] }] });
    for (const { id, name, status, startsAt, messages, channel } of stored ?? []) {
      const result = results.get(name);
      if (result && startsAt && messages && ['executing', 'executed', 'failed'].includes(status ?? ''))
        await storeRun(context, { id, startsAt, messages, channel }, result);
    }
  },
} satisfies DomainModule;

interface StartedCampaign {
  id: string;
  channel: string;
  startsAt: string;
  messages: readonly object[];
}

/** Stores a run with its recipients, unless it exists. */
async function storeRun(
  context: Context,
  { id, channel, startsAt, messages }: StartedCampaign,
  result: RunResult,
): Promise<void> {
  const services = context.services();
  const table = quotedTableName(services.catalog.require('profile').model);
  const audience = JSON.stringify({ channel, type: 'LINE', target: 'everyone' });
  await context.db.transaction(async (tx) => {
    const inserted = await tx.query(
      `INSERT INTO broadcast_run (campaign, state, sandbox, at_once, answer, bodies, audience, is_taken, expected, begun_at, ended_at)
       VALUES ($1::uuid, $2, true, false, $3::jsonb, $4::jsonb, $5::jsonb, true, 0, $6::timestamptz, $7::timestamptz)
       ON CONFLICT DO NOTHING RETURNING 1`,
      [
        ...[id, result.state, JSON.stringify({ messages }), JSON.stringify(messages), audience, startsAt],
        result.state === 'sending' ? null : new Date(Date.parse(startsAt) + 600_000).toISOString(),
      ],
    );
    if (inserted.length === 0) return;
    await tx.query(
      `WITH people AS (
         SELECT id AS profile, data ->> 'externalId' AS person, (row_number() OVER (ORDER BY id) - 1)::int AS at, count(*) OVER ()::int AS total
         FROM ${table} WHERE data ->> 'channel' = $2 AND coalesce(data ->> 'followState', '') <> 'blocked'),
       size AS (SELECT CASE WHEN total > 1000 THEN 500 ELSE total / 6 + 1 END AS part FROM people LIMIT 1),
       placed AS (SELECT profile, person, at, 1 + at / part AS number, (total - 1) / part + 1 AS parts FROM people, size),
       parts AS (
         INSERT INTO broadcast_part (campaign, part, retry_key, state, people, made_at, ended_at, due_at)
         SELECT $1::uuid, number, gen_random_uuid(), CASE WHEN number > max(parts) - $3::int THEN 'waiting' ELSE 'done' END,
           count(*)::int, $4::timestamptz + number * interval '50 seconds',
           CASE WHEN number > max(parts) - $3::int THEN NULL ELSE $4::timestamptz + number * interval '55 seconds' END,
           CASE WHEN number > max(parts) - $3::int THEN clock_timestamp() + interval '${WAIT_INTERVAL}' ELSE $4::timestamptz END
         FROM placed GROUP BY number)
       INSERT INTO broadcast_recipient (campaign, profile, part, place, crowd, person, state, calls, note)
       SELECT $1::uuid, profile, number, at, 0, person, CASE WHEN number > parts - $3::int THEN 'waiting'
           WHEN $5::int > 0 AND at % $5::int = 7 THEN 'failed' ELSE 'sent' END, 1,
         CASE WHEN number <= parts - $3::int AND $5::int > 0 AND at % $5::int = 7 THEN
           CASE WHEN at % 3 = 0 THEN 'LINE did not answer within 5 s' ELSE 'LINE refused it: the account was deleted' END END
       FROM placed`,
      [id, channel, result.partsLeft, startsAt, result.failedOneOf],
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
         (interval '-3 hours', 'approve', 'Prasert Boonmee', NULL), (interval '0', 'start', NULL, NULL)) AS moments(after, kind, who, note)`,
      [id, startsAt],
    );
    const last = { over: 'finish', stopped: 'stop', sending: 'slowed' }[result.state];
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
