import { endOf, startOf } from '../../../schemas/model/spans.ts';
import type { Granularity } from '../../../schemas/model/types.ts';

/** A message that the reference counts. */
export interface ReferenceMessage {
  at: string;
  key: string;
  channel: string;
  profile: string;
  source: 'USER' | 'BOT' | 'AGENT' | 'BROADCAST';
  kind: 'message' | 'follow';
  type: 'text' | 'postback';
  template?: string;
  place?: number;
  handoff?: boolean;
  newcomer?: boolean;
  campaign?: string;
  chatAd?: string;
}

export interface ReferenceQuery {
  from: number;
  to: number;
  interval: Granularity;
  channels: string[];
  sources: string[];
}

const IDLE = 30 * 60_000;
const timeOf = ({ at }: ReferenceMessage): number => Date.parse(at);

/** Reference implementation of the dashboard's figures: a plain loop over all messages. */
export function countReferenceFigures(
  said: readonly ReferenceMessage[],
  { from, to, interval, channels, sources }: ReferenceQuery,
) {
  const asked = said.filter(
    (one) =>
      timeOf(one) >= from && timeOf(one) < to && (channels.length === 0 || channels.includes(one.channel)),
  );
  const messages = asked.filter(({ kind }) => kind === 'message');
  const chosen = messages.filter(({ source }) => sources.length === 0 || sources.includes(source));
  const written = messages.filter(({ source }) => source === 'USER');
  const people = (some: readonly ReferenceMessage[]): number =>
    new Set(some.map(({ profile }) => profile)).size;
  const rows = (some: readonly ReferenceMessage[], count: (inIt: readonly ReferenceMessage[]) => number) => {
    const points: { date: string; amount: number }[] = [];
    for (let at = startOf(interval, from); at < to; at = endOf(interval, at)) {
      const end = endOf(interval, at);
      const inIt = some.filter((one) => timeOf(one) >= at && timeOf(one) < end);
      points.push({ date: new Date(at).toISOString(), amount: count(inIt) });
    }
    return points;
  };
  return {
    'messages/chart': { rows: rows(chosen, ({ length }) => length) },
    'messages/count/total': { amount: chosen.length },
    'messages/count/bot': { amount: messages.filter(({ source }) => source === 'BOT').length },
    'users/active/chart': { rows: rows(written, people) },
    'users/active/count/total': { amount: people(written) },
    'users/new/count/total': { amount: asked.filter(({ newcomer }) => newcomer).length },
  };
}

/** Reference implementation of the user journey: counts of a unit's previous and next steps, by kind and id. */
export function countReferenceJourney(
  said: readonly ReferenceMessage[],
  unit: string,
  { from, to, channels }: ReferenceQuery,
) {
  const previous = new Map<string, number>();
  const next = new Map<string, number>();
  const stages = new Map<string, number>();
  const people = new Set<string>();
  const waits: number[] = [];
  const add = (counts: Map<string, number>, key: string): void =>
    void counts.set(key, (counts.get(key) ?? 0) + 1);
  let count = 0;
  for (const profile of new Set(said.map((one) => one.profile))) {
    const own = said.filter((one) => one.profile === profile && one.kind === 'message');
    const inOrder = own.toSorted((a, b) => timeOf(a) - timeOf(b));
    const talk = inOrder.filter(({ source }) => source !== 'BROADCAST');
    const isStep = (one: ReferenceMessage): boolean =>
      one.source === 'BOT' && one.template !== undefined && (one.place ?? 0) === 0;
    talk.forEach((one, at) => {
      if (!isStep(one) || one.template !== unit || timeOf(one) < from || timeOf(one) >= to) return;
      if (channels.length > 0 && !channels.includes(one.channel)) return;
      count++;
      people.add(profile);
      const before: ReferenceMessage[] = [];
      for (let n = at - 1, last = one; n >= 0; n--) {
        const candidate = talk[n] as ReferenceMessage;
        if (timeOf(last) - timeOf(candidate) > IDLE) break;
        before.push((last = candidate));
      }
      const after: ReferenceMessage[] = [];
      for (let n = at + 1, last = one; n < talk.length; n++) {
        const candidate = talk[n] as ReferenceMessage;
        if (timeOf(candidate) - timeOf(last) > IDLE) break;
        after.push((last = candidate));
      }
      const step = before.find(isStep);
      const first = before.at(-1);
      const began = timeOf(first ?? one);
      const lastKnown = inOrder.findLast(
        (other) => other.source === 'BROADCAST' && timeOf(other) <= began && timeOf(other) >= began - IDLE,
      );
      const tappedMenu =
        first?.source === 'USER' && first.type === 'postback' && first.template === undefined;
      const ad = (before.findLast(({ source }) => source === 'BOT') ?? one).chatAd;
      if (step) add(previous, `template ${step.template}`);
      else if (tappedMenu) add(previous, 'richmenu null');
      else if (ad !== undefined) add(previous, `chatads ${ad}`);
      else add(previous, lastKnown ? `broadcast ${lastKnown.campaign ?? null}` : 'message null');
      const following = after.findIndex(isStep);
      add(next, following < 0 ? 'left null' : `template ${after[following]?.template}`);
      const answer = after[following];
      if (answer) waits.push(Math.round((timeOf(answer) - timeOf(one)) / 1000));
      const reaction = after.find(({ source }) => source === 'USER');
      const upTo = following < 0 ? after : after.slice(0, following + 1);
      const handed = upTo.some(({ handoff }) => handoff);
      if (!reaction) add(stages, 'Nothing more');
      else if (handed) add(stages, 'Asked for a person');
      else add(stages, reaction.type === 'postback' ? 'Tapped an action' : 'Wrote back');
    });
  }
  const medianSeconds = waits.toSorted((a, b) => a - b)[Math.ceil(waits.length / 2) - 1] ?? null;
  return { count, people: people.size, medianSeconds, previous, next, stages };
}
