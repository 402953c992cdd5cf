import { isBlank, type FieldValue } from './types.ts';

/** Any value as plain text; what is no scalar as JSON, so that nothing is hidden. */
export const plainText = (value: FieldValue): string => {
  if (isBlank(value)) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
