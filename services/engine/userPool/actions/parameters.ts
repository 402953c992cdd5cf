import { isStorable } from '../../http/bodies.ts';
import { PoolError } from '../errors.ts';

export type Parameters = Record<string, unknown>;

export function invalidParameter(message: string): PoolError {
  return new PoolError('InvalidParameterException', message);
}

/** A required text of at most `max` UTF-16 units. Throws InvalidParameterException. */
export function text(from: Parameters, name: string, max: number): string {
  const value = optionalText(from, name, max);
  if (value === undefined || value === '') throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}

export function optionalText(from: Parameters, name: string, max: number): string | undefined {
  const value = Object.hasOwn(from, name) ? from[name] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw invalidParameter(`Parameter ${name} must be a string`);
  if (value.length > max)
    throw invalidParameter(
      `1 validation error detected: Value at '${name}' failed to satisfy constraint: Member must have length less than or equal to ${max}`,
    );
  // A name goes into challenges and counters before anybody asks whose it is.
  if (!isStorable(value)) throw invalidParameter(`Parameter ${name} has characters that cannot be stored`);
  return value;
}

/** A map of parameters; missing counts as empty. */
export function group(from: Parameters, name: string): Parameters {
  const value = Object.hasOwn(from, name) ? from[name] : undefined;
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw invalidParameter(`Parameter ${name} must be a map`);
  return value;
}

export function isObject(value: unknown): value is Parameters {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const MAX_PASSWORD = 256;
export const MAX_NAME = 320;
