import { formatTime } from '../../../../schemas/campaigns/formatTime.ts';
import type { Context, EntityCheck } from '../../../engine/modules/module.ts';
import type { Snapshot } from '../approval.ts';
import { countOverlap, toAudience, type Audience } from '../audience.ts';
import { reachesEverybody } from '../content.ts';
import type { Run } from '../store.ts';
import { ok, people, subjectOf, type Subject } from './subject.ts';
import { message, messages, t } from '../../../../schemas/texts/translate.ts';

const REPEAT_DAYS = 7;
const REPEAT_MS = REPEAT_DAYS * 86_400_000;
/** Other broadcasts with the same messages that are looked at, of those that went out and of those that are scheduled. */
const MAX_OTHERS = 20;

/** Another broadcast with the same messages on the same channel. */
interface Other {
  campaign: string;
  /** Whether it went out, is being sent, or is scheduled. */
  how: 'over' | 'sending' | 'scheduled';
  at: Date;
  /** One call reaches everybody who follows the channel. */
  isWhole: boolean;
  /** Whom it is for, where it is not stored who got it. */
  audience?: Audience;
}

/** What is said of one or everybody, and of several, with the other broadcast's name and where it has none any more. */
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
} satisfies Record<Other['how'], object>;

/** Nobody gets what they got a few days ago, or what another broadcast sends them in a few days. */
export const repeatedCheck: EntityCheck = {
  label: message('Sent before'),
  async run(call, context) {
    const subject = await subjectOf(call, context);
    if (!subject.composed.answer) return undefined;
    const others = [...(await findBegun(subject, context)), ...(await findScheduled(subject, context))];
    const sentences: (() => string)[] = [];
    for (const how of ['over', 'sending', 'scheduled'] as const) {
      const sentence = await describe(
        subject,
        others.filter((other) => other.how === how),
        context,
      );
      if (sentence !== undefined) sentences.push(sentence);
    }
    return sentences.length === 0
      ? ok(t('Nobody gets the same twice within %{days} days.', { days: REPEAT_DAYS }))
      : () => ({ level: 'warning', text: sentences.map((say) => say()).join(' ') });
  },
};

/** Says who gets the same with these besides; undefined where nobody does. */
async function describe(
  { composed, isWhole }: Subject,
  others: readonly Other[],
  context: Context,
): Promise<(() => string) | undefined> {
  // Of two calls that reach everybody, nobody has to be known.
  const whole = isWhole ? others.filter((other) => other.isWhole) : [];
  const [last] = whole.length > 0 ? whole : others;
  if (!last) return undefined;
  const services = context.services();
  const overlap =
    whole.length > 0
      ? Infinity
      : await countOverlap(services, composed.audience, {
          broadcasts: others.map(({ campaign }) => campaign),
          audiences: others.flatMap(({ audience }) => audience ?? []),
        });
  if (overlap === 0) return undefined;
  const isEverybody = overlap === Infinity;
  const name = (await services.catalog.repository('campaign')?.find(last.campaign))?.name;
  const number = isEverybody || overlap === 1 ? 'one' : 'several';
  const text = SENTENCES[last.how][name === undefined ? (`${number}Unnamed` as const) : number];
  const time = formatTime(last.at.toISOString());
  return () => t(text, { who: isEverybody ? t('Everybody') : people(overlap), name, time });
}

/** Those that began of late, the last first. */
async function findBegun({ broadcast, composed }: Subject, { db }: Context): Promise<Other[]> {
  type Row = Pick<Run, 'campaign' | 'state' | 'at_once' | 'audience' | 'begun_at' | 'recipients_removed_at'>;
  const rows = await db.query<Row & Record<string, unknown>>(
    `SELECT campaign, state, at_once, audience, begun_at, recipients_removed_at FROM broadcast_run
     WHERE campaign <> $1::uuid AND audience ->> 'channel' = $2 AND answer = $3::jsonb
       AND begun_at > clock_timestamp() - $4::int * interval '1 day' ORDER BY begun_at DESC LIMIT ${MAX_OTHERS}`,
    [broadcast.id, broadcast.channel, JSON.stringify(composed.answer), REPEAT_DAYS],
  );
  return rows.map(
    ({ campaign, state, at_once: isWhole, audience, begun_at: at, recipients_removed_at: gone }) => {
      const how = state === 'sending' || state === 'held' ? 'sending' : 'over';
      return { campaign, how, at, isWhole, ...((how === 'sending' || gone) && { audience }) };
    },
  );
}

/** Those that are scheduled for a few days before or after it, the next first. */
async function findScheduled(
  { broadcast, composed, type, startsAt }: Subject,
  context: Context,
): Promise<Other[]> {
  const rows = await context.db.query<{ campaign: string; content: Snapshot }>(
    `SELECT campaign, content FROM broadcast_snapshot
     WHERE campaign <> $1::uuid AND content -> 'audience' ->> 'channel' = $2 AND content -> 'answer' = $3::jsonb
       AND kind IS DISTINCT FROM 'request-approval' LIMIT ${MAX_OTHERS}`,
    [broadcast.id, broadcast.channel, JSON.stringify(composed.answer)],
  );
  const ids = rows.map(({ campaign }) => campaign);
  const stored = (await context.services().catalog.repository('campaign')?.getMany(ids)) ?? [];
  const found = stored.flatMap((campaign): Other[] => {
    const at = new Date(campaign.startsAt ?? Number.NaN);
    const content = rows.find((row) => row.campaign === campaign.id)?.content;
    const isNear = Math.abs(at.getTime() - startsAt) < REPEAT_MS;
    if (campaign.status !== 'scheduled' || !content || !isNear) return [];
    const { people: list } = toAudience(campaign, type);
    const audience = { ...content.audience, type, ...(list && { people: list }) };
    const isWhole = reachesEverybody({ personal: composed.personal, audience });
    return [{ campaign: campaign.id, how: 'scheduled', at, isWhole, audience }];
  });
  return found.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}
