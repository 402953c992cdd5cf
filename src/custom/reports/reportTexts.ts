import type { RaRecord } from 'react-admin';
import { WORKSPACE_ZONE } from '../../../schemas/model/zonedTime.ts';
import type { Report } from '../../../schemas/generated/types.ts';
import { type Frequency, type ReportType, type TimeRange } from '../../../schemas/reports/timeframes.ts';
import { momentText, workspaceZoneLabel } from '../../resources/clock.ts';
import { formatDate, formatTime, MONTHS } from '../../resources/format.ts';
import { formatYear } from '../../i18n/years.ts';
import { t } from '../../../schemas/texts/translate.ts';

export type ReportRecord = Report & Pick<RaRecord<string>, 'id'> & { createdAt: string };

export const TYPE_LABELS: Record<ReportType, string> = {
  messages: t('Messages'),
  users: t('Users'),
  campaigns: t('Campaigns'),
  intents: t('Intents'),
  richmenus: t('Rich menus'),
};
/** The entity of each type: people who may not read it are not offered the type. */
export const TYPE_ENTITIES: Record<ReportType, string> = {
  messages: t('message'),
  users: 'profile',
  campaigns: 'campaign',
  intents: 'intent',
  richmenus: 'rich-menu',
};
/** Contents of each type's file. */
export const TYPE_DESCRIPTIONS: Record<ReportType, string> = {
  messages: t('Written by people, bot, team and broadcasts'),
  users: t('New and active people'),
  campaigns: t('Broadcasts and the messages they sent'),
  intents: t('What people asked, by intent'),
  richmenus: t('Menus linked to channels and taken off'),
};
export const FREQUENCY_LABELS: Record<Frequency, string> = {
  daily: t('Daily'),
  monthly: t('Monthly'),
  quarterly: t('Quarterly'),
  yearly: t('Yearly'),
};
const PERIOD_NOUNS: Record<Frequency, string> = {
  daily: t('day'),
  monthly: t('month'),
  quarterly: t('quarter'),
  yearly: t('year'),
};
const ROW_NOUNS: Record<ReportType, string> = {
  messages: t('message'),
  users: t('person last seen then'),
  campaigns: t('broadcast'),
  intents: t('answer to an intent'),
  richmenus: t('link of a rich menu'),
};

const MIDNIGHT = '00 : 00';

/** `01 Nov 2026 to 21 Nov 2026`, in UTC+7; with times where it is not of whole days. */
export const rangeText = ({ from, to }: TimeRange, now = Date.now()): string => {
  const [start, end] = [new Date(from), new Date(to)];
  const isWhole = [start, end].every((at) => formatTime(at, WORKSPACE_ZONE) === MIDNIGHT);
  // A range that ends now is formatted by its days.
  const isNow = Math.abs(end.getTime() - now) < 60_000 && formatTime(start, WORKSPACE_ZONE) === MIDNIGHT;
  if (isWhole || isNow) {
    const last = formatDate(new Date(end.getTime() - 1), WORKSPACE_ZONE);
    const first = formatDate(start, WORKSPACE_ZONE);
    return first === last ? first : t('%{first} to %{last}', { first, last });
  }
  const [first, last] = [momentText(start, WORKSPACE_ZONE), momentText(end, WORKSPACE_ZONE)];
  return t('%{first} to %{last}', { first, last });
};

/** `Daily, 01 Nov 2026 to 21 Nov 2026`, without the zone. */
export const periodWithFrequency = (report: ReportRecord): string => {
  const { timeframe, startIsoStringDate: from = '', endIsoStringDate: to = '', createdAt } = report;
  const stretch = rangeText({ from, to }, Date.parse(createdAt));
  return timeframe === 'custom' ? stretch : `${FREQUENCY_LABELS[timeframe]}, ${stretch}`;
};

/** The same with the zone. */
export const timeframeText = (report: ReportRecord): string =>
  `${periodWithFrequency(report)} ${workspaceZoneLabel}`;

/** What one row of the file represents. */
export const rowText = (type: ReportType, timeframe: Report['timeframe']): string =>
  t('One row for each %{rows}', { rows: timeframe === 'custom' ? ROW_NOUNS[type] : PERIOD_NOUNS[timeframe] });

/** Formats a file size: `4 KB`. */
export const sizeText = (bytes: number): string => {
  if (bytes < 1_000) return t('%{bytes} bytes', { bytes });
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'KB'] : [bytes / 1_000_000, 'MB'];
  return `${amount < 10 ? Math.round(amount * 10) / 10 : Math.round(amount)} ${unit}`;
};

/** Formats a period: `Nov 2026` for `2026-11`; a year in the workspace's era. */
export const periodText = (label: string): string => {
  const [, year = '', month] = /^(\d{4})(?:-(\d{2}))?$/.exec(label) ?? [];
  if (year === '') return label;
  return month === undefined ? formatYear(year) : `${MONTHS[Number(month) - 1]} ${formatYear(year)}`;
};
