import { describe, expect, it } from 'vitest';
import { loadProduct } from '../folder.ts';
import { createCheck } from './ajv.ts';
import { GRAPHEME_UNITS, isLongerThan, LARGEST, textLength } from './counting.ts';
import { walkFields } from './fields.ts';
import type { FieldModel } from './types.ts';
import { validate } from './validate.ts';
import { fillVariables } from './variables.ts';

const { entities, forms } = loadProduct('schemas');
const MEGABYTE = 1_000_000;

/** Texts that cost a careless reader the square of their length, or more. */
const HOSTILE: Record<string, string> = {
  'combining marks': '\u0301',
  'marks that are reordered': '\u0301\u0323',
  'Thai vowels': '\u0E35\u0E48',
  'Thai words': 'ที่',
  'emoji joined without end': '👩\u200D',
  flags: '🇹',
  variables: '{{z}}',
  'open braces': '{{ ',
  'a link that ends badly': 'https://a',
};

const repeated = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length - 1) + ' ';

/** A record that holds the value at the field's place, the conditions on the way met. */
function recordWith(fields: FieldModel[], path: string[], value: unknown): Record<string, unknown> {
  const [name = '', ...rest] = path;
  const field = fields.find((one) => one.name === name);
  const conditions = Object.entries(field?.visibleWhen ?? {}).filter(([key]) => /^\w+$/.test(key));
  return { ...Object.fromEntries(conditions), [name]: field ? valueWith(field, rest, value) : value };
}

function valueWith(field: FieldModel, path: string[], value: unknown): unknown {
  const [step = '', ...rest] = path;
  if (step === '') return value;
  if (step === '*' && field.item) return [valueWith(field.item, rest, value)];
  const option = field.variants?.options.find((one) => step === `<${one.value}>`);
  if (field.variants && option)
    return { ...recordWith(option.fields, rest, value), [field.variants.discriminator]: option.value };
  return recordWith(field.fields ?? [], path, value);
}

const isText = ({ type, choices, constant, item }: FieldModel): boolean =>
  !choices && !item && constant === undefined && !['number', 'boolean', 'list', 'object'].includes(type);

/** The processor's time that it takes, in milliseconds: whatever else the machine does. The best of three. */
function timeOf(work: () => unknown): number {
  let best = Infinity;
  for (let round = 0; round < 3 && best > 2; round += 1) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/** A variable of the greatest length. */
const variables = new Map([['z', 'ที่'.repeat(166)]]);
const fill = (text: string, enough: number): string => fillVariables(text, variables, enough);

describe.each([...entities, ...forms].map((model) => [model.name, model] as const))(
  'hostile texts in every field of %s',
  (_, model) => {
    const check = createCheck(model.schema);
    const texts: FieldModel[] = [];
    walkFields(model.fields, (field) => void (isText(field) && texts.push(field)));

    it.each(Object.entries(HOSTILE))('%s are judged in no time', (__, unit) => {
      const hostile = [2000, MEGABYTE].map((length) => repeated(unit, length));
      for (const field of texts) {
        for (const text of hostile) {
          const record = recordWith(
            model.fields,
            field.path.split('.'),
            field.type === 'json' ? { [text]: text } : text,
          );
          const judge = () => validate(model, record, { check, fill });
          expect(timeOf(judge), `${field.path}, ${text.length} units`).toBeLessThan(200);
        }
      }
    });

    it('a megabyte of items and of unknown fields is judged in no time', () => {
      const items = Array.from({ length: MEGABYTE / 4 }, (__, index) => String(index % 10));
      const unknown = Object.fromEntries(Array.from({ length: 60_000 }, (__, index) => [`u${index}`, 1]));
      const lists = model.fields.filter((field) => field.item);
      for (const record of [unknown, ...lists.map((field) => ({ [field.name]: items }))]) {
        const errors = validate(model, record, { check });
        expect(Object.keys(errors).length).toBeLessThanOrEqual(LARGEST.faults);
        expect(timeOf(() => validate(model, record, { check }))).toBeLessThan(200);
      }
    });
  },
);

describe('counting', () => {
  it.each(Object.entries(HOSTILE))('of %s takes four times as long for four times as much', (_, unit) => {
    const count = (length: number): number => timeOf(() => textLength(repeated(unit, length), 'graphemes'));
    count(200_000);
    // The square would be sixteen times.
    expect(count(800_000)).toBeLessThan(10 * Math.max(count(200_000), 2));
  });

  it('gives the graphemes of a text that is longer than is counted at a time', () => {
    const family = '👩🏽\u200D👩🏽\u200D👧🏽\u200D👦🏽';
    expect(textLength('ที่'.repeat(1000), 'graphemes')).toBe(1000);
    expect(textLength(`a${family}`.repeat(300), 'graphemes')).toBe(600);
    expect(textLength('🇹🇭'.repeat(999), 'graphemes')).toBe(999);
    expect(isLongerThan(family.repeat(20), 20, 'graphemes')).toBe(false);
  });

  it('takes no heap of marks for one letter', () => {
    expect(textLength(`a${'\u0301'.repeat(329_999)}`, 'graphemes')).toBeGreaterThanOrEqual(
      330_000 / GRAPHEME_UNITS,
    );
    const profile = entities.find(({ name }) => name === 'profile');
    if (!profile) throw new Error('profile is missing');
    const record = { displayName: `a${'\u0301'.repeat(329_999)}`, channel: 'c', externalId: 'x' };
    expect(validate(profile, record, { check: createCheck(profile.schema) })).toEqual({
      '/displayName': 'Display name must be less than 200 characters',
    });
  });
});
