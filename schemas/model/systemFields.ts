import type { ColumnModel, FieldModel, FieldType } from './types.ts';
import { zoneLabel } from './zonedTime.ts';
import { message } from '../texts/translate.ts';

/** Written out: the console needs these few models, but not the compiler that makes such models from schemas. */
function systemField(name: string, title: string, type: FieldType, column: ColumnModel | false): FieldModel {
  return {
    ...{ name, path: name, title, type, widget: type, display: type, options: {}, column },
    ...{ required: false, readOnly: true, unique: false, secret: false, variables: false },
    ...{ mode: { create: 'edit', edit: 'edit' }, messages: {}, access: {}, limits: [] },
  };
}

/** Wide enough for a date with its time. */
const sorted: ColumnModel = { sortable: true, align: 'left', width: 184 };
const unsorted: ColumnModel = { sortable: false, align: 'left' };

/** What every record carries beside its own fields; set by the services, never by a form. */
export const SYSTEM_FIELDS: readonly FieldModel[] = [
  systemField('id', 'ID', 'text', unsorted),
  systemField('version', message('Version'), 'number', false),
  systemField('createdAt', message('Created'), 'date-time', sorted),
  {
    ...systemField('updatedAt', message('Updated'), 'date-time', { ...sorted, width: 128 }),
    display: 'relative-time',
  },
  systemField('createdBy', message('Created by'), 'text', unsorted),
  systemField('updatedBy', message('Updated by'), 'text', unsorted),
];

/** The clock of an entity's times: that of the first of its fields that names one; undefined is the workspace's. */
export function zoneOfTimes(fields: readonly FieldModel[]): string | undefined {
  const zone = fields.find(({ options }) => options['timeZone'])?.options['timeZone'];
  return typeof zone === 'string' ? zone : undefined;
}

/** What a record of these fields carries beside them, all its times on one clock, which those with a time name. */
export function systemFieldsOf(fields: readonly FieldModel[]): readonly FieldModel[] {
  const timeZone = zoneOfTimes(fields);
  if (timeZone === undefined) return SYSTEM_FIELDS;
  return SYSTEM_FIELDS.map((field) => {
    if (field.type !== 'date-time') return field;
    const title = field.display === 'date-time' ? `${field.title} (${zoneLabel(timeZone)})` : field.title;
    return { ...field, title, options: { timeZone } };
  });
}

/** Names that a schema may not take for fields of its own. */
export const SYSTEM_FIELD_NAMES = SYSTEM_FIELDS.map((field) => field.name);
