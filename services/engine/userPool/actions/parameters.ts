import { isStorable } from '../../http/bodies.ts';
import { PoolError } from '../errors.ts';

export { MAX_NAME_LENGTH } from '../names.ts';
export { MAX_PASSWORD_LENGTH } from '../passwordPolicy.ts';

export type Parameters = Record<string, unknown>;

export function invalidParameter(message: string): PoolError {
  return new PoolError('InvalidParameterException', message);
}

/** A required text of at most `maxLength` UTF-16 units. Throws InvalidParameterException. */
export function requiredText(parameters: Parameters, name: string, maxLength: number): string {
  const value = optionalText(parameters, name, maxLength);
  if (value === undefined || value === '') throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}

export function optionalText(parameters: Parameters, name: string, maxLength: number): string | undefined {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw invalidParameter(`Parameter ${name} must be a string`);
  if (value.length > maxLength)
    throw invalidParameter(
      `1 validation error detected: Value at '${name}' failed to satisfy constraint: Member must have length less than or equal to ${maxLength}`,
    );
  // A name is stored in challenges and counters before a user is looked up.
  if (!isStorable(value)) throw invalidParameter(`Parameter ${name} has characters that cannot be stored`);
  return value;
}

/** A map of parameters; empty where it is missing. */
export function optionalMap(parameters: Parameters, name: string): Parameters {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw invalidParameter(`Parameter ${name} must be a map`);
  return value;
}

export function isObject(value: unknown): value is Parameters {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
