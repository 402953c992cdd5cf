import { formatTime } from '../../../../schemas/campaigns/formatTime.ts';
import type { Context, EntityCheck } from '../../../engine/modules/module.ts';
import type { Snapshot } from '../approval.ts';
import { countOverlap, toAudience, type Audience } from '../audience.ts';
import { reachesEverybody } from '../content.ts';
import type { Run } from '../store.ts';
import { ok, formatPeople, loadSubject, type CheckSubject } from './subject.ts';
import { message, messages, t } from '../../../../schemas/texts/translate.ts';

/** Days before and after within which the same messages count as a repeat. */
const REPEAT_DAYS = 7;
const REPEAT_MS = REPEAT_DAYS * 86_400_000;
/** Repeated broadcasts compared, of those that have started and of those that are scheduled. */
const MAX_REPEATED_BROADCASTS = 20;

/** Another broadcast with the same messages on the same channel. */
interface RepeatedBroadcast {
  campaign: string;
  state: 'over' | 'sending' | 'scheduled';
  at: Date;
  /** One call reaches everybody who follows the channel. */
  isForAllFollowers: boolean;
  /** Set where its recipients are not stored, or not all of them yet. */
  audience?: Audience;
}

/** For one person (or everybody) and several; unnamed where the other broadcast was deleted. */
const SENTENCES = {
  over: messages({
    one: '%{who} got the same with “%{name}” on %{time}.',
    several: '%{who} got the same with “%{name}” on %{time}.',
    oneUnnamed: '%{who} got the same on %{time}.',
    severalUnnamed: '%{who} got the same on %{time}.',
  }),
  sending: messages({
    one: '%{who} is being sent the same with “%{name}” now.',
    several: '%{who} are being sent the same with “%{name}” now.',
    oneUnnamed: '%{who} is being sent the same now.',
    severalUnnamed: '%{who} are being sent the same now.',
  }),
  scheduled: messages({
    one: '%{who} gets the same with “%{name}” on %{time}.',
    several: '%{who} get the same with “%{name}” on %{time}.',
    oneUnnamed: '%{who} gets the same on %{time}.',
    severalUnnamed: '%{who} get the same on %{time}.',
  }),
} satisfies Record<RepeatedBroadcast['state'], object>;

/** Checks that nobody gets the same messages twice within a few days. */
export const repeatedCheck: EntityCheck = {
  label: message('Sent before'),
  async run(call, context) {
    const subject = await loadSubject(call, context);
    if (!subject.composed.answer) return undefined;
    const others = [...(await findStarted(subject, context)), ...(await findScheduled(subject, context))];
    const sentences: (() => string)[] = [];
    for (const state of ['over', 'sending', 'scheduled'] as const) {
      const sentence = await describeRepeats(
        subject,
        others.filter((other) => other.state === state),
        context,
      );
      if (sentence !== undefined) sentences.push(sentence);
    }
    return sentences.length === 0
      ? ok(t('Nobody gets the same twice within %{days} days.', { days: REPEAT_DAYS }))
      : () => ({ level: 'warning', text: sentences.map((say) => say()).join(' ') });
  },
};

/** Says who also gets the same messages from `others`; undefined where nobody does. */
async function describeRepeats(
  { composed, isForAllFollowers }: CheckSubject,
  others: readonly RepeatedBroadcast[],
  context: Context,
): Promise<(() => string) | undefined> {
  // Two broadcasts to all followers overlap for everybody: no recipients need to be counted.
  const forAllFollowers = isForAllFollowers ? others.filter((other) => other.isForAllFollowers) : [];
  const [latest] = forAllFollowers.length > 0 ? forAllFollowers : others;
  if (!latest) return undefined;
  const services = context.services();
  const overlap =
    forAllFollowers.length > 0
      ? Infinity
      : await countOverlap(services, composed.audience, {
          broadcasts: others.map(({ campaign }) => campaign),
          audiences: others.flatMap(({ audience }) => audience ?? []),
        });
  if (overlap === 0) return undefined;
  const isEverybody = overlap === Infinity;
  const name = (await services.catalog.repository('campaign')?.find(latest.campaign))?.name;
  const form = isEverybody || overlap === 1 ? 'one' : 'several';
  const text = SENTENCES[latest.state][name === undefined ? (`${form}Unnamed` as const) : form];
  const time = formatTime(latest.at.toISOString());
  return () => t(text, { who: isEverybody ? t('Everybody') : formatPeople(overlap), name, time });
}

/** Broadcasts that started recently, the latest first. */
async function findStarted(
  { broadcast, composed }: CheckSubject,
  { db }: Context,
): Promise<RepeatedBroadcast[]> {
  type Row = Pick<Run, 'campaign' | 'state' | 'at_once' | 'audience' | 'begun_at' | 'recipients_removed_at'>;
  const rows = await db.query<Row & Record<string, unknown>>(
    `SELECT campaign, state, at_once, audience, begun_at, recipients_removed_at FROM broadcast_run
     WHERE campaign <> $1::uuid AND audience ->> 'channel' = $2 AND answer = $3::jsonb
       AND begun_at > clock_timestamp() - $4::int * interval '1 day' ORDER BY begun_at DESC LIMIT ${MAX_REPEATED_BROADCASTS}`,
    [broadcast.id, broadcast.channel, JSON.stringify(composed.answer), REPEAT_DAYS],
  );
  return rows.map(({ campaign, at_once: isForAllFollowers, audience, begun_at: at, ...run }) => {
    const state = run.state === 'sending' || run.state === 'held' ? 'sending' : 'over';
    const isIncomplete = state === 'sending' || run.recipients_removed_at !== null;
    return { campaign, state, at, isForAllFollowers, ...(isIncomplete && { audience }) };
  });
}

/** Broadcasts scheduled within a few days before or after it, the next first. */
async function findScheduled(
  { broadcast, composed, type, startsAt }: CheckSubject,
  context: Context,
): Promise<RepeatedBroadcast[]> {
  const rows = await context.db.query<{ campaign: string; content: Snapshot }>(
    `SELECT campaign, content FROM broadcast_snapshot
     WHERE campaign <> $1::uuid AND content -> 'audience' ->> 'channel' = $2 AND content -> 'answer' = $3::jsonb
       AND kind IS DISTINCT FROM 'request-approval' LIMIT ${MAX_REPEATED_BROADCASTS}`,
    [broadcast.id, broadcast.channel, JSON.stringify(composed.answer)],
  );
  const ids = rows.map(({ campaign }) => campaign);
  const campaigns = (await context.services().catalog.repository('campaign')?.getMany(ids)) ?? [];
  const found = campaigns.flatMap((campaign): RepeatedBroadcast[] => {
    const at = new Date(campaign.startsAt ?? Number.NaN);
    const content = rows.find((row) => row.campaign === campaign.id)?.content;
    const isNear = Math.abs(at.getTime() - startsAt) < REPEAT_MS;
    if (campaign.status !== 'scheduled' || !content || !isNear) return [];
    const { people } = toAudience(campaign, type);
    const audience = { ...content.audience, type, ...(people && { people }) };
    const isForAllFollowers = reachesEverybody({ personal: composed.personal, audience });
    return [{ campaign: campaign.id, state: 'scheduled', at, isForAllFollowers, audience }];
  });
  return found.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}
