import { invalid } from '../../../engine/http/errors.ts';
import type { TextFile } from '../../../engine/resources/fileFormat.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Whatever another program wrote; each value is looked at before it is used. */
export type Foreign = { [key: string]: unknown };

/** @throws ApiError 422 naming the file */
export function parsed({ path, text }: TextFile): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid({ '': t('%{file} is no valid JSON', { file: path }) });
  }
}

export const objectOf = (value: unknown): Foreign =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Foreign) : {};

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const objectsOf = (value: unknown): Foreign[] => listOf(value).map(objectOf);

export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';

export const textsOf = (value: unknown): string[] => listOf(value).map(textOf);

/** The value of a key that people name: what every object has, such as `constructor`, is none. */
export const ownOf = <T>(values: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;

/** The last part of a path, without `.json`. */
export const baseOf = (path: string): string => (path.split('/').at(-1) ?? path).replace(/\.json$/i, '');
