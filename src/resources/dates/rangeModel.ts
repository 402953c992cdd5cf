import { WORKSPACE_ZONE } from '../../../schemas/model/zonedTime.ts';
import { type Day, momentOf, plusDays, plusMonths, type Time, type WallTime, wallTimeOf } from './days.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Every half hour of a day. */
export const TIMES: readonly Time[] = Array.from(
  { length: 48 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
);
const FIRST_TIME = '00:00';
/** 30 minutes before the end of the day. */
const LAST_TIME = '23:30';

/** A stretch of time in UTC: from its start to just before its end. */
export interface Range {
  start: string;
  end: string;
}

/** What may be chosen. */
export interface RangeRules {
  now: Date;
  /** Days before it are disabled. */
  min?: Day;
  /** Days and times to come may be chosen too. */
  future?: boolean;
  zone?: string;
}

export type Step = 'start' | 'end';

/** A choice under way: the start is chosen first, then the end. */
export interface RangeDraft {
  step: Step;
  start?: WallTime;
  end?: WallTime;
}

export const EMPTY: RangeDraft = { step: 'start' };

const nowOf = ({ now, zone = WORKSPACE_ZONE }: RangeRules): WallTime => wallTimeOf(now, zone);

/** The draft that shows a range. */
export const draftOf = (
  range: Range | undefined,
  { zone = WORKSPACE_ZONE }: Pick<RangeRules, 'zone'> = {},
): RangeDraft =>
  range
    ? {
        step: 'start',
        start: wallTimeOf(new Date(range.start), zone),
        end: wallTimeOf(new Date(range.end), zone),
      }
    : EMPTY;

export const isDayDisabled = (day: Day, rules: RangeRules): boolean =>
  (!rules.future && day > nowOf(rules).day) || (rules.min !== undefined && day < rules.min);

export const isTimeDisabled = (draft: RangeDraft, time: Time, rules: RangeRules): boolean => {
  const { step, start, end } = draft;
  const day = draft[step]?.day;
  if (day === undefined || isDayDisabled(day, rules)) return true;
  const now = nowOf(rules);
  if (!rules.future && day === now.day && time > now.time) return true;
  if (step === 'start') return end?.day === day && time >= end.time;
  return start?.day === day && time < start.time;
};

/** The half hour that a clock is nearest to, of the same day. */
const nearestHalfHour = (time: Time): Time => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return TIMES[Math.min(47, Math.round((hours * 60 + minutes) / 30))] ?? LAST_TIME;
};

/** The last time up to `wanted` that may be chosen, else the first after it; none where the whole day is disabled. */
const allowedNear = (draft: RangeDraft, wanted: Time, rules: RangeRules): Time | undefined => {
  const allowed = TIMES.filter((time) => !isTimeDisabled(draft, time, rules));
  return allowed.findLast((time) => time <= wanted) ?? allowed[0];
};

/**
 * The draft with a day chosen for its step. A start goes on to the end; one after the end takes the end away. An end
 * before the start is the new start. A day that is disabled changes nothing.
 */
export const chooseDay = (draft: RangeDraft, day: Day, rules: RangeRules): RangeDraft => {
  if (isDayDisabled(day, rules)) return draft;
  const now = nowOf(rules);
  if (draft.step === 'end' && draft.start && day < draft.start.day)
    return chooseDay({ step: 'start' }, day, rules);
  if (draft.step === 'end') {
    const chosen: RangeDraft = { ...draft, end: { day, time: LAST_TIME } };
    const time = allowedNear(chosen, LAST_TIME, rules);
    return time === undefined ? draft : { ...chosen, end: { day, time } };
  }
  const end = draft.end && day > draft.end.day ? undefined : draft.end;
  const wanted = day === now.day ? nearestHalfHour(now.time) : FIRST_TIME;
  const beside: RangeDraft = { step: 'start', start: { day, time: wanted }, end };
  const time = allowedNear(beside, wanted, rules);
  if (time !== undefined) return { step: 'end', start: { day, time }, end };
  // Nothing lies before the end on its own day.
  const alone: RangeDraft = { ...beside, end: undefined };
  return { step: 'end', start: { day, time: allowedNear(alone, wanted, rules) ?? FIRST_TIME } };
};

/** The draft with a time chosen for its step; one that is disabled changes nothing. */
export const chooseTime = (draft: RangeDraft, time: Time, rules: RangeRules): RangeDraft => {
  const chosen = draft[draft.step];
  if (!chosen || isTimeDisabled(draft, time, rules)) return draft;
  return { ...draft, [draft.step]: { day: chosen.day, time } };
};

export const withStep = (draft: RangeDraft, step: Step): RangeDraft => ({ ...draft, step });

const isBefore = (a: WallTime, b: WallTime): boolean => a.day < b.day || (a.day === b.day && a.time < b.time);

/** Whether both ends are chosen, and may be. */
export const canApply = ({ start, end }: RangeDraft, rules: RangeRules): boolean => {
  if (!start || !end || isBefore(end, start)) return false;
  const now = nowOf(rules);
  return [start, end].every(
    (at) => (rules.future || !isBefore(now, at)) && (rules.min === undefined || at.day >= rules.min),
  );
};

/** The range that is chosen; none before both ends are. */
export const rangeOf = (
  { start, end }: RangeDraft,
  { zone = WORKSPACE_ZONE }: Pick<RangeRules, 'zone'> = {},
): Range | undefined =>
  start && end ? { start: momentOf(start, zone), end: momentOf(end, zone) } : undefined;

/** Ranges that end now, by the names that the services know (docs/product.md). */
export const PRESETS = [
  { id: 'L24H', label: t('Last 24 hours'), hours: 24 },
  { id: 'L7D', label: t('Last 7 days'), days: 7 },
  { id: 'L30D', label: t('Last 30 days'), days: 30 },
  { id: 'LM', label: t('Last 3 months'), months: 3 },
  { id: 'L6M', label: t('Last 6 months'), months: 6 },
  { id: 'L12M', label: t('Last 12 months'), months: 12 },
] as const;
export type Preset = (typeof PRESETS)[number];
export type PresetId = Preset['id'];

const HOUR_MS = 3_600_000;

/** Hours and days roll; months go back to the same day, or the month's last, at the same time of day. */
export const presetRange = (id: PresetId, { now, zone = WORKSPACE_ZONE }: RangeRules): Range => {
  const preset = PRESETS.find((one) => one.id === id);
  const end = now.toISOString();
  if (preset && 'hours' in preset)
    return { start: new Date(now.getTime() - preset.hours * HOUR_MS).toISOString(), end };
  const wall = wallTimeOf(now, zone);
  const day =
    preset && 'months' in preset
      ? plusMonths(wall.day, -preset.months)
      : plusDays(wall.day, -(preset?.days ?? 1));
  // To the very second and millisecond, which clocks on the wall do not show.
  const rest = now.getTime() - new Date(momentOf(wall, zone)).getTime();
  return { start: new Date(new Date(momentOf({ ...wall, day }, zone)).getTime() + rest).toISOString(), end };
};
