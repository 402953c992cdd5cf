import { describe, expect, it } from 'vitest';
import { compileProduct } from './compile.ts';
import { access, testEachGivesOneProblem, noteSchema, noteFile, problemsOf } from './testMistakes.ts';
import type { Json, JsonObject } from './types.ts';

/** An entity of events without a mistake, with parts laid over it. */
const events = (
  own: JsonObject = {},
  rollup: JsonObject = {},
  properties: JsonObject = {},
  keywords: JsonObject = {},
): Json =>
  noteSchema(
    {
      events: {
        at: 'sentAt',
        key: ['code'],
        rollups: { hourly: { per: 'hour', by: ['kind'], ...rollup } },
        ...own,
      },
      ...keywords,
    },
    {
      key: { type: 'string' },
      sentAt: { type: 'string', format: 'date-time' },
      code: { type: 'string', maxLength: 40 },
      size: { type: 'integer' },
      person: { type: 'string', 'x-field': { reference: { entity: 'person' } } },
      ...properties,
    },
    { required: ['sentAt'] },
  );
const person = {
  file: 'person.schema.json',
  content: noteSchema({ path: 'persons' }),
};

it('finds nothing wrong where nothing is, and reads every default', () => {
  const content = events({ keep: '400d' }, { sum: ['size'], distinct: ['person'], where: { kind: 'long' } });
  expect(problemsOf(noteFile(content), person)).toEqual([]);
  const { product } = compileProduct([
    { file: 'access.json', content: access },
    { file: 'menu.json', content: { groups: [] } },
    noteFile(content),
    person,
  ]);
  const model = product.entities.find(({ name }) => name === 'note');
  expect(model).toMatchObject({
    source: 'events',
    events: {
      ...{ at: 'sentAt', key: ['code'], keep: 400 },
      rollups: [{ id: 'hourly', per: 'hour', grains: [], by: ['kind'], sum: ['size'], distinct: ['person'] }],
    },
    list: { filters: ['sentAt'], search: [] },
    features: { history: false, duplicate: false },
    access: { create: [], update: [], delete: [] },
  });
  const sortable = model?.fields.filter(({ column }) => column && column.sortable).map(({ name }) => name);
  expect(sortable).toEqual(['sentAt']);
});

describe('one mistake in an entity of events gives one problem, at its place', () => {
  const at = '/x-entity/events';
  const hourly = `${at}/rollups/hourly`;
  testEachGivesOneProblem(
    [
      ['no time', noteSchema({ events: {} }), `${at}: "at" is missing`],
      [
        'an unknown time',
        events({ at: 'setAt' }),
        `${at}/at: unknown field of type date-time "setAt"; did you mean "sentAt"?`,
      ],
      [
        'a time that may be missing',
        noteSchema(
          { events: { at: 'a' } },
          { key: { type: 'string' }, a: { type: 'string', format: 'date-time' } },
        ),
        `${at}/at: "a" must be required: every event happened once`,
      ],
      [
        'an unknown word',
        events({ rollup: {} }),
        `${at}/rollup: unknown keyword "rollup"; did you mean "rollups"?`,
      ],
      [
        'a key of nothing',
        events({ key: ['cod'] }),
        `${at}/key/0: unknown field with a single value "cod"; did you mean "code"?`,
      ],
      [
        'a key that names the time',
        events({ key: ['sentAt'] }),
        `${at}/key/0: the time is part of every key`,
      ],
      ['a time to keep', events({ keep: '4 weeks' }), `${at}/keep: must match pattern "^[1-9][0-9]{0,4}d$"`],
      ['a span', events({}, { per: 'hours' }), `${hourly}/per: unknown per "hours"; did you mean "hour"?`],
      [
        'a longer bucket that is none',
        events({}, { grains: ['week'] }),
        `${hourly}/grains/0: unknown value "week"`,
      ],
      [
        'longer buckets the wrong way round',
        events({}, { grains: ['month', 'day'] }),
        `${hourly}/grains/1: must be longer than a month, which stands before it`,
      ],
      [
        'a longer bucket that is not longer',
        events({}, { per: 'day', grains: ['day'] }),
        `${hourly}/grains/0: must be longer than a day, which stands before it`,
      ],
      [
        'a name',
        events({ rollups: { Hourly: { per: 'hour' } } }),
        `${at}/rollups/Hourly: "Hourly" is no name for a roll-up: small letters, digits and hyphens`,
      ],
      [
        'a group',
        events({}, { by: ['knid'] }),
        `${hourly}/by/0: unknown field to count by "knid"; did you mean "kind"?`,
      ],
      [
        'a group of long texts',
        events({}, { by: ['name'] }),
        `${hourly}/by/0: "name" needs a "maxLength" of at most 200 to be counted by`,
      ],
      [
        'a sum of texts',
        events({}, { sum: ['siz'] }),
        `${hourly}/sum/0: unknown number field "siz"; did you mean "size"?`,
      ],
      [
        'people of a group of people',
        events({}, { by: ['person'], distinct: ['person'] }),
        `${hourly}/distinct/0: each count by "person" is of one "person"`,
      ],
      [
        'a condition',
        events({}, { where: { kind: 'lang' } }),
        `${hourly}/where/kind: unknown value "lang"; did you mean "long"?`,
      ],
      [
        'a condition on the reader',
        events({}, { where: { name: { context: 'user.id' } } }),
        `${hourly}/where: counts are the same for everybody: neither person nor time can be named`,
      ],
      [
        'a condition on what every record has',
        events({}, { where: { createdBy: 'x' } }),
        `${hourly}/where/createdBy: what is counted follows from the fields of the event itself`,
      ],
      [
        'counts beside a rule about rows',
        events({}, {}, {}, { access: { read: ['chatbot'], rows: { name: 'x' } } }),
        `${hourly}/by: must hold "name", by which "access.rows" says who sees what: counts would tell everybody of all`,
      ],
      [
        'a second source',
        events({}, {}, {}, { source: 'audit' }),
        '/x-entity/source: has no effect beside "events", which have a table of their own',
      ],
      [
        'rights to write',
        events({}, {}, {}, { access: { read: ['chatbot'], delete: ['chatbot'] } }),
        '/x-entity/access/delete: has no effect: what the services keep themselves is only read',
      ],
      [
        'a history',
        events({}, {}, {}, { features: { history: true } }),
        '/x-entity/features/history: has no effect on events, which are appended and never changed',
      ],
      [
        'an import',
        events({}, {}, {}, { features: { import: { key: 'code' } }, unique: [] }),
        '/x-entity/features/import: has no effect: what the services keep themselves is only read',
      ],
      [
        'a secret',
        events({}, {}, { pin: { type: 'string', 'x-field': { secret: true } } }),
        '/properties/pin/x-field/secret: events hold no secrets: they cannot be taken back',
      ],
      [
        'uniqueness',
        events({}, {}, { pin: { type: 'string', 'x-field': { unique: true } } }),
        '/properties/pin/x-field/unique: has no effect on events; "events.key" says which is which',
      ],
      [
        'a file',
        events(
          {},
          {},
          { pin: { type: 'string', 'x-field': { file: { types: ['image/png'], maxBytes: 9 } } } },
        ),
        '/properties/pin/x-field/file: events hold no files: nothing would say when one is unused',
      ],
      [
        'a kept fact',
        events({}, {}, { seen: { type: 'string', 'x-field': { live: true } } }),
        '/properties/seen/x-field/live: the services keep "seen" beside the record: there is nothing beside events, which are appended and never changed',
      ],
      [
        'a name that the table has',
        events({}, {}, { created_at: { type: 'string' } }),
        '/properties/created_at: "created_at" is a column that every such table has; choose another name',
      ],
      [
        'a reference to an event',
        events({}, {}, { earlier: { type: 'string', 'x-field': { reference: { entity: 'note' } } } }),
        '/properties/earlier/x-field/reference/entity: "note" are events, which are dropped once they are old',
      ],
    ],
    person,
  );
});
