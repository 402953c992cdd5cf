import { traitsOf } from '../fieldTypes.ts';
import { walkFields } from '../fields.ts';
import { isContextReference, isOperators, matchPaths } from '../match.ts';
import { unknownNameMessage } from '../didYouMean.ts';
import { GRANULARITIES } from '../spans.ts';
import { SYSTEM_FIELD_NAMES } from '../systemFields.ts';
import type { EntityModel, FieldModel, Match, ProductModel, RollupModel } from '../types.ts';
import { checkMatch } from './matchCheck.ts';
import type { SourceMap } from './sourceMap.ts';
import { jsonPointer, type Problems } from './problems.ts';

/** Texts to group by are part of an index entry. */
const MAX_GROUP_BY_CHARACTERS = 200;
/** Column names that the table and PostgreSQL use. */
const RESERVED_COLUMNS = [
  ...['created_at', 'updated_at', 'tableoid', 'ctid', 'xmin', 'xmax', 'cmin', 'cmax'],
  ...['bucket', 'count'],
];
const MAX_COLUMN_NAME_CHARACTERS = 50;

/** Checks an entity of events: its time, key and roll-ups, and that fields are plain values. */
export function checkEvents(
  model: EntityModel,
  context: ProductModel,
  origins: SourceMap,
  problems: Problems,
): void {
  const { events, fields } = model;
  if (!events) return;
  const path = (...segments: (string | number)[]): string => jsonPointer('x-entity', 'events', ...segments);
  const times = fields.filter(({ type }) => type === 'date-time');
  const time = times.find(({ name }) => name === events.at);
  const namesOf = (fields: FieldModel[]): string[] => fields.map(({ name }) => name);
  if (!time)
    problems.add(path('at'), unknownNameMessage('field of type date-time', events.at, namesOf(times)));
  else if (!time.required)
    problems.add(path('at'), `"${events.at}" must be required: every event happened once`);
  const keys = fields.filter((field) => isSingleValue(field) && field.name !== events.at);
  events.key.forEach((name, index) => {
    if (name === events.at) problems.add(path('key', index), 'the time is part of every key');
    else if (!namesOf(keys).includes(name))
      problems.add(path('key', index), unknownNameMessage('field with a single value', name, namesOf(keys)));
  });
  for (const rollup of events.rollups) checkRollup(rollup, model, context, problems);
  checkEventFields(model, origins, problems);
}

function checkRollup(
  rollup: RollupModel,
  { fields, events, access }: EntityModel,
  context: ProductModel,
  problems: Problems,
): void {
  const path = (...segments: (string | number)[]): string =>
    jsonPointer('x-entity', 'events', 'rollups', rollup.id, ...segments);
  const checkNames = (keyword: 'by' | 'sum' | 'distinct', kind: string, candidates: FieldModel[]): void =>
    rollup[keyword].forEach((name, index) => {
      const field = fields.find((one) => one.name === name);
      const known = candidates.map((one) => one.name);
      if (known.includes(name)) return;
      problems.add(
        path(keyword, index),
        field && keyword !== 'sum' && isText(field)
          ? `"${name}" needs a "maxLength" of at most ${MAX_GROUP_BY_CHARACTERS} to be counted by`
          : unknownNameMessage(kind, name, known),
      );
    });
  const countable = fields.filter((field) => isCountable(field) && field.name !== events?.at);
  checkNames('by', 'field to count by', countable);
  checkNames('distinct', 'field to count by', countable);
  checkNames(
    'sum',
    'number field',
    fields.filter(({ type, choices, computed }) => type === 'number' && !choices && !computed),
  );
  rollup.grains.forEach((grain, index) => {
    const finer = rollup.grains[index - 1] ?? rollup.per;
    if (GRANULARITIES.indexOf(grain) <= GRANULARITIES.indexOf(finer))
      problems.add(path('grains', index), `must be longer than a ${finer}, which stands before it`);
  });
  rollup.distinct.forEach((name, index) => {
    if (rollup.by.includes(name))
      problems.add(path('distinct', index), `each count by "${name}" is of one "${name}"`);
  });
  checkMatch(rollup.where, { siblings: fields, root: fields, context }, path('where'), problems);
  const systemField = matchPaths(rollup.where).find((one) =>
    SYSTEM_FIELD_NAMES.includes(one.replace(/^\//, '')),
  );
  if (systemField !== undefined)
    problems.add(path('where', systemField), 'what is counted follows from the fields of the event itself');
  if (readsContext(rollup.where))
    problems.add(path('where'), 'counts are the same for everybody: neither person nor time can be named');
  const uncountedRightField = matchPaths(access.rows)
    .map((one) => one.replace(/^\//, '').split(/[./]/)[0] ?? '')
    .find((name) => !name.startsWith('$') && !rollup.by.includes(name));
  if (uncountedRightField !== undefined)
    problems.add(
      path('by'),
      `must hold "${uncountedRightField}", by which "access.rows" says who sees what: counts would tell everybody of all`,
    );
}

/** Events hold plain values only: nothing that would have to change later. */
function checkEventFields(model: EntityModel, origins: SourceMap, problems: Problems): void {
  const rejectKeyword = (keyword: string, isUsed: boolean): void => {
    if (isUsed)
      problems.add(jsonPointer('x-entity', keyword), 'has no effect: events are appended and never changed');
  };
  rejectKeyword('parent', model.parent !== undefined);
  rejectKeyword('exclusive', model.exclusive.length > 0);
  rejectKeyword('unique', model.unique.length > model.fields.filter(({ unique }) => unique).length);
  for (const { name } of model.fields) {
    if (RESERVED_COLUMNS.includes(name.toLowerCase()))
      problems.add(
        jsonPointer('properties', name),
        `"${name}" is a column that every such table has; choose another name`,
      );
    else if (name.length > MAX_COLUMN_NAME_CHARACTERS)
      problems.add(
        jsonPointer('properties', name),
        `the name of a column has at most ${MAX_COLUMN_NAME_CHARACTERS} characters`,
      );
  }
  walkFields(model.fields, (field) => {
    const report = (keyword: string, why: string): void =>
      origins.report(origins.schemaOf(field), ['x-field', keyword], why);
    if (field.secret) report('secret', 'events hold no secrets: they cannot be taken back');
    if (field.unique) report('unique', 'has no effect on events; "events.key" says which is which');
    if (field.computed) report('computed', 'events are not counted for; a roll-up keeps counts');
    if (field.type === 'file') report('file', 'events hold no files: nothing would say when one is unused');
  });
}

const isSingleValue = (field: FieldModel): boolean => {
  const { stored } = traitsOf(field);
  return ['text', 'number', 'boolean'].includes(stored) && !field.secret && !field.computed;
};

const isText = (field: FieldModel): boolean =>
  traitsOf(field).stored === 'text' && field.type !== 'date-time' && !field.secret;

function isCountable(field: FieldModel): boolean {
  if (field.type === 'boolean' || field.type === 'reference' || field.type === 'date') return true;
  if (field.choices) return isSingleValue(field);
  return isText(field) && (field.maxLength ?? Infinity) <= MAX_GROUP_BY_CHARACTERS;
}

function readsContext(match: Match | undefined): boolean {
  return Object.entries(match ?? {}).some(([key, test]) => {
    if (key.startsWith('$')) return true;
    if (key === 'all' || key === 'any') return (test as Match[]).some(readsContext);
    if (key === 'not') return readsContext(test as Match);
    return (isOperators(test as never) ? Object.values(test as object) : [test])
      .flat()
      .some(isContextReference);
  });
}
