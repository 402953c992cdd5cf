import { expect, test } from 'vitest';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { entityByName } from '../../product.ts';
import { loadCheck } from '../useCheck.ts';
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

/** What messages hold is fetched with the form. */
async function templateFields(): Promise<FieldModel[]> {
  await loadCheck('template');
  return entityByName('template').fields;
}
const said = (...texts: string[]) => ({
  ...{ id: 't', version: 1, name: 'hello', platform: 'multi' },
  messages: texts.map((text) => ({ type: 'text', text })),
});

test('a list that both changed is told item by item, and both changes are kept', async () => {
  const template = await templateFields();
  const [mine, theirs] = [
    said('a', 'mine', 'c', 'mine'),
    { ...said('theirs', 'b', 'c', 'theirs'), version: 2 },
  ];
  const stale = staleFields(template, said('a', 'b', 'c', 'd'), mine, theirs);
  expect(stale.map(({ key, conflict, suggested }) => [key, conflict, suggested])).toEqual([
    ['messages/0', false, 'theirs'],
    ['messages/1', false, 'mine'],
    ['messages/3', true, 'mine'],
  ]);
  const choices = new Map(stale.map(({ key, suggested }) => [key, suggested]));
  expect(mergeStale(mine, theirs, choices, template)).toEqual({
    ...said('theirs', 'mine', 'c', 'mine'),
    version: 2,
  });
});

test('a list to which somebody added is told as a whole', async () => {
  const template = await templateFields();
  const [mine, theirs] = [said('mine', 'b'), said('a', 'b', 'theirs')];
  const stale = staleFields(template, said('a', 'b'), mine, theirs);
  expect(stale).toMatchObject([{ key: 'messages', conflict: true, suggested: 'mine' }]);
  expect(mergeStale(mine, theirs, new Map([['messages', 'theirs']]), template)['messages']).toEqual(
    theirs.messages,
  );
});
