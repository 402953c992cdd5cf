import { capabilitiesOf, channelTypeOf } from '../../../../schemas/channels/registry.ts';
import { HOUR_MS } from '../../../../schemas/campaigns/hourlyLimit.ts';
import type { AnswerContent } from '../../../../schemas/messages/types.ts';
import { fillVariables, variableNames } from '../../../../schemas/model/variables.ts';
import { findSnapshot } from '../approval.ts';
import { membersAfter, type Member } from '../audience.ts';
import type { Context, EntityCheck } from '../../../engine/modules/module.ts';
import { count, counted, ok, subjectOf, type Subject } from './subject.ts';
import { message, t } from '../../../../schemas/texts/translate.ts';

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

/** Somebody gets it, and not many more than when it was saved or approval was asked for. */
export const audienceCheck: EntityCheck = {
  label: message('Audience'),
  async run(call, context) {
    const subject = await subjectOf(call, context);
    const { broadcast, composed } = subject;
    const now = await subject.recipients();
    if (now === null)
      return () => ({
        level: 'warning',
        text: t('Everybody who follows the channel gets it. How many they are is not known.'),
      });
    if (now === 0 && subject.isWhole) return ok(t('Everybody who follows the channel gets it.'));
    if (now === 0) return () => ({ level: 'warning', text: t('Nobody gets it as things are now.') });
    const asked = await findSnapshot(context.db, broadcast.id);
    const then = asked?.reach ?? (composed.audience.target === 'segment' ? broadcast.counted : undefined);
    if (!hasGrown(then, now))
      return ok(counted(now, message('%{count} person gets it.'), message('%{count} people get it.')));
    const counts = { now: count(now), before: count(then ?? 0) };
    return () => ({
      level: 'warning',
      text: asked
        ? t('%{now} people get it now, %{before} when approval was asked for.', counts)
        : t('%{now} people get it now, %{before} when it was saved.', counts),
    });
  },
};

/** Variables of the texts have a value for everybody who gets it. */
export const variablesCheck: EntityCheck = {
  label: message('Variables'),
  async run(call, context) {
    const subject = await subjectOf(call, context);
    const { composed } = subject;
    if (!composed.answer) return undefined;
    const names = variableNames(composed.answer);
    if (names.length === 0) return undefined;
    const own = withoutFallback(composed.answer).filter((name) => composed.variables[name] === undefined);
    if (own.length === 0)
      return ok(
        counted(
          names.length,
          message('%{count} variable has a value or a fallback for everybody.'),
          message('%{count} variables have a value or a fallback for everybody.'),
        ),
      );
    const { missing, of, isAll } = await countMissing(subject, own, context);
    if (of === 0) return ok(t('There is nobody to fill them in for.'));
    const faults = own.flatMap((name) => {
      const without = missing.get(name) ?? 0;
      if (without === 0) return [];
      const text =
        without === of
          ? t('Nobody has “%{name}”: everybody would see {{%{name}}}.', { name })
          : counted(
              without,
              message('%{count} of %{all} people has no “%{name}”: they would see {{%{name}}}.'),
              message('%{count} of %{all} people have no “%{name}”: they would see {{%{name}}}.'),
              { all: count(of), name },
            );
      return [{ text, name, isFor: without }];
    });
    if (faults.length === 0)
      return ok(
        counted(
          names.length,
          message('%{count} variable is filled in for everybody.'),
          message('%{count} variables are filled in for everybody.'),
        ),
      );
    const isStop = faults.some(({ isFor }) => isFor === of && isAll);
    const [first] = faults;
    return {
      level: isStop ? 'stop' : 'warning',
      text:
        faults.length === 1 && first
          ? first.text
          : t('%{count} variables are not filled in for everybody.', { count: count(faults.length) }),
      // On a channel that people join all the time, the numbers are never the same twice.
      digestKey: faults.map(({ name, isFor }) => `${name}${isFor === of ? ' of nobody' : ''}`).join(),
      details: faults.slice(0, MAX_NAMED).map(({ text }) => ({ text, at: subject.at('/messages') })),
    };
  },
};

/** Variables that stand somewhere without a fallback: whoever has no value sees their names. */
function withoutFallback(answer: AnswerContent): string[] {
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
  label: message('24-hour window'),
  async run(call, context) {
    const subject = await subjectOf(call, context);
    const hours = capabilitiesOf(subject.type).replyWindowHours;
    if (hours === undefined) return undefined;
    const { people: inside, outsideWindow: outside } = await subject.reach();
    if (inside + outside === 0) return undefined;
    const label = channelTypeOf(subject.type).label;
    if (outside === 0 && subject.startsAt - Date.now() < HOUR_MS)
      return ok(t('All wrote within %{hours} hours.', { hours }));
    if (inside === 0 && subject.startsAt - Date.now() < HOUR_MS)
      return {
        level: 'stop',
        text: t('Nobody wrote within %{hours} hours: %{label} takes nothing for them.', { hours, label }),
      };
    if (outside > 0)
      return {
        level: 'warning',
        digestKey: 'outside',
        text: counted(
          outside,
          message('%{count} person did not write within %{hours} hours and does not get it.'),
          message('%{count} people did not write within %{hours} hours and do not get it.'),
          { hours },
        ),
      };
    return () => ({
      level: 'warning',
      text: t('Only people who write in the %{hours} hours before it starts get it.', { hours }),
    });
  },
};
