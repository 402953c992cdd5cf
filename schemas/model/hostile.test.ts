import { describe, expect, it } from 'vitest';
import { cachedProduct } from '../testProduct.ts';
import { createSchemaValidator } from './ajv.ts';
import { MAX_UNITS_PER_GRAPHEME, isLongerThan, DEFAULT_LIMITS, textLength } from './textLength.ts';
import { HOSTILE_UNITS, recordWith, repeatToLength, textFields } from './testHostile.ts';
import { validate } from './validate.ts';
import { fillVariables } from './variables.ts';

const { entities, forms } = cachedProduct();
const MEGABYTE = 1_000_000;

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
const fillText = (text: string, enough: number): string => fillVariables(text, variables, enough);

describe.each([...entities, ...forms].map((model) => [model.name, model] as const))(
  'hostile texts in every field of %s',
  (_, model) => {
    const validator = createSchemaValidator(model.schema);
    const texts = textFields(model);

    it.each(Object.entries(HOSTILE_UNITS))('%s are judged in no time', (__, unit) => {
      const hostile = [2000, MEGABYTE].map((length) => repeatToLength(unit, length));
      for (const field of texts) {
        for (const text of hostile) {
          const record = recordWith(model, field, text);
          const validateRecord = () => validate(model, record, { validator, fillText });
          expect(timeOf(validateRecord), `${field.path}, ${text.length} units`).toBeLessThan(200);
        }
      }
    });

    it('a megabyte of items and of unknown fields is judged in no time', () => {
      const items = Array.from({ length: MEGABYTE / 4 }, (__, index) => String(index % 10));
      const unknown = Object.fromEntries(Array.from({ length: 60_000 }, (__, index) => [`u${index}`, 1]));
      const lists = model.fields.filter((field) => field.item);
      for (const record of [unknown, ...lists.map((field) => ({ [field.name]: items }))]) {
        const errors = validate(model, record, { validator });
        expect(Object.keys(errors).length).toBeLessThanOrEqual(DEFAULT_LIMITS.faultsPerRecord);
        expect(timeOf(() => validate(model, record, { validator }))).toBeLessThan(200);
      }
    });
  },
);

describe('counting', () => {
  it.each(Object.entries(HOSTILE_UNITS))('of %s takes as much longer as the text is longer', (_, unit) => {
    const count = (length: number): number =>
      timeOf(() => textLength(repeatToLength(unit, length), 'graphemes'));
    count(50_000);
    const ratios = [1, 2, 3].map(() => count(800_000) / Math.max(count(50_000), 1));
    // Sixteen times, on a busy machine up to four times that; the square would be 256 times.
    expect(Math.min(...ratios)).toBeLessThan(64);
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
      330_000 / MAX_UNITS_PER_GRAPHEME,
    );
    const profile = entities.find(({ name }) => name === 'profile');
    if (!profile) throw new Error('profile is missing');
    const record = { displayName: `a${'\u0301'.repeat(329_999)}`, channel: 'c', externalId: 'x' };
    expect(validate(profile, record, { validator: createSchemaValidator(profile.schema) })).toEqual({
      '/displayName': 'Display name must be less than 200 characters',
    });
  });
});
