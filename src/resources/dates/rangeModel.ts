import { WORKSPACE_ZONE } from '../../../schemas/model/zonedTime.ts';
import { type Day, toInstant, plusDays, plusMonths, type Time, type WallTime, toZonedTime } from './days.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Every half hour of a day. */
export const HALF_HOURS: readonly Time[] = Array.from(
  { length: 48 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
);
const FIRST_TIME = '00:00';
/** 30 minutes before the end of the day. */
const LAST_TIME = '23:30';

/** A range of instants in UTC; the end is exclusive. */
export interface Range {
  start: string;
  end: string;
}

/** Limits of what can be chosen. */
export interface RangeRules {
  now: Date;
  /** Earlier days are disabled. */
  min?: Day;
  /** Future days and times are enabled. */
  future?: boolean;
  zone?: string;
}

export type Step = 'start' | 'end';

/** A range that is being chosen: first the start, then the end. */
export interface RangeDraft {
  step: Step;
  start?: WallTime;
  end?: WallTime;
}

export const EMPTY_DRAFT: RangeDraft = { step: 'start' };

const zonedNow = ({ now, zone = WORKSPACE_ZONE }: RangeRules): WallTime => toZonedTime(now, zone);

/** Converts a range to a draft. */
export const toDraft = (
  range: Range | undefined,
  { zone = WORKSPACE_ZONE }: Pick<RangeRules, 'zone'> = {},
): RangeDraft =>
  range
    ? {
        step: 'start',
        start: toZonedTime(new Date(range.start), zone),
        end: toZonedTime(new Date(range.end), zone),
      }
    : EMPTY_DRAFT;

export const isDayDisabled = (day: Day, rules: RangeRules): boolean =>
  (!rules.future && day > zonedNow(rules).day) || (rules.min !== undefined && day < rules.min);

export const isTimeDisabled = (draft: RangeDraft, time: Time, rules: RangeRules): boolean => {
  const { step, start, end } = draft;
  const day = draft[step]?.day;
  if (day === undefined || isDayDisabled(day, rules)) return true;
  const now = zonedNow(rules);
  if (!rules.future && day === now.day && time > now.time) return true;
  if (step === 'start') return end?.day === day && time >= end.time;
  return start?.day === day && time < start.time;
};

/** Rounds to the nearest half hour of the same day. */
const nearestHalfHour = (time: Time): Time => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return HALF_HOURS[Math.min(47, Math.round((hours * 60 + minutes) / 30))] ?? LAST_TIME;
};

/** The last enabled time up to `wanted`, else the first after it; undefined where the whole day is disabled. */
const nearestAllowed = (draft: RangeDraft, wanted: Time, rules: RangeRules): Time | undefined => {
  const allowed = HALF_HOURS.filter((time) => !isTimeDisabled(draft, time, rules));
  return allowed.findLast((time) => time <= wanted) ?? allowed[0];
};

/**
 * Chooses a day for the current step. A start moves on to the end; one after the end clears the end. An end before the
 * start becomes the new start. A disabled day changes nothing.
 */
export const chooseDay = (draft: RangeDraft, day: Day, rules: RangeRules): RangeDraft => {
  if (isDayDisabled(day, rules)) return draft;
  const now = zonedNow(rules);
  if (draft.step === 'end' && draft.start && day < draft.start.day)
    return chooseDay({ step: 'start' }, day, rules);
  if (draft.step === 'end') {
    const chosen: RangeDraft = { ...draft, end: { day, time: LAST_TIME } };
    const time = nearestAllowed(chosen, LAST_TIME, rules);
    return time === undefined ? draft : { ...chosen, end: { day, time } };
  }
  const end = draft.end && day > draft.end.day ? undefined : draft.end;
  const wanted = day === now.day ? nearestHalfHour(now.time) : FIRST_TIME;
  const withStart: RangeDraft = { step: 'start', start: { day, time: wanted }, end };
  const time = nearestAllowed(withStart, wanted, rules);
  if (time !== undefined) return { step: 'end', start: { day, time }, end };
  // The day of the end has no time before it.
  const withoutEnd: RangeDraft = { ...withStart, end: undefined };
  return { step: 'end', start: { day, time: nearestAllowed(withoutEnd, wanted, rules) ?? FIRST_TIME } };
};

/** Chooses a time for the current step; a disabled one changes nothing. */
export const chooseTime = (draft: RangeDraft, time: Time, rules: RangeRules): RangeDraft => {
  const chosen = draft[draft.step];
  if (!chosen || isTimeDisabled(draft, time, rules)) return draft;
  return { ...draft, [draft.step]: { day: chosen.day, time } };
};

export const withStep = (draft: RangeDraft, step: Step): RangeDraft => ({ ...draft, step });

const isBefore = (a: WallTime, b: WallTime): boolean => a.day < b.day || (a.day === b.day && a.time < b.time);

/** Whether both ends are chosen and within the limits. */
export const canApply = ({ start, end }: RangeDraft, rules: RangeRules): boolean => {
  if (!start || !end || isBefore(end, start)) return false;
  const now = zonedNow(rules);
  return [start, end].every(
    (at) => (rules.future || !isBefore(now, at)) && (rules.min === undefined || at.day >= rules.min),
  );
};

/** Converts a draft to a range; undefined until both ends are chosen. */
export const toRange = (
  { start, end }: RangeDraft,
  { zone = WORKSPACE_ZONE }: Pick<RangeRules, 'zone'> = {},
): Range | undefined =>
  start && end ? { start: toInstant(start, zone), end: toInstant(end, zone) } : undefined;

/** Ranges that end now; the services know their ids (docs/product.md). */
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

/** Subtracts hours, days or months; a month that is too short ends at its last day. */
export const presetRange = (id: PresetId, { now, zone = WORKSPACE_ZONE }: RangeRules): Range => {
  const preset = PRESETS.find((one) => one.id === id);
  const end = now.toISOString();
  if (preset && 'hours' in preset)
    return { start: new Date(now.getTime() - preset.hours * HOUR_MS).toISOString(), end };
  const wall = toZonedTime(now, zone);
  const day =
    preset && 'months' in preset
      ? plusMonths(wall.day, -preset.months)
      : plusDays(wall.day, -(preset?.days ?? 1));
  // Adds the seconds and milliseconds, which a WallTime does not have.
  const rest = now.getTime() - new Date(toInstant(wall, zone)).getTime();
  return { start: new Date(new Date(toInstant({ ...wall, day }, zone)).getTime() + rest).toISOString(), end };
};
