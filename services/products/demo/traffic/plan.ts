import { startOf } from '../../../../schemas/model/spans.ts';
import { Random } from '../../../engine/modules/random.ts';
import { CAMPAIGNS, DAYS, timeOn, weightOf } from './curve.ts';
import { type Known, type Person, type Row, Talk } from './talk.ts';

const DAY_MS = 24 * 3_600_000;
/** Messages of a conversation, on average; what was measured. */
const TALK_LENGTH = 5.6;
/** Days of which messages are kept as they were sent, not only in words. */
const DAYS_WITH_CONTENT = 14;
/** Of a day's people on a channel, those who are sent a broadcast. */
const TOLD = 0.12;

/** A person of the demo, with the time in which they write. */
export interface Writer extends Person {
  firstSeen: number;
  lastSeen: number;
}

export interface Plan extends Known {
  /** The year ends here, milliseconds since 1970. */
  end: number;
  /** About how many messages the year has. */
  messages: number;
  writers: readonly Writer[];
}

/** The midnights in UTC+7 at which the year's days begin, the newest first. */
export const daysOf = ({ end }: Pick<Plan, 'end'>): number[] =>
  Array.from({ length: DAYS }, (_, ago) => startOf('day', end) - ago * DAY_MS);

/**
 * What is said on one day of the year, in the order of time: the same for the same plan, however often it is asked.
 * @param day one of `daysOf`
 */
export function trafficOf(plan: Plan, day: number): Row[] {
  const daysAgo = Math.round((startOf('day', plan.end) - day) / DAY_MS);
  const random = new Random(Math.floor(day / DAY_MS));
  const rows: Row[] = [];
  const known: Known = daysAgo < DAYS_WITH_CONTENT ? plan : { ...plan, contentOf: undefined };
  const talk = (person: Person, at: number): Talk =>
    new Talk(person, `demo-${day / 1000}-${rows.length}`, at, known, random);
  const few = Math.min(1, plan.messages / 30_000);
  const here = plan.writers.filter(({ firstSeen, lastSeen }) => firstSeen < day + DAY_MS && lastSeen >= day);
  for (const writer of here)
    if (writer.firstSeen >= day && random.chance(few)) rows.push(...talk(writer, writer.firstSeen).meet());
  const campaign = CAMPAIGNS.find((one) => one.daysAgo === daysAgo);
  for (const writer of campaign ? here : [])
    if (random.chance(TOLD * few))
      rows.push(...talk(writer, day + 10 * 3_600_000).tell(campaign?.text ?? ''));
  const talks = (plan.messages / DAYS / TALK_LENGTH) * weightOf(day, daysAgo, random) * 0.85;
  for (let n = 0; n < talks && here.length > 0; n++) {
    const writer = random.pick(here);
    rows.push(...talk(writer, Math.max(timeOn(day, random), writer.firstSeen)).hold());
  }
  return rows
    .filter(({ at }) => Date.parse(at) <= plan.end)
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
}
