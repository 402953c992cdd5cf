import { traitsOf } from '../fieldTypes.ts';
import { walkFields } from '../fields.ts';
import { isContextReference, isOperators, matchPaths } from '../match.ts';
import { unknownNameMessage } from '../didYouMean.ts';
import { STRETCHES } from '../spans.ts';
import { SYSTEM_FIELD_NAMES } from '../systemFields.ts';
import type { EntityModel, FieldModel, Match, ProductModel, RollupModel } from '../types.ts';
import { checkMatch } from './matchCheck.ts';
import type { SourceMap } from './origins.ts';
import { jsonPointer, type Problems } from './problems.ts';

/** Most characters of a text that counts are kept by: it is part of an index entry. */
const MOST_CHARACTERS = 200;
/** What the table and PostgreSQL itself call columns. */
const KEPT_COLUMNS = [
  ...['created_at', 'updated_at', 'tableoid', 'ctid', 'xmin', 'xmax', 'cmin', 'cmax'],
  ...['bucket', 'count'],
];
const MOST_NAME = 50;

/** An entity of events: what says when and which, what is counted, and fields that are plain facts. */
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
  const names = (ones: FieldModel[]): string[] => ones.map(({ name }) => name);
  if (!time) problems.add(path('at'), unknownNameMessage('field of type date-time', events.at, names(times)));
  else if (!time.required)
    problems.add(path('at'), `"${events.at}" must be required: every event happened once`);
  const keys = fields.filter((field) => isSingle(field) && field.name !== events.at);
  events.key.forEach((name, index) => {
    if (name === events.at) problems.add(path('key', index), 'the time is part of every key');
    else if (!names(keys).includes(name))
      problems.add(path('key', index), unknownNameMessage('field with a single value', name, names(keys)));
  });
  for (const rollup of events.rollups) checkRollup(rollup, model, context, problems);
  checkPlain(model, origins, problems);
}

function checkRollup(
  rollup: RollupModel,
  { fields, events, access }: EntityModel,
  context: ProductModel,
  problems: Problems,
): void {
  const path = (...segments: (string | number)[]): string =>
    jsonPointer('x-entity', 'events', 'rollups', rollup.id, ...segments);
  const list = (keyword: 'by' | 'sum' | 'distinct', kind: string, fits: FieldModel[]): void =>
    rollup[keyword].forEach((name, index) => {
      const field = fields.find((one) => one.name === name);
      const known = fits.map((one) => one.name);
      if (known.includes(name)) return;
      problems.add(
        path(keyword, index),
        field && keyword !== 'sum' && isText(field)
          ? `"${name}" needs a "maxLength" of at most ${MOST_CHARACTERS} to be counted by`
          : unknownNameMessage(kind, name, known),
      );
    });
  const countable = fields.filter((field) => isCountable(field) && field.name !== events?.at);
  list('by', 'field to count by', countable);
  list('distinct', 'field to count by', countable);
  list(
    'sum',
    'number field',
    fields.filter(({ type, choices, computed }) => type === 'number' && !choices && !computed),
  );
  rollup.grains.forEach((grain, index) => {
    const before = rollup.grains[index - 1] ?? rollup.per;
    if (STRETCHES.indexOf(grain) <= STRETCHES.indexOf(before))
      problems.add(path('grains', index), `must be longer than a ${before}, which stands before it`);
  });
  rollup.distinct.forEach((name, index) => {
    if (rollup.by.includes(name))
      problems.add(path('distinct', index), `each count by "${name}" is of one "${name}"`);
  });
  checkMatch(rollup.where, { siblings: fields, root: fields, context }, path('where'), problems);
  const strange = matchPaths(rollup.where).find((one) => SYSTEM_FIELD_NAMES.includes(one.replace(/^\//, '')));
  if (strange !== undefined)
    problems.add(path('where', strange), 'what is counted follows from the fields of the event itself');
  if (namesContext(rollup.where))
    problems.add(path('where'), 'counts are the same for everybody: neither person nor time can be named');
  const hidden = matchPaths(access.rows)
    .map((one) => one.replace(/^\//, '').split(/[./]/)[0] ?? '')
    .find((name) => !name.startsWith('$') && !rollup.by.includes(name));
  if (hidden !== undefined)
    problems.add(
      path('by'),
      `must hold "${hidden}", by which "access.rows" says who sees what: counts would tell everybody of all`,
    );
}

/** Facts are single values, texts, numbers, times, lists and objects: nothing that something else has to keep up. */
function checkPlain(model: EntityModel, origins: SourceMap, problems: Problems): void {
  const none = (keyword: string, found: boolean): void => {
    if (found)
      problems.add(jsonPointer('x-entity', keyword), 'has no effect: events are appended and never changed');
  };
  none('parent', model.parent !== undefined);
  none('exclusive', model.exclusive.length > 0);
  none('unique', model.unique.length > model.fields.filter(({ unique }) => unique).length);
  for (const { name } of model.fields) {
    if (KEPT_COLUMNS.includes(name.toLowerCase()))
      problems.add(
        jsonPointer('properties', name),
        `"${name}" is a column that every such table has; choose another name`,
      );
    else if (name.length > MOST_NAME)
      problems.add(
        jsonPointer('properties', name),
        `the name of a column has at most ${MOST_NAME} characters`,
      );
  }
  walkFields(model.fields, (field) => {
    const tell = (keyword: string, why: string): void =>
      origins.tell(origins.schemaOf(field), ['x-field', keyword], why);
    if (field.secret) tell('secret', 'events hold no secrets: they cannot be taken back');
    if (field.unique) tell('unique', 'has no effect on events; "events.key" says which is which');
    if (field.computed) tell('computed', 'events are not counted for; a roll-up keeps counts');
    if (field.type === 'file') tell('file', 'events hold no files: nothing would say when one is unused');
  });
}

const isSingle = (field: FieldModel): boolean => {
  const { stored } = traitsOf(field);
  return ['text', 'number', 'boolean'].includes(stored) && !field.secret && !field.computed;
};

const isText = (field: FieldModel): boolean =>
  traitsOf(field).stored === 'text' && field.type !== 'date-time' && !field.secret;

function isCountable(field: FieldModel): boolean {
  if (field.type === 'boolean' || field.type === 'reference' || field.type === 'date') return true;
  if (field.choices) return isSingle(field);
  return isText(field) && (field.maxLength ?? Infinity) <= MOST_CHARACTERS;
}

function namesContext(match: Match | undefined): boolean {
  return Object.entries(match ?? {}).some(([key, test]) => {
    if (key.startsWith('$')) return true;
    if (key === 'all' || key === 'any') return (test as Match[]).some(namesContext);
    if (key === 'not') return namesContext(test as Match);
    return (isOperators(test as never) ? Object.values(test as object) : [test])
      .flat()
      .some(isContextReference);
  });
}
