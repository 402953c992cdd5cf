import { expect, test } from 'vitest';
import { entityByName } from '../../product.ts';
import { mergeStale, staleFields } from './mergeStale.ts';

const { fields } = entityByName('variable');
const base = { id: 'v', version: 1, name: 'a', value: 'x', scope: 'bot' };

test('suggests mine where I changed a field and theirs where only they did', () => {
  const mine = { ...base, value: 'mine' };
  const theirs = { ...base, version: 2, value: 'theirs', scope: 'environment' };
  const stale = staleFields(fields, base, mine, theirs);
  expect(stale.map(({ field, conflict, suggested }) => [field.name, conflict, suggested])).toEqual([
    ['value', true, 'mine'],
    ['scope', false, 'theirs'],
  ]);
});

test('merges by choice and takes over the new version', () => {
  const mine = { ...base, value: 'mine', scope: 'bot' };
  const theirs = { ...base, version: 2, value: 'theirs', scope: 'environment' };
  const merged = mergeStale(mine, theirs, new Map([['value', 'theirs']]), fields);
  expect(merged).toEqual({ ...base, version: 2, value: 'theirs', scope: 'bot' });
});

test('what I emptied stays empty when mine is kept', () => {
  const { value: _, ...mine } = base;
  expect(mergeStale(mine, { ...base, version: 2 }, new Map(), fields)).not.toHaveProperty('value');
});
