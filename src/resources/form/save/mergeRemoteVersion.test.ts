import { expect, test } from 'vitest';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { entityByName } from '../../product.ts';
import { loadValidator } from '../useFormValidator.ts';
import { mergeRemoteVersion, differingFields } from './mergeRemoteVersion.ts';

const { fields } = entityByName('variable');
const base = { id: 'v', version: 1, name: 'a', value: 'x', scope: 'bot' };

test('suggests mine where I changed a field and theirs where only they did', () => {
  const mine = { ...base, value: 'mine' };
  const theirs = { ...base, version: 2, value: 'theirs', scope: 'environment' };
  const stale = differingFields(fields, { base, mine, theirs });
  expect(stale.map(({ field, conflict, suggested }) => [field.name, conflict, suggested])).toEqual([
    ['value', true, 'mine'],
    ['scope', false, 'theirs'],
  ]);
});

test('merges by choice and takes over the new version', () => {
  const mine = { ...base, value: 'mine', scope: 'bot' };
  const theirs = { ...base, version: 2, value: 'theirs', scope: 'environment' };
  const merged = mergeRemoteVersion(fields, { base, mine, theirs }, new Map([['value', 'theirs']]));
  expect(merged).toEqual({ ...base, version: 2, value: 'theirs', scope: 'bot' });
});

test('a field that I emptied stays empty when I keep my version', () => {
  const { value: _, ...mine } = base;
  expect(
    mergeRemoteVersion(fields, { base, mine, theirs: { ...base, version: 2 } }, new Map()),
  ).not.toHaveProperty('value');
});

/** What messages hold is fetched with the form. */
async function templateFields(): Promise<FieldModel[]> {
  await loadValidator('template');
  return entityByName('template').fields;
}
const withTexts = (...texts: string[]) => ({
  ...{ id: 't', version: 1, name: 'hello', platform: 'multi' },
  messages: texts.map((text) => ({ type: 'text', text })),
});

test('a list that both changed is merged item by item, with both changes', async () => {
  const template = await templateFields();
  const [mine, theirs] = [
    withTexts('a', 'mine', 'c', 'mine'),
    { ...withTexts('theirs', 'b', 'c', 'theirs'), version: 2 },
  ];
  const states = { base: withTexts('a', 'b', 'c', 'd'), mine, theirs };
  const stale = differingFields(template, states);
  expect(stale.map(({ key, conflict, suggested }) => [key, conflict, suggested])).toEqual([
    ['messages/0', false, 'theirs'],
    ['messages/1', false, 'mine'],
    ['messages/3', true, 'mine'],
  ]);
  const choices = new Map(stale.map(({ key, suggested }) => [key, suggested]));
  expect(mergeRemoteVersion(template, states, choices)).toEqual({
    ...withTexts('theirs', 'mine', 'c', 'mine'),
    version: 2,
  });
});

/** What the texts of a list become if everything is taken as suggested, and which of them both changed. */
async function merged(base: string[], mine: string[], theirs: string[]) {
  const template = await templateFields();
  const states = { base: withTexts(...base), mine: withTexts(...mine), theirs: withTexts(...theirs) };
  const stale = differingFields(template, states);
  const record = mergeRemoteVersion(
    template,
    states,
    new Map(stale.map(({ key, suggested }) => [key, suggested])),
  ) as ReturnType<typeof withTexts>;
  return {
    texts: record.messages.map(({ text }) => text),
    conflicts: stale.filter(({ conflict }) => conflict).map(({ key }) => key),
  };
}

test.each([
  ['added by both', 'ab', 'abc', 'abd', 'abcd'],
  ['added in front by one, changed by the other', 'ab', 'xab', 'aB', 'xaB'],
  ['added the same by both', 'ab', 'abx', 'abx', 'abx'],
  ['taken out by one, changed by the other elsewhere', 'abc', 'bc', 'abC', 'bC'],
  ['taken out by both', 'abc', 'bc', 'ab', 'b'],
  ['taken out by one, added by the other', 'abc', 'ac', 'abcd', 'acd'],
])('a list: %s', async (_, base, mine, theirs, result) => {
  expect(await merged([...base], [...mine], [...theirs])).toEqual({ texts: [...result], conflicts: [] });
});

test('an item that one removed and the other changed is a conflict', async () => {
  expect(await merged(['a', 'b'], ['b'], ['A', 'b'])).toEqual({ texts: ['b'], conflicts: ['messages/0'] });
});

test('a list whose items were moved is one conflict', async () => {
  expect(await merged(['a', 'b', 'c'], ['b', 'a', 'c'], ['A', 'b', 'c'])).toEqual({
    texts: ['b', 'a', 'c'],
    conflicts: ['messages'],
  });
});

test('items with ids are matched by id, however much of them changed', async () => {
  const field = { ...(await templateFields())[0]!, name: 'items', type: 'list' } as FieldModel;
  const list = (...items: [id: string, text: string][]) => ({
    items: items.map(([id, text]) => ({ id, text })),
  });
  const states = {
    base: list(['1', 'a'], ['2', 'b']),
    mine: list(['2', 'mine']),
    theirs: list(['1', 'a'], ['2', 'b'], ['3', 'c']),
  };
  const choices = new Map(differingFields([field], states).map(({ key, suggested }) => [key, suggested]));
  expect(mergeRemoteVersion([field], states, choices)).toEqual(list(['2', 'mine'], ['3', 'c']));
});

test('a long list is aligned item by item as quickly as a short one', async () => {
  await loadValidator('entity');
  const entity = entityByName('entity').fields;
  const options = (mine: number, to: string) => ({
    ...{ id: 'e', version: 1, name: 'size', format: 'list' },
    options: Array.from({ length: 1000 }, (_, at) => ({
      ...{ name: at === mine ? to : `option ${at}`, synonyms: ['a', 'b'] },
    })),
  });
  const states = { base: options(-1, ''), mine: options(100, 'mine'), theirs: options(900, 'theirs') };
  const begun = performance.now();
  const stale = differingFields(entity, states);
  const choices = new Map(stale.map(({ key, suggested }) => [key, suggested]));
  const merged = mergeRemoteVersion(entity, states, choices) as ReturnType<typeof options>;
  expect(performance.now() - begun).toBeLessThan(3000);
  expect(stale.map(({ key }) => key)).toEqual(['options/100', 'options/900']);
  expect([merged.options[100]?.name, merged.options[900]?.name]).toEqual(['mine', 'theirs']);
});
