import { isBlank, type FieldValue } from './types.ts';

/** Any value as plain text; objects and lists as JSON. */
export const plainText = (value: FieldValue): string => {
  if (isBlank(value)) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
