import { describe, expect, it } from 'vitest';
import { canonicalizeRecord } from './canonicalizeRecord.ts';
import { compileFields } from './compile/field.ts';
import { SourceMap } from './compile/sourceMap.ts';
import { Problems } from './compile/problems.ts';
import { DROP, mapValues, walkValues } from './fields.ts';
import type { JsonSchema } from './types.ts';

const properties: JsonSchema = {
  name: { type: 'string' },
  at: { type: 'string', format: 'date-time' },
  day: { type: 'string', format: 'date' },
  tags: { type: 'array', items: { type: 'string' } },
  place: { type: 'object', properties: { city: { type: 'string' }, 'a/b': { type: 'string' } } },
  shapes: {
    type: 'array',
    items: {
      type: 'object',
      discriminator: { propertyName: 'type' },
      oneOf: [
        { properties: { type: { const: 'text' }, text: { type: 'string' } } },
        {
          properties: {
            type: { const: 'visit' },
            times: { type: 'array', items: { type: 'string', format: 'date-time' } },
          },
        },
      ],
    },
  },
  free: { type: 'object', additionalProperties: true },
};
const compiled = (properties: JsonSchema) =>
  compileFields({ properties }, { path: '', origins: new SourceMap(new Problems('test')) });
const fields = compiled(properties);

const record = {
  name: 'a',
  tags: ['x', 'y'],
  place: { city: 'b' },
  shapes: [
    { type: 'text', text: 'c', other: 1 },
    { type: 'none', text: 'd' },
  ],
  free: { name: 'e' },
  unknown: { name: 'f' },
};

describe('walking the values of a record', () => {
  it('visits every field of objects, items and chosen variants, the absent ones too', () => {
    const seen: Record<string, unknown> = {};
    walkValues(fields, record, (field, value, pointer) => {
      seen[pointer] = typeof value === 'object' ? field.type : value;
    });
    expect(seen).toEqual({
      '/name': 'a',
      '/at': undefined,
      '/day': undefined,
      '/tags': 'tags',
      '/tags/0': 'x',
      '/tags/1': 'y',
      '/place': 'object',
      '/place/city': 'b',
      '/place/a~1b': undefined,
      '/shapes': 'list',
      '/shapes/0': 'variants',
      '/shapes/0/type': 'text',
      '/shapes/0/text': 'c',
      '/shapes/1': 'variants',
      '/free': 'json',
    });
  });

  it('says which object holds a value', () => {
    const parents: Record<string, unknown> = {};
    walkValues(fields, record, (_, value, pointer, parent) => {
      if (typeof value === 'string') parents[pointer] = parent;
    });
    expect(parents).toEqual({
      '/name': record,
      '/tags/0': record,
      '/tags/1': record,
      '/place/city': record.place,
      '/shapes/0/type': record.shapes[0],
      '/shapes/0/text': record.shapes[0],
    });
  });

  it('replaces and leaves out at any depth, and shares what stays', () => {
    const mapped = mapValues(fields, record, (_, value, pointer) => {
      if (['/tags/0', '/place', '/shapes/0/text', '/at'].includes(pointer)) return DROP;
      return pointer === '/day' ? '2026-11-21' : value;
    });
    expect(mapped).toEqual({
      name: 'a',
      tags: ['y'],
      shapes: [
        { type: 'text', other: 1 },
        { type: 'none', text: 'd' },
      ],
      free: { name: 'e' },
      unknown: { name: 'f' },
      day: '2026-11-21',
    });
    expect(mapped['shapes']).toHaveProperty('1', record.shapes[1]);
    expect(mapValues(fields, record, (_, value) => value)).toBe(record);
  });

  it('walks into what the visit put in place', () => {
    const mapped = mapValues(fields, {}, (field, value) => {
      if (field.name === 'place') return { city: 'x' };
      return field.name === 'city' ? 'y' : value;
    });
    expect(mapped).toEqual({ place: { city: 'y' } });
  });
});

let made = 0;
const options = { newId: () => `new${(made += 1)}` };

describe('the canonical form', () => {
  it.each([
    ['2026-11-21T09:00+07:00', '2026-11-21T02:00:00.000Z'],
    ['2026-11-21T02:30:00.5Z', '2026-11-21T02:30:00.500Z'],
    ['2026-11-21T02:00:00.000Z', '2026-11-21T02:00:00.000Z'],
    ['2026-02-30T09:00:00Z', '2026-02-30T09:00:00Z'],
    ['tomorrow', 'tomorrow'],
  ])('of the moment %s is %s', (sent, stored) => {
    expect(canonicalizeRecord({ fields }, { at: sent, name: sent }, options)).toEqual({
      at: stored,
      name: sent,
    });
    expect(canonicalizeRecord({ fields }, { shapes: [{ type: 'visit', times: [sent] }] }, options)).toEqual({
      shapes: [{ type: 'visit', times: [stored] }],
    });
  });

  it('leaves days and what people typed alone', () => {
    const typed = { day: '2026-11-21', name: '  Anna ', at: 7, free: { at: '2026-11-21T09:00+07:00' } };
    expect(canonicalizeRecord({ fields }, typed, options)).toBe(typed);
  });

  it('of a choice is as the schema writes it', () => {
    const platform = { enum: ['multi', 'LINE'], 'x-field': { anyCase: true } };
    const model = { fields: compiled({ platform, list: { type: 'array', items: platform } }) };
    expect(canonicalizeRecord(model, { platform: 'line', list: ['Multi', 'Line', 'else'] }, options)).toEqual(
      {
        platform: 'LINE',
        list: ['multi', 'LINE', 'else'],
      },
    );
  });

  it('has ids and indexes that the system sets, and keeps the ids that it gave', () => {
    const column = {
      type: 'object',
      properties: {
        id: { type: 'string', 'x-field': { generated: 'id' } },
        index: { type: 'integer', 'x-field': { generated: 'index' } },
        text: { type: 'string' },
      },
    };
    const model = { fields: compiled({ columns: { type: 'array', items: column } }) };
    made = 0;
    const stored = canonicalizeRecord(
      model,
      { columns: [{ text: 'a', id: 'mine', index: 7 }, { text: 'b' }] },
      options,
    );
    expect(stored).toEqual({
      columns: [
        { id: 'new1', index: 0, text: 'a' },
        { id: 'new2', index: 1, text: 'b' },
      ],
    });
    const moved = {
      columns: [{ id: 'new2', index: 1, text: 'b' }, { id: 'new2', text: 'copy' }, { id: 'x' }],
    };
    expect(canonicalizeRecord(model, moved, { ...options, stored })).toEqual({
      columns: [
        { id: 'new2', index: 0, text: 'b' },
        { id: 'new3', index: 1, text: 'copy' },
        { id: 'new4', index: 2 },
      ],
    });
  });
});
