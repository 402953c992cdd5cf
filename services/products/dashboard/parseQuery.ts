import { parseMoment } from '../../../schemas/model/moments.ts';
import { unknownNameMessage } from '../../../schemas/model/didYouMean.ts';
import { GRANULARITIES } from '../../../schemas/model/spans.ts';
import type { Match, Granularity } from '../../../schemas/model/types.ts';
import { malformed } from '../../engine/http/errors.ts';
import { MAX_FILTER_VALUES, type RawQuery } from '../../engine/resources/listQuery.ts';
import { isId } from '../../engine/storage/matchSql.ts';
import { t } from '../../../schemas/texts/translate.ts';

export const SOURCES = ['USER', 'BOT', 'AGENT', 'BROADCAST'] as const;
export type Source = (typeof SOURCES)[number];

/** The parameters of a dashboard. */
export interface DashboardQuery {
  /** Start of the range; `to` is its end, exclusive. */
  from: Date;
  to: Date;
  interval: Granularity;
  /** Ids of channels; empty: all. */
  channels: string[];
  /** Empty: all. */
  sources: Source[];
}

/** Parameters that may be repeated, with or without brackets. */
const REPEATABLE_PARAMETERS = ['channels', 'messageSources', 'segmentIds'] as const;

/** Removes the brackets of parameter names. @throws ApiError 400 for an unknown parameter */
export function normalizeQuery(query: RawQuery, known: readonly string[]): RawQuery {
  const plain: RawQuery = {};
  for (const [given, value] of Object.entries(query)) {
    const bare = given.endsWith('[]') ? given.slice(0, -2) : given;
    const name = (REPEATABLE_PARAMETERS as readonly string[]).includes(bare) ? bare : given;
    if (!known.includes(name))
      throw malformed(unknownNameMessage('query parameter', given.slice(0, 80), known));
    plain[name] = plain[name] === undefined ? value : [plain[name], value ?? []].flat();
  }
  return plain;
}

/** Parses the range. @throws ApiError 400 */
export function parseRange(query: RawQuery): { from: Date; to: Date } {
  const [from, to] = [parseTime(query, 'startIsoStringDate'), parseTime(query, 'endIsoStringDate')];
  if (from >= to) throw malformed(t('endIsoStringDate must be behind startIsoStringDate'));
  return { from, to };
}

/** Repeated ids. @throws ApiError 400 */
export function parseIds(query: RawQuery, name: (typeof REPEATABLE_PARAMETERS)[number]): string[] {
  const values = parseValues(query, name);
  const invalid = values.find((value): boolean => !isId(value));
  if (invalid !== undefined)
    throw malformed(t('%{name}: "%{invalid}" is no id', { name, invalid: invalid.slice(0, 80) }));
  return values;
}

/**
 * Reads `startIsoStringDate`, `endIsoStringDate`, `interval`, `channels` and, where they are counted apart,
 * `messageSources`.
 * @throws ApiError 400 for what is missing, unknown or wrong
 */
export function parseDashboardQuery(query: RawQuery, { bySource = false } = {}): DashboardQuery {
  const known = ['startIsoStringDate', 'endIsoStringDate', 'interval', 'channels'];
  const plain = normalizeQuery(query, bySource ? [...known, 'messageSources'] : known);
  return {
    ...parseRange(plain),
    interval: parseChoice('interval', plain['interval'] ?? 'day', GRANULARITIES),
    channels: parseIds(plain, 'channels'),
    sources: parseValues(plain, 'messageSources').map((value) =>
      parseChoice('messageSources', value, SOURCES),
    ),
  };
}

/** The condition that restricts to channels; undefined for all. */
export const channelMatch = (channels: readonly string[]): Match | undefined =>
  channels.length > 0 ? { channel: [...channels] } : undefined;

function parseTime(query: RawQuery, name: string): Date {
  const raw = query[name];
  const moment = typeof raw === 'string' ? parseMoment(raw) : undefined;
  if (moment === undefined) throw malformed(t('%{name} must be a time, as 2026-01-31T09:30:00Z', { name }));
  return new Date(moment);
}

function parseChoice<Word extends string>(
  name: string,
  raw: string | string[],
  known: readonly Word[],
): Word {
  const word = known.find((one) => one === raw);
  if (word === undefined)
    throw malformed(t('%{name} must be one of %{known}', { name, known: known.join(', ') }));
  return word;
}

function parseValues(query: RawQuery, name: string): string[] {
  const values = [...new Set([query[name] ?? []].flat())];
  if (values.length > MAX_FILTER_VALUES)
    throw malformed(
      t('%{name} may be given %{maxValues} times at most', { name, maxValues: MAX_FILTER_VALUES }),
    );
  return values;
}
