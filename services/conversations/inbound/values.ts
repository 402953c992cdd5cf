import { storable } from '../texts.ts';

/** Reading what others send: whatever is not as it should be is absent. */
export type Values = Record<string, unknown>;

export const valuesOf = (value: unknown): Values =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Values) : {};
export const listOf = (value: unknown): Values[] => (Array.isArray(value) ? value.map(valuesOf) : []);
export const textOf = (value: unknown, most = 5_000): string =>
  typeof value === 'string' ? storable(value, most) : '';
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** Milliseconds since 1970, or an ISO time. */
export function timeOf(value: unknown): Date | undefined {
  const at = typeof value === 'string' ? new Date(value) : new Date(numberOf(value) ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** An address that pictures may have. */
export const addressOf = (value: unknown): string | undefined => {
  const address = textOf(value, 2_000);
  return /^https?:\/\/\S+$/.test(address) ? address : undefined;
};
