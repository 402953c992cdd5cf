import {
  MAX_EXPORTED_FAILURES,
  type OutboxEntry,
  type ProgressResponse,
} from '../../../schemas/campaigns/responses.ts';
import { toMessageContent } from '../../channels/messageContent.ts';
import type { MessageBody } from '../../channels/types.ts';
import type { Services } from '../../engine/resources/services.ts';
import { isId } from '../../engine/storage/matchSql.ts';
import { columnsOf, quotedTableName } from '../../engine/storage/sql.ts';
import { findRun, MAX_PEOPLE_PER_BATCH } from './store.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** Minutes of the chart, and rows of the lists below it. */
const MAX_MINUTES = 240;
const MAX_REASONS = 50;
const MAX_TIMELINE_ENTRIES = 200;
const OUTBOX_PAGE_SIZE = 20;

const toWireState = (state: string): string => (state === 'unclear' ? 'unknown' : state);

/** Progress of a broadcast, with its time line. */
export async function readProgress({ db }: Services, campaign: string): Promise<ProgressResponse> {
  const run = await findRun(db, campaign);
  const moments = await db.query<{ at: Date; kind: string; who: string | null; note: string | null }>(
    `SELECT at, kind, who, note FROM (SELECT * FROM broadcast_moment WHERE campaign = $1::uuid
       ORDER BY id DESC LIMIT ${MAX_TIMELINE_ENTRIES}) AS last ORDER BY id`,
    [campaign],
  );
  const timeline = moments.map((moment) => ({ ...moment, at: moment.at.toISOString() }));
  if (!run) {
    const counts = { total: 0, sent: 0, failed: 0, unknown: 0, left: 0 };
    return {
      ...{
        state: 'none',
        sandbox: false,
        sentInOneCall: false,
        counts,
        batches: { done: 0, total: 0 },
        minutes: [],
        reasons: [],
      },
      ...{ timeline, begunAt: null, endedAt: null },
    };
  }
  const [batches] = await db.query<{ done: number; total: number }>(
    `SELECT (count(*) FILTER (WHERE state = 'done'))::int AS done, count(*)::int AS total
     FROM broadcast_part WHERE campaign = $1::uuid AND part > 0`,
    [campaign],
  );
  const minutes = await db.query<{ at: Date; batches: number; people: number }>(
    `SELECT date_trunc('minute', ended_at) AS at, count(*)::int AS batches, sum(people)::int AS people
     FROM broadcast_part WHERE campaign = $1::uuid AND state = 'done' AND part > 0
     GROUP BY 1 ORDER BY 1 DESC LIMIT ${MAX_MINUTES}`,
    [campaign],
  );
  const reasons = await db.query<{ reason: string | null; state: string; people: number }>(
    `SELECT note AS reason, state, count(*)::int AS people FROM broadcast_recipient
     WHERE campaign = $1::uuid AND state IN ('failed', 'unclear') GROUP BY 1, 2 ORDER BY 3 DESC LIMIT ${MAX_REASONS}`,
    [campaign],
  );
  const { people, sent, failed, unclear, expected, is_taken: isTaken } = run;
  const total = isTaken ? people : Math.max(expected, people);
  const left = Math.max(0, total - sent - failed - unclear);
  const unbatched = isTaken ? 0 : Math.ceil(Math.max(0, expected - people) / MAX_PEOPLE_PER_BATCH);
  return {
    state: run.state,
    ...{ sandbox: run.sandbox, sentInOneCall: run.at_once },
    counts: { total, sent, failed, unknown: unclear, left },
    batches: { done: batches?.done ?? 0, total: (batches?.total ?? 0) + unbatched },
    minutes: minutes.toReversed().map((minute) => ({ ...minute, at: minute.at.toISOString() })),
    reasons: reasons.map(({ reason, state, people: count }) => ({
      reason: reason ?? storedText('It could not be sent'),
      state: toWireState(state) as 'failed' | 'unknown',
      people: count,
    })),
    timeline,
    begunAt: run.begun_at.toISOString(),
    endedAt: run.ended_at?.toISOString() ?? null,
  };
}

interface RecipientRow {
  id: string;
  person: string;
  name: string | null;
  state: string;
  note: string | null;
  bodies: MessageBody[] | null;
}

const queryRecipients = (
  services: Services,
  campaign: string,
  condition: string,
  values: unknown[],
  limit: number,
) => {
  const { model } = services.catalog.require('profile');
  const name = columnsOf(model).get('displayName')?.value ?? 'NULL';
  return services.db.query<RecipientRow & Record<string, unknown>>(
    `SELECT r.profile AS id, r.person, r.state, r.note, r.bodies,
       (SELECT ${name} FROM ${quotedTableName(model)} AS p WHERE p.id = r.profile) AS name
     FROM broadcast_recipient AS r WHERE r.campaign = $1::uuid ${condition} ORDER BY r.profile LIMIT ${limit}`,
    [campaign, ...values],
  );
};

/** A page of recipients with their messages. @param after id of the last one on the page before */
export async function readOutboxPage(
  services: Services,
  campaign: string,
  after?: string,
): Promise<OutboxEntry[]> {
  const run = await findRun(services.db, campaign);
  if (!run) return [];
  const condition = 'AND ($2::uuid IS NULL OR r.profile > $2::uuid)';
  const rows = await queryRecipients(
    services,
    campaign,
    condition,
    [isId(after) ? after : null],
    OUTBOX_PAGE_SIZE,
  );
  return rows.map(({ id, person, name, state, note, bodies }) => ({
    ...{ id, person, note, name: name ?? person, state: toWireState(state) as OutboxEntry['state'] },
    texts: (bodies ?? run.bodies).map((body) => {
      const { text, type } = toMessageContent(body, run.audience.type);
      return text ?? type;
    }),
  }));
}

/** Recipients who did not get it, for an export; at most 10,000. */
export async function listFailures(
  services: Services,
  campaign: string,
): Promise<{ person: string; name: string; state: string; reason: string }[]> {
  const rows = await queryRecipients(
    services,
    campaign,
    `AND r.state IN ('failed', 'unclear')`,
    [],
    MAX_EXPORTED_FAILURES,
  );
  return rows.map(({ person, name, state, note }) => ({
    ...{ person, name: name ?? person, state: toWireState(state), reason: note ?? '' },
  }));
}
