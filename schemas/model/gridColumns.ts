import type { EntityModel, FieldModel } from './types.ts';

const PLAIN: readonly string[] = [
  ...['text', 'long-text', 'number', 'boolean', 'enum'],
  ...['date', 'date-time', 'email', 'phone', 'url'],
];

/** The columns of a list that can be typed in a cell. */
export const gridColumns = ({ fields, list }: Pick<EntityModel, 'fields' | 'list'>): FieldModel[] =>
  list.columns
    .map((name) => fields.find((field) => field.name === name))
    .filter((field) => field !== undefined)
    .filter((field) => PLAIN.includes(field.type) && !field.readOnly && !field.secret);
