import { traitsOf } from '../fieldTypes.ts';
import { matchPaths } from '../match.ts';
import { unknownNameMessage } from '../didYouMean.ts';
import { isWritable, SOURCES } from '../sources.ts';
import type { EntityModel, FieldModel, FieldType } from '../types.ts';
import { allFields } from './entity.ts';
import type { SourceMap } from './sourceMap.ts';
import { jsonPointer, type Problems } from './problems.ts';
import { placeholdersIn } from '../placeholders.ts';

/** Why a field cannot be used in a role; falsy where it can. */
type Ineligibility = (field: FieldModel) => string | undefined | false;

const secret: Ineligibility = (field) => field.secret && 'it is a secret';
const computed: Ineligibility = (field) =>
  field.computed !== undefined && `it is ${field.computed.count ? 'counted' : 'worked out'}, not stored`;
const needsReadRight: Ineligibility = (field) =>
  field.access.read !== undefined && 'not everybody who sees the record may read it';

/** Types that a calendar can show. */
const CALENDAR_TYPES: FieldType[] = ['date', 'date-time'];

/** Types that are a picture, or refer to a record with one. */
const PICTURE_TYPES: FieldType[] = ['image', 'file', 'reference'];

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
    secret(field) ||
    computed(field) ||
    (!CALENDAR_TYPES.includes(field.type) && 'it is no day and no moment'),
  'picture of rows': (field) =>
    needsReadRight(field) || (!PICTURE_TYPES.includes(field.type) && 'it is no picture and no reference'),
  'mark of rows': (field) => secret(field) || needsReadRight(field),
  'field of tabs': (field) => !field.choices && 'it has no choices',
  'unique field': (field) => secret(field) || computed(field),
  'title field': (field) =>
    secret(field) ||
    computed(field) ||
    needsReadRight(field) ||
    (!traitsOf(field).usableInTitle && 'it is no single value'),
};

/** Types whose values do not fit into a cell. */
const TYPES_TOO_LARGE_FOR_CELL: FieldType[] = [
  'list',
  'object',
  'variants',
  'json',
  'secret',
  'file',
  'image',
];

/** Why a field cannot be edited in a list's cell; undefined where it can. */
const inlineEditProblem = (model: EntityModel, field: FieldModel): string | undefined => {
  if (!isWritable(model)) return `records are ${SOURCES[model.source].description}`;
  if (model.lifecycle?.field === field.name) return 'only transitions change a state';
  if (TYPES_TOO_LARGE_FOR_CELL.includes(field.type))
    return `fields of type ${field.type} have no room in a cell`;
  if (field.confirm !== undefined) return 'a change of it is asked about in the form';
  if (field.readOnly || field.mode.edit !== 'edit') return 'forms do not let it be changed either';
  return undefined;
};

const checkInlineEdits = (model: EntityModel, origins: SourceMap): void => {
  for (const field of model.fields) {
    const reason = field.column && field.column.edit === true ? inlineEditProblem(model, field) : undefined;
    const schema = origins.schemaOf(field);
    if (reason !== undefined && !origins.isIncomplete(schema))
      origins.report(schema, ['x-field', 'column', 'edit'], `it cannot be changed in lists: ${reason}`);
  }
};

/** `tabs` of a column are choices of the tabs' field. */
const checkColumnTabs = (model: EntityModel, origins: SourceMap): void => {
  const { tabs } = model.list;
  const tabField = tabs && model.fields.find(({ name }) => name === tabs.by);
  const values = tabField?.choices?.map(({ value }) => String(value)) ?? [];
  for (const field of model.fields) {
    const columnTabs = (field.column && field.column.tabs) || [];
    const unknown = columnTabs.find((one) => !values.includes(one));
    const schema = origins.schemaOf(field);
    if (unknown !== undefined && !origins.isIncomplete(schema))
      origins.report(schema, ['x-field', 'column', 'tabs'], unknownNameMessage('tab', unknown, values));
  }
};

/** `secondaryField` is a field that could be a column. */
const checkSecondaryFields = (model: EntityModel, origins: SourceMap): void => {
  const candidates = model.fields.filter(({ column, secret }) => column !== false && !secret);
  for (const field of model.fields) {
    const other = field.column ? field.column.secondaryField : undefined;
    const names = candidates.filter((one) => one !== field).map(({ name }) => name);
    const schema = origins.schemaOf(field);
    if (other !== undefined && !names.includes(other) && !origins.isIncomplete(schema))
      origins.report(
        schema,
        ['x-field', 'column', 'secondaryField'],
        unknownNameMessage('column', other, names),
      );
  }
};

/** Tabs with a sort order or empty state are choices of the tabs' field. */
const checkTabSettings = ({ list: { tabs }, fields }: EntityModel, problems: Problems): void => {
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

/** `under` lines name existing fields and row actions. */
const checkRowLines = ({ list, fields, actions }: EntityModel, problems: Problems): void => {
  const names = fields.map(({ name }) => name);
  const rowActions = actions.filter(({ on }) => on.includes('row')).map(({ id }) => id);
  list.under?.forEach(({ text, when, action }, index) => {
    const path = (key: string): string => jsonPointer('x-entity', 'list', 'under', index, key);
    for (const name of placeholdersIn(text))
      if (!names.includes(name)) problems.add(path('text'), unknownNameMessage('field', name, names));
    for (const name of matchPaths(when))
      if (!names.includes(name)) problems.add(path('when'), unknownNameMessage('field', name, names));
    if (action !== undefined && !rowActions.includes(action))
      problems.add(path('action'), unknownNameMessage('action for rows', action, rowActions));
  });
};

/** Actions of `above` are list actions. */
const checkActionsAbove = ({ list, actions }: EntityModel, problems: Problems): void => {
  const listActions = actions.filter(({ on }) => on.includes('list')).map(({ id }) => id);
  list.above?.actions?.forEach((id, index) => {
    const path = jsonPointer('x-entity', 'list', 'above', 'actions', index);
    if (!listActions.includes(id))
      problems.add(path, unknownNameMessage('action of the list', id, listActions));
  });
};

/** Checks the fields that lists, titles and unique sets name: they exist, and are usable there. */
export function checkFieldLists(model: EntityModel, origins: SourceMap, problems: Problems): void {
  checkInlineEdits(model, origins);
  checkColumnTabs(model, origins);
  checkSecondaryFields(model, origins);
  checkTabSettings(model, problems);
  checkRowLines(model, problems);
  checkActionsAbove(model, problems);
  const fields = allFields(model);
  const check = (kind: string, name: string, path: string): void => {
    const field = fields.find((one) => one.name === name);
    const ineligibility = INELIGIBILITIES[kind] ?? (() => undefined);
    const candidates = fields.filter((one) => !ineligibility(one)).map((one) => one.name);
    if (!field) problems.add(path, unknownNameMessage(kind, name, candidates));
    else if (!origins.isIncomplete(origins.schemaOf(field))) {
      const reason = ineligibility(field);
      if (reason)
        problems.add(
          path,
          `"${name}" cannot be a ${kind}: ${reason}; valid: ${candidates.join(', ') || 'none'}`,
        );
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
