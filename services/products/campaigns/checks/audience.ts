import { capabilitiesOf, channelTypeOf } from '../../../../schemas/channels/registry.ts';
import { HOUR_MS } from '../../../../schemas/campaigns/hourlyLimit.ts';
import type { AnswerContent } from '../../../../schemas/messages/types.ts';
import { fillVariables, variableNames } from '../../../../schemas/model/variables.ts';
import { findSnapshot } from '../approval.ts';
import { listMembersAfter, type Member } from '../audience.ts';
import type { Context, EntityCheck } from '../../../engine/modules/module.ts';
import { formatCount, pluralize, ok, loadSubject, type CheckSubject } from './subject.ts';
import { message, t } from '../../../../schemas/texts/translate.ts';

/** Growth after which an audience needs another review: it is so many times larger, and by at least so many people. */
const GROWTH_FACTOR = 3;
const MIN_GROWTH_PEOPLE = 20;
/** People whose variables are checked, and how many per query. */
const MAX_PEOPLE_CHECKED = 20_000;
const PEOPLE_PER_QUERY = 5_000;
const MAX_LISTED_VARIABLES = 10;

/** Whether an audience has grown so much that it needs another review. */
export const hasGrown = (before: number | null | undefined, now: number): boolean =>
  typeof before === 'number' && now >= before * GROWTH_FACTOR && now - before >= MIN_GROWTH_PEOPLE;

/** Checks that somebody gets it, and not many more than when it was saved or approval was requested. */
export const audienceCheck: EntityCheck = {
  label: message('Audience'),
  async run(call, context) {
    const subject = await loadSubject(call, context);
    const { broadcast, composed } = subject;
    const now = await subject.recipients();
    if (now === null)
      return () => ({
        level: 'warning',
        text: t('Everybody who follows the channel gets it. How many they are is not known.'),
      });
    if (now === 0 && subject.isForAllFollowers) return ok(t('Everybody who follows the channel gets it.'));
    if (now === 0) return () => ({ level: 'warning', text: t('Nobody gets it as things are now.') });
    const snapshot = await findSnapshot(context.db, broadcast.id);
    const before =
      snapshot?.reach ?? (composed.audience.target === 'segment' ? broadcast.counted : undefined);
    if (!hasGrown(before, now))
      return ok(pluralize(now, message('%{count} person gets it.'), message('%{count} people get it.')));
    const counts = { now: formatCount(now), before: formatCount(before ?? 0) };
    return () => ({
      level: 'warning',
      text: snapshot
        ? t('%{now} people get it now, %{before} when approval was asked for.', counts)
        : t('%{now} people get it now, %{before} when it was saved.', counts),
    });
  },
};

/** Checks that every recipient has a value for the variables of the texts. */
export const variablesCheck: EntityCheck = {
  label: message('Variables'),
  async run(call, context) {
    const subject = await loadSubject(call, context);
    const { composed } = subject;
    if (!composed.answer) return undefined;
    const names = variableNames(composed.answer);
    if (names.length === 0) return undefined;
    const personalNames = namesWithoutFallback(composed.answer).filter(
      (name) => composed.variables[name] === undefined,
    );
    if (personalNames.length === 0)
      return ok(
        pluralize(
          names.length,
          message('%{count} variable has a value or a fallback for everybody.'),
          message('%{count} variables have a value or a fallback for everybody.'),
        ),
      );
    const { missing, checkedPeople, isEveryoneChecked } = await countMissing(subject, personalNames, context);
    if (checkedPeople === 0) return ok(t('There is nobody to fill them in for.'));
    const faults = personalNames.flatMap((name) => {
      const missingCount = missing.get(name) ?? 0;
      if (missingCount === 0) return [];
      const text =
        missingCount === checkedPeople
          ? t('Nobody has “%{name}”: everybody would see {{%{name}}}.', { name })
          : pluralize(
              missingCount,
              message('%{count} of %{all} people has no “%{name}”: they would see {{%{name}}}.'),
              message('%{count} of %{all} people have no “%{name}”: they would see {{%{name}}}.'),
              { all: formatCount(checkedPeople), name },
            );
      return [{ text, name, missingCount }];
    });
    if (faults.length === 0)
      return ok(
        pluralize(
          names.length,
          message('%{count} variable is filled in for everybody.'),
          message('%{count} variables are filled in for everybody.'),
        ),
      );
    const isStop = faults.some(({ missingCount }) => missingCount === checkedPeople && isEveryoneChecked);
    const [first] = faults;
    return {
      level: isStop ? 'stop' : 'warning',
      text:
        faults.length === 1 && first
          ? first.text
          : t('%{count} variables are not filled in for everybody.', { count: formatCount(faults.length) }),
      // Without the numbers, which change all the time as people join the channel.
      digestKey: faults
        .map(({ name, missingCount }) => `${name}${missingCount === checkedPeople ? ' of nobody' : ''}`)
        .join(),
      details: faults
        .slice(0, MAX_LISTED_VARIABLES)
        .map(({ text }) => ({ text, at: subject.locate('/messages') })),
    };
  },
};

/** Variables used at least once without a fallback: people without a value see the placeholder. */
function namesWithoutFallback(answer: AnswerContent): string[] {
  const names = new Set<string>();
  fillVariables(JSON.stringify(answer), new Map(), Infinity, (name, fallback) => {
    if (fallback === undefined) names.add(name);
  });
  return [...names];
}

interface Missing {
  /** People without a value, by the variable's name. */
  missing: Map<string, number>;
  checkedPeople: number;
  isEveryoneChecked: boolean;
}

async function countMissing(
  { composed, type }: CheckSubject,
  names: readonly string[],
  context: Context,
): Promise<Missing> {
  const services = context.services();
  const missing = new Map<string, number>();
  let checkedPeople = 0;
  let after: string | undefined;
  for (;;) {
    const members: Member[] = await listMembersAfter(
      services,
      context.db,
      { ...composed.audience, type },
      after,
      PEOPLE_PER_QUERY,
    );
    checkedPeople += members.length;
    for (const member of members) {
      for (const name of names)
        if (!member.variables.get(name)?.trim()) missing.set(name, (missing.get(name) ?? 0) + 1);
    }
    after = members.at(-1)?.profile;
    if (members.length < PEOPLE_PER_QUERY) return { missing, checkedPeople, isEveryoneChecked: true };
    if (checkedPeople >= MAX_PEOPLE_CHECKED) return { missing, checkedPeople, isEveryoneChecked: false };
  }
}

/** Checks that people are inside the platform's reply window, where it has one. */
export const windowCheck: EntityCheck = {
  label: message('24-hour window'),
  async run(call, context) {
    const subject = await loadSubject(call, context);
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
        text: pluralize(
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
