import content from './content/audience.json' with { type: 'json' };
import type { Random } from '../../engine/modules/random.ts';
import type { DemoRecord } from '../../engine/modules/module.ts';
import { textOf } from '../../../schemas/model/text.ts';

const { firstNames, lastNames, nicknames, userTags, customTags, cities, levels } = content;

/** Generators of platform ids, by type of channel. */
const EXTERNAL_IDS: Record<string, (random: Random) => string> = {
  LINE: (random) => `U${random.hex(32)}`,
  FACEBOOK: (random) =>
    String(random.integer(1_000_000_000, 9_999_999_999)) + String(random.integer(100_000, 999_999)),
  WEBCHAT: (random) => `visitor-${random.hex(12)}`,
  CUSTOM: (random) => `partner:${random.integer(1000, 9999)}:${random.hex(6)}`,
};

const DAY_MS = 24 * 60 * 60 * 1000;
const TESTERS_PER_CHANNEL = 2;

/** Builds people first seen within a year and a half, most of them seen lately, on every channel. */
export function demoProfiles(channels: DemoRecord[], count: number, now: Date, random: Random): DemoRecord[] {
  const weighted = channels.flatMap((channel, index) =>
    Array.from({ length: Math.max(1, 8 - index * 2) }, () => channel),
  );
  const people = Array.from({ length: count }, () => buildProfile(random.pick(weighted), now, random));
  for (const { id } of channels) for (const tester of chooseTesters(id, people)) tester['tester'] = true;
  return people;
}

/** Chooses the testers of a channel. */
const chooseTesters = (channel: string, people: readonly DemoRecord[]): DemoRecord[] =>
  people
    .filter((person) => person['channel'] === channel && person['followState'] === 'following')
    .slice(0, TESTERS_PER_CHANNEL);

function buildProfile(channel: DemoRecord, now: Date, random: Random): DemoRecord {
  const thai = random.chance(0.62);
  const known = random.chance(0.97);
  const firstSeen = now.getTime() - Math.floor(random.next() * 540 * DAY_MS);
  // Squared: many were here in the last days, a long tail was not.
  const lastSeen = now.getTime() - Math.floor((now.getTime() - firstSeen) * random.next() ** 2);
  const customFields: Record<string, string> = {};
  if (random.chance(0.5)) customFields['city'] = random.pick(cities);
  if (random.chance(0.35)) customFields['member_level'] = random.pick(levels);
  if (random.chance(0.25)) customFields['points'] = String(random.integer(0, 4800));
  if (random.chance(0.15))
    customFields['birthday'] = `${random.integer(1, 28)} ${random.pick(['Jan', 'Mar', 'Jun', 'Aug', 'Nov'])}`;
  const identify = EXTERNAL_IDS[textOf(channel['type'])] ?? EXTERNAL_IDS['WEBCHAT'];
  return {
    id: random.uuid(),
    createdAt: new Date(firstSeen).toISOString(),
    displayName: displayName(thai, random),
    channel: channel.id,
    externalId: identify?.(random) ?? random.hex(12),
    firstSeen: new Date(firstSeen).toISOString(),
    lastSeen: new Date(lastSeen).toISOString(),
    followState: known ? (random.chance(0.9) ? 'following' : 'blocked') : 'unknown',
    language: thai ? 'th' : random.pick(['en', 'en', 'en', 'zh', 'ja', 'other']),
    ...nonEmptyList('userTags', random.sample(userTags, random.pick([0, 0, 1, 1, 2, 3]))),
    ...nonEmptyList('customTags', random.sample(customTags, random.pick([0, 0, 0, 1, 2]))),
    ...(Object.keys(customFields).length > 0 && { customFields }),
  };
}

function displayName(thai: boolean, random: Random): string {
  const language = thai ? 'th' : 'en';
  const first = random.pick(firstNames[language]);
  if (random.chance(0.2)) return `${first} ${random.pick(nicknames)}`;
  return random.chance(0.75) ? `${first} ${random.pick(lastNames[language])}` : first;
}

function nonEmptyList(name: string, values: string[]): Record<string, string[]> {
  return values.length > 0 ? { [name]: values } : {};
}
