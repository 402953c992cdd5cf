import type { FieldType } from './types.ts';

/** Types whose values have no order that a list could follow. */
export const UNSORTABLE: readonly FieldType[] = [
  'tags',
  'secret',
  'references',
  'list',
  'object',
  'variants',
  'json',
  'image',
  'file',
];

/** Types whose values a filter cannot name. */
export const UNFILTERABLE: readonly FieldType[] = [
  'secret',
  'list',
  'object',
  'variants',
  'json',
  'image',
  'file',
];

/** Types whose values are texts that a search can look in. */
export const SEARCHABLE: readonly FieldType[] = [
  'text',
  'long-text',
  'enum',
  'email',
  'phone',
  'url',
  'tags',
];
