import { capabilitiesOf, channelTypeOf } from '../../../../schemas/channels/registry.ts';
import { HOUR_MS } from '../../../../schemas/campaigns/hourlyLimit.ts';
import type { Answer } from '../../../../schemas/messages/types.ts';
import { fillVariables, variableNames } from '../../../../schemas/model/variables.ts';
import { findSnapshot } from '../approval.ts';
import { membersAfter, type Member } from '../audience.ts';
import type { Context, EntityCheck } from '../../../engine/modules/module.ts';
import { count, counted, ok, people, subjectOf, type Subject } from './subject.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** An audience that has grown so much since it was approved is looked at again. */
const GROWTH_FACTOR = 3;
/** People that it has to grow by besides, so that a handful of new ones holds nothing up. */
const GROWTH_PEOPLE = 20;
/** People whose values are looked at, and how many at a time. */
const MAX_LOOKED_AT = 20_000;
const PEOPLE_PER_QUERY = 5_000;
const MAX_NAMED = 10;

/** Whether an audience is so much larger than it was that somebody has to look at it again. */
export const hasGrown = (then: number | null | undefined, now: number): boolean =>
  typeof then === 'number' && now >= then * GROWTH_FACTOR && now - then >= GROWTH_PEOPLE;

/** Said of a broadcast to all who follow a channel. */
const EVERYBODY = 'Everybody who follows the channel gets it';

/** Somebody gets it, and not many more than when it was saved or approval was asked for. */
export const audienceCheck: EntityCheck = {
  label: 'Audience',
  async run(call, context) {
    const subject = await subjectOf(call, context);
    const { broadcast, composed } = subject;
    const now = await subject.recipients();
    if (now === null)
      return {
        level: 'warning',
        text: t('%{everybody}. How many they are is not known.', { everybody: EVERYBODY }),
      };
    if (now === 0 && subject.isWhole) return ok(`${EVERYBODY}.`);
    if (now === 0) return { level: 'warning', text: t('Nobody gets it as things are now.') };
    const asked = await findSnapshot(context.db, broadcast.id);
    const then = asked?.reach ?? (composed.audience.target === 'segment' ? broadcast.counted : undefined);
    if (!hasGrown(then, now)) return ok(`${people(now)} ${now === 1 ? t('gets') : t('get')} it.`);
    const when = asked ? 'when approval was asked for' : 'when it was saved';
    return {
      level: 'warning',
      text: t('%{now} get it now, %{before} %{when}.', { now: people(now), before: count(then ?? 0), when }),
    };
  },
};

/** Variables of the texts have a value for everybody who gets it. */
export const variablesCheck: EntityCheck = {
  label: 'Variables',
  async run(call, context) {
    const subject = await subjectOf(call, context);
    const { composed } = subject;
    if (!composed.answer) return undefined;
    const names = variableNames(composed.answer);
    if (names.length === 0) return undefined;
    const own = withoutFallback(composed.answer).filter((name) => composed.variables[name] === undefined);
    if (own.length === 0)
      return ok(
        `${counted(names.length, t('variable has a value or a fallback'), t('variables have a value or a fallback'))} for everybody.`,
      );
    const { missing, of, isAll } = await countMissing(subject, own, context);
    if (of === 0) return ok('There is nobody to fill them in for.');
    const faults = own.flatMap((name) => {
      const without = missing.get(name) ?? 0;
      if (without === 0) return [];
      const who =
        without === of
          ? 'Nobody has'
          : `${count(without)} of ${people(of)} ${without === 1 ? t('has no') : t('have no')}`;
      return [
        {
          text: t('%{who} “%{name}”: %{value} would see {{%{name2}}}.', {
            who,
            name,
            value: without === of ? t('everybody') : t('they'),
            name2: name,
          }),
          name,
          isFor: without,
        },
      ];
    });
    if (faults.length === 0)
      return ok(`${counted(names.length, t('variable is'), t('variables are'))} filled in for everybody.`);
    const isStop = faults.some(({ isFor }) => isFor === of && isAll);
    const [first] = faults;
    return {
      level: isStop ? 'stop' : 'warning',
      text:
        faults.length === 1 && first
          ? first.text
          : t('%{count} not filled in for everybody.', {
              count: counted(faults.length, t('variable is'), t('variables are')),
            }),
      // On a channel that people join all the time, the numbers are never the same twice.
      holdsFor: faults.map(({ name, isFor }) => `${name}${isFor === of ? ' of nobody' : ''}`).join(),
      details: faults.slice(0, MAX_NAMED).map(({ text }) => ({ text, at: subject.at('/messages') })),
    };
  },
};

/** Variables that stand somewhere without a fallback: whoever has no value sees their names. */
function withoutFallback(answer: Answer): string[] {
  const bare = new Set<string>();
  fillVariables(JSON.stringify(answer), new Map(), Infinity, (name, fallback) => {
    if (fallback === undefined) bare.add(name);
  });
  return [...bare];
}

interface Missing {
  /** People without a value, by the variable's name. */
  missing: Map<string, number>;
  /** Of so many who were looked at. */
  of: number;
  /** These were all. */
  isAll: boolean;
}

async function countMissing(
  { composed, type }: Subject,
  names: readonly string[],
  context: Context,
): Promise<Missing> {
  const services = context.services();
  const missing = new Map<string, number>();
  let of = 0;
  let after: string | undefined;
  for (;;) {
    const members: Member[] = await membersAfter(
      services,
      context.db,
      { ...composed.audience, type },
      after,
      PEOPLE_PER_QUERY,
    );
    of += members.length;
    for (const member of members) {
      for (const name of names)
        if (!member.variables.get(name)?.trim()) missing.set(name, (missing.get(name) ?? 0) + 1);
    }
    after = members.at(-1)?.profile;
    if (members.length < PEOPLE_PER_QUERY) return { missing, of, isAll: true };
    if (of >= MAX_LOOKED_AT) return { missing, of, isAll: false };
  }
}

/** Where people can be written to for some hours only, they can be when it is sent. */
export const windowCheck: EntityCheck = {
  label: '24-hour window',
  async run(call, context) {
    const subject = await subjectOf(call, context);
    const hours = capabilitiesOf(subject.type).replyWindowHours;
    if (hours === undefined) return undefined;
    const { people: inside, outsideWindow: outside } = await subject.reach();
    if (inside + outside === 0) return undefined;
    const label = channelTypeOf(subject.type).label;
    if (outside === 0 && subject.startsAt - Date.now() < HOUR_MS)
      return ok(`All wrote within ${hours} hours.`);
    if (inside === 0 && subject.startsAt - Date.now() < HOUR_MS)
      return {
        level: 'stop',
        text: t('Nobody wrote within %{hours} hours: %{label} takes nothing for them.', { hours, label }),
      };
    if (outside > 0)
      return {
        level: 'warning',
        holdsFor: 'outside',
        text: t('%{outside} did not write within %{hours} hours and %{verb} not get it.', {
          outside: people(outside),
          hours,
          verb: outside === 1 ? t('does') : t('do'),
        }),
      };
    return {
      level: 'warning',
      text: t('Only people who write in the %{hours} hours before it starts get it.', { hours }),
    };
  },
};
