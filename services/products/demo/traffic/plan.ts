import { startOf } from '../../../../schemas/model/spans.ts';
import { Random } from '../../../engine/modules/random.ts';
import { CAMPAIGNS, DAYS, randomTimeOnDay, dayWeight } from './curve.ts';
import { type ContentIndex, type Person, type Row, Conversation } from './conversation.ts';

const DAY_MS = 24 * 3_600_000;
/** Measured average. */
const MESSAGES_PER_CONVERSATION = 5.6;
/** Messages of the last days also have the platform's format; older ones only their text. */
const DAYS_WITH_CONTENT = 14;
/** Share of a day's people who receive a broadcast. */
const BROADCAST_SHARE = 0.12;

/** A person of the demo, and the period in which they write. */
export interface ActivePerson extends Person {
  firstSeen: number;
  lastSeen: number;
}

export interface Plan extends ContentIndex {
  /** The year ends here, milliseconds since 1970. */
  end: number;
  /** About how many messages the year has. */
  messages: number;
  people: readonly ActivePerson[];
}

/** The midnights in UTC+7 at which the year's days begin, the newest first. */
export const listDays = ({ end }: Pick<Plan, 'end'>): number[] =>
  Array.from({ length: DAYS }, (_, ago) => startOf('day', end) - ago * DAY_MS);

/**
 * The messages of one day, sorted by time. Deterministic for the same plan.
 * @param day one of `listDays`
 */
export function buildTraffic(plan: Plan, day: number): Row[] {
  const daysAgo = Math.round((startOf('day', plan.end) - day) / DAY_MS);
  const random = new Random(Math.floor(day / DAY_MS));
  const rows: Row[] = [];
  const known: ContentIndex = daysAgo < DAYS_WITH_CONTENT ? plan : { ...plan, contentOf: undefined };
  const begin = (person: Person, at: number): Conversation =>
    new Conversation(person, `demo-${day / 1000}-${rows.length}`, at, known, random);
  const scale = Math.min(1, plan.messages / 30_000);
  const activePeople = plan.people.filter(
    ({ firstSeen, lastSeen }) => firstSeen < day + DAY_MS && lastSeen >= day,
  );
  for (const writer of activePeople)
    if (writer.firstSeen >= day && random.chance(scale))
      rows.push(...begin(writer, writer.firstSeen).addFirstContact());
  const campaign = CAMPAIGNS.find((one) => one.daysAgo === daysAgo);
  for (const writer of campaign ? activePeople : [])
    if (random.chance(BROADCAST_SHARE * scale))
      rows.push(...begin(writer, day + 10 * 3_600_000).addBroadcast(campaign?.text ?? ''));
  const conversations =
    (plan.messages / DAYS / MESSAGES_PER_CONVERSATION) * dayWeight(day, daysAgo, random) * 0.85;
  for (let n = 0; n < conversations && activePeople.length > 0; n++) {
    const writer = random.pick(activePeople);
    rows.push(...begin(writer, Math.max(randomTimeOnDay(day, random), writer.firstSeen)).addExchange());
  }
  return rows
    .filter(({ at }) => Date.parse(at) <= plan.end)
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
}
