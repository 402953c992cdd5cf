import { compileField } from './compile/field.ts';
import { Problems } from './compile/problems.ts';
import type { FieldModel, JsonSchema } from './types.ts';

const problems = new Problems('system fields');

function systemField(name: string, schema: JsonSchema): FieldModel {
  return compileField(name, { ...schema, readOnly: true }, false, { pointer: '', path: name, problems });
}

/** What every record carries beside its own fields; set by the services, never by a form. */
export const SYSTEM_FIELDS: readonly FieldModel[] = [
  systemField('id', { type: 'string', title: 'ID', 'x-field': { column: { sortable: false } } }),
  systemField('version', { type: 'integer', 'x-field': { column: false } }),
  systemField('createdAt', { type: 'string', format: 'date-time', title: 'Created' }),
  systemField('updatedAt', { type: 'string', format: 'date-time', title: 'Updated' }),
  systemField('createdBy', {
    type: 'string',
    title: 'Created by',
    'x-field': { column: { sortable: false } },
  }),
  systemField('updatedBy', {
    type: 'string',
    title: 'Updated by',
    'x-field': { column: { sortable: false } },
  }),
];

/** Names that a schema may not take for fields of its own. */
export const SYSTEM_FIELD_NAMES = SYSTEM_FIELDS.map((field) => field.name);
