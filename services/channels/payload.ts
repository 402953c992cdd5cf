import { createHash } from 'node:crypto';
import { hasFormat } from '../../schemas/model/formats.ts';
import { toStorableText } from './storableText.ts';

/** Values of a payload from outside, which the functions below read leniently: invalid values count as absent. */
export type Values = Record<string, unknown>;

export const asObject = (value: unknown): Values =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Values) : {};
export const asObjects = (value: unknown): Values[] => (Array.isArray(value) ? value.map(asObject) : []);
export const asText = (value: unknown, maxUnits = 5_000): string =>
  typeof value === 'string' ? toStorableText(value, maxUnits) : '';
export const optionalText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
export const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** UTF-16 units of an id; a longer one is stored as its hash. */
export const MAX_ID_UNITS = 200;

/** A platform's id of an event, or its hash where it is too long to be stored. */
export const toEventKey = (value: unknown): string =>
  typeof value === 'string' && value.length > MAX_ID_UNITS
    ? `sha256:${createHash('sha256').update(value).digest('hex')}`
    : asText(value, MAX_ID_UNITS);

/** Milliseconds since 1970, or an ISO 8601 time with its zone. */
export function parseTime(value: unknown): Date | undefined {
  if (typeof value === 'string') return hasFormat('date-time', value) ? new Date(value) : undefined;
  const at = new Date(asNumber(value) ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** An http or https URL. */
export const parseHttpUrl = (value: unknown): string | undefined => {
  const address = asText(value, 2_000);
  return /^https?:\/\/\S+$/.test(address) ? address : undefined;
};
