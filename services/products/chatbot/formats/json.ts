import { invalid } from '../../../engine/http/errors.ts';
import type { TextFile } from '../../../engine/resources/fileFormat.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** An object of another program; each value is checked before it is used. */
export type Foreign = { [key: string]: unknown };

/** @throws ApiError 422 naming the file */
export function parseJson({ path, text }: TextFile): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid({ '': t('%{file} is no valid JSON', { file: path }) });
  }
}

export const asObject = (value: unknown): Foreign =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Foreign) : {};

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const asObjects = (value: unknown): Foreign[] => asList(value).map(asObject);

export const asText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';

export const asTexts = (value: unknown): string[] => asList(value).map(asText);

/** The value of an own key; inherited ones, such as `constructor`, do not count. */
export const ownValue = <T>(values: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;

/** The last part of a path, without `.json`. */
export const baseName = (path: string): string => (path.split('/').at(-1) ?? path).replace(/\.json$/i, '');
