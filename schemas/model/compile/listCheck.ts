import { traitsOf } from '../fieldTypes.ts';
import { matchPaths } from '../match.ts';
import { unknownNameMessage } from '../didYouMean.ts';
import { isWritten, SOURCES } from '../sources.ts';
import type { EntityModel, FieldModel, FieldType } from '../types.ts';
import { allFields } from './entity.ts';
import type { SourceMap } from './origins.ts';
import { jsonPointer, type Problems } from './problems.ts';
import { placeholdersIn } from '../placeholders.ts';

/** Why a field cannot be used for something, or nothing. */
type Ineligibility = (field: FieldModel) => string | undefined | false;

const secret: Ineligibility = (field) => field.secret && 'it is a secret';
const computed: Ineligibility = (field) =>
  field.computed !== undefined && `it is ${field.computed.count ? 'counted' : 'worked out'}, not stored`;
const needsReadRight: Ineligibility = (field) =>
  field.access.read !== undefined && 'not everybody who sees the record may read it';

/** What has a place in a calendar. */
const MOMENTS: FieldType[] = ['date', 'date-time'];

/** What holds a picture, or leads to a record that has one. */
const PICTURES: FieldType[] = ['image', 'file', 'reference'];

const INELIGIBILITIES: Record<string, Ineligibility> = {
  column: (field) => secret(field) || (field.column === false && 'it has no column'),
  'search field': (field) =>
    secret(field) ||
    computed(field) ||
    needsReadRight(field) ||
    (!traitsOf(field).searchable && 'it is no text'),
  filter: (field) =>
    secret(field) ||
    computed(field) ||
    (!traitsOf(field).filterable && `${field.type} fields have no filter`) ||
    (field.path === 'version' && 'versions have no filter'),
  'sort field': (field) =>
    secret(field) || computed(field) || (!(field.column && field.column.sortable) && 'it has no order'),
  'calendar field': (field) =>
    secret(field) || computed(field) || (!MOMENTS.includes(field.type) && 'it is no day and no moment'),
  'picture of rows': (field) =>
    needsReadRight(field) || (!PICTURES.includes(field.type) && 'it is no picture and no reference'),
  'mark of rows': (field) => secret(field) || needsReadRight(field),
  'field of tabs': (field) => !field.choices && 'it has no choices',
  'unique field': (field) => secret(field) || computed(field),
  'title field': (field) =>
    secret(field) ||
    computed(field) ||
    needsReadRight(field) ||
    (!traitsOf(field).naming && 'it is no single value'),
};

/** Types whose values need more room than a cell has. */
const LARGE: FieldType[] = ['list', 'object', 'variants', 'json', 'secret', 'file', 'image'];

/** Why a field cannot be changed in the cell of a list, or nothing. */
const inCell = (model: EntityModel, field: FieldModel): string | undefined => {
  if (!isWritten(model)) return `records are ${SOURCES[model.source].called}`;
  if (model.lifecycle?.field === field.name) return 'only transitions change a state';
  if (LARGE.includes(field.type)) return `fields of type ${field.type} have no room in a cell`;
  if (field.confirm !== undefined) return 'a change of it is asked about in the form';
  if (field.readOnly || field.mode.edit !== 'edit') return 'forms do not let it be changed either';
  return undefined;
};

const checkInlineEdits = (model: EntityModel, origins: SourceMap): void => {
  for (const field of model.fields) {
    const reason = field.column && field.column.edit === true ? inCell(model, field) : undefined;
    const schema = origins.schemaOf(field);
    if (reason !== undefined && !origins.isIncomplete(schema))
      origins.tell(schema, ['x-field', 'column', 'edit'], `it cannot be changed in lists: ${reason}`);
  }
};

/** The tabs in which a column says something are choices of the field that tabs are by. */
const checkColumnTabs = (model: EntityModel, origins: SourceMap): void => {
  const { tabs } = model.list;
  const by = tabs && model.fields.find(({ name }) => name === tabs.by);
  const values = by?.choices?.map(({ value }) => String(value)) ?? [];
  for (const field of model.fields) {
    const named = (field.column && field.column.tabs) || [];
    const unknown = named.find((one) => !values.includes(one));
    const schema = origins.schemaOf(field);
    if (unknown !== undefined && !origins.isIncomplete(schema))
      origins.tell(schema, ['x-field', 'column', 'tabs'], unknownNameMessage('tab', unknown, values));
  }
};

/** What follows in a cell is a field that could be a column of its own. */
const checkCellsOfTwo = (model: EntityModel, origins: SourceMap): void => {
  const possible = model.fields.filter(({ column, secret }) => column !== false && !secret);
  for (const field of model.fields) {
    const other = field.column ? field.column.secondaryField : undefined;
    const names = possible.filter((one) => one !== field).map(({ name }) => name);
    const schema = origins.schemaOf(field);
    if (other !== undefined && !names.includes(other) && !origins.isIncomplete(schema))
      origins.tell(
        schema,
        ['x-field', 'column', 'secondaryField'],
        unknownNameMessage('column', other, names),
      );
  }
};

/** Tabs with an order or a sentence of their own are choices of the field that tabs are by. */
const checkOwnOfTabs = ({ list: { tabs }, fields }: EntityModel, problems: Problems): void => {
  const choices = fields.find(({ name }) => name === tabs?.by)?.choices;
  const values = choices?.map(({ value }) => String(value)) ?? [];
  for (const keyword of ['sort', 'empty'] as const)
    for (const tab of choices ? Object.keys(tabs?.[keyword] ?? {}) : [])
      if (!values.includes(tab))
        problems.add(
          jsonPointer('x-entity', 'list', 'tabs', keyword, tab),
          unknownNameMessage('tab', tab, values),
        );
};

/** Lines below names tell of fields that there are, and offer actions that rows have. */
const checkRowLines = ({ list, fields, actions }: EntityModel, problems: Problems): void => {
  const names = fields.map(({ name }) => name);
  const offered = actions.filter(({ on }) => on.includes('row')).map(({ id }) => id);
  list.under?.forEach(({ text, when, action }, index) => {
    const path = (key: string): string => jsonPointer('x-entity', 'list', 'under', index, key);
    for (const name of placeholdersIn(text))
      if (!names.includes(name)) problems.add(path('text'), unknownNameMessage('field', name, names));
    for (const name of matchPaths(when))
      if (!names.includes(name)) problems.add(path('when'), unknownNameMessage('field', name, names));
    if (action !== undefined && !offered.includes(action))
      problems.add(path('action'), unknownNameMessage('action for rows', action, offered));
  });
};

/** What a panel above the rows offers are actions of the list. */
const checkActionsAbove = ({ list, actions }: EntityModel, problems: Problems): void => {
  const offered = actions.filter(({ on }) => on.includes('list')).map(({ id }) => id);
  list.above?.actions?.forEach((id, index) => {
    const path = jsonPointer('x-entity', 'list', 'above', 'actions', index);
    if (!offered.includes(id)) problems.add(path, unknownNameMessage('action of the list', id, offered));
  });
};

/** Fields that lists, titles and sets name: they exist, and can be used like that. */
export function checkFieldLists(model: EntityModel, origins: SourceMap, problems: Problems): void {
  checkInlineEdits(model, origins);
  checkColumnTabs(model, origins);
  checkCellsOfTwo(model, origins);
  checkOwnOfTabs(model, problems);
  checkRowLines(model, problems);
  checkActionsAbove(model, problems);
  const fields = allFields(model);
  const check = (kind: string, name: string, path: string): void => {
    const field = fields.find((one) => one.name === name);
    const ineligibility = INELIGIBILITIES[kind] ?? (() => undefined);
    const fits = fields.filter((one) => !ineligibility(one)).map((one) => one.name);
    if (!field) problems.add(path, unknownNameMessage(kind, name, fits));
    else if (!origins.isIncomplete(origins.schemaOf(field))) {
      const reason = ineligibility(field);
      if (reason)
        problems.add(path, `"${name}" cannot be a ${kind}: ${reason}; valid: ${fits.join(', ') || 'none'}`);
    }
  };
  const list = (...keys: (string | number)[]): string => jsonPointer('x-entity', 'list', ...keys);
  model.list.columns.forEach((name, index) => check('column', name, list('columns', index)));
  model.list.search.forEach((name, index) => check('search field', name, list('search', index)));
  model.list.filters.forEach((name, index) => check('filter', name, list('filters', index)));
  check('sort field', model.list.sort.field, list('sort'));
  if (model.list.mark !== undefined) check('mark of rows', model.list.mark, list('mark'));
  if (model.list.picture !== undefined) check('picture of rows', model.list.picture, list('picture'));
  if (model.list.tabs) check('field of tabs', model.list.tabs.by, list('tabs', 'by'));
  for (const [tab, { field }] of Object.entries(model.list.tabs?.sort ?? {}))
    check('sort field', field, list('tabs', 'sort', tab));
  const by = model.list.calendar?.by;
  if (by !== undefined) {
    check('calendar field', by, list('calendar', 'by'));
    if (fields.some(({ name }) => name === by) && !model.list.filters.includes(by))
      problems.add(
        list('calendar', 'by'),
        `"${by}" must be one of the "filters", by which a month is asked for`,
      );
  }
  const single = model.fields.filter((field) => field.unique).length;
  model.unique
    .slice(single)
    .forEach((set, index) =>
      set.fields.forEach((name, place) =>
        check('unique field', name, jsonPointer('x-entity', 'unique', index, place)),
      ),
    );
  for (const name of placeholdersIn(model.recordTitle))
    check('title field', name, jsonPointer('x-entity', 'title'));
}
