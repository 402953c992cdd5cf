import type { ColumnModel, FieldModel, FieldType } from './types.ts';
import { zoneLabel } from './zonedTime.ts';
import { message, t } from '../texts/translate.ts';

/** Written out rather than compiled: the console needs these few models without the schema compiler. */
function systemField(name: string, title: string, type: FieldType, column: ColumnModel | false): FieldModel {
  return {
    ...{ name, path: name, title, type, widget: type, display: type, options: {}, column },
    ...{ required: false, readOnly: true, unique: false, secret: false, variables: false },
    ...{ mode: { create: 'edit', edit: 'edit' }, messages: {}, access: {}, limits: [] },
  };
}

/** Wide enough for a date with its time. */
const SORTABLE: ColumnModel = { sortable: true, align: 'left', width: 184 };
const UNSORTABLE: ColumnModel = { sortable: false, align: 'left' };

/** Fields of every record besides its own; set by the services, never by a form. */
export const SYSTEM_FIELDS: readonly FieldModel[] = [
  systemField('id', 'ID', 'text', UNSORTABLE),
  systemField('version', message('Version'), 'number', false),
  systemField('createdAt', message('Created'), 'date-time', SORTABLE),
  {
    ...systemField('updatedAt', message('Updated'), 'date-time', { ...SORTABLE, width: 128 }),
    display: 'relative-time',
  },
  systemField('createdBy', message('Created by'), 'text', UNSORTABLE),
  systemField('updatedBy', message('Updated by'), 'text', UNSORTABLE),
];

/** The time zone of an entity's times: that of the first field that has one; undefined for the workspace's. */
export function zoneOfTimes(fields: readonly FieldModel[]): string | undefined {
  const zone = fields.find(({ options }) => options['timeZone'])?.options['timeZone'];
  return typeof zone === 'string' ? zone : undefined;
}

/**
 * System fields of a record with these fields: their times use the entity's zone, and titles of columns with a time
 * name it.
 */
export function systemFieldsOf(fields: readonly FieldModel[]): readonly FieldModel[] {
  const timeZone = zoneOfTimes(fields);
  if (timeZone === undefined) return SYSTEM_FIELDS;
  return SYSTEM_FIELDS.map((field) => {
    if (field.type !== 'date-time') return field;
    // Translated here: with its zone, the title is in no catalogue.
    const title = field.display === 'date-time' ? `${t(field.title)} (${zoneLabel(timeZone)})` : field.title;
    return { ...field, title, options: { timeZone } };
  });
}

/** Reserved field names. */
export const SYSTEM_FIELD_NAMES = SYSTEM_FIELDS.map((field) => field.name);
