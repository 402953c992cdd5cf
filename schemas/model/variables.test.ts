import { describe, expect, it } from 'vitest';
import { personVariables, variablesOfPerson } from './personVariables.ts';
import type { FieldModel } from './types.ts';
import { fillVariables, variableNames } from './variables.ts';

const VALUES = new Map([
  ['name', 'Ann'],
  ['blank', ' '],
  ['empty', ''],
]);

describe('variables in texts', () => {
  it.each([
    ['Dear {{name}}', 'Dear Ann'],
    ['Dear {{name|there}}', 'Dear Ann'],
    ['Dear {{ nick | there }}!', 'Dear there!'],
    ['Dear {{nick|my friend, hello}}', 'Dear my friend, hello'],
    ['Dear{{nick|}}!', 'Dear!'],
    ['Dear {{blank|there}}', 'Dear there'],
    // What has no fallback is as it was before there were any.
    ['Dear {{nick}}', 'Dear {{nick}}'],
    ['Dear {{empty}}!', 'Dear !'],
    ['{{name|{{nick}}}}', '{{name|{{nick}}}}'],
    ['{{not a name|there}}', '{{not a name|there}}'],
  ])('“%s” reads “%s”', (text, filled) => {
    expect(fillVariables(text, VALUES, 5_000)).toBe(filled);
  });

  it('names each once, with a fallback or without', () => {
    expect(variableNames({ text: '{{a}} {{b|"quoted"}}', more: ['{{ a | x }}'] })).toEqual(['a', 'b']);
  });

  it('tells what has no value, and what stands for it', () => {
    const empty: [string, string | undefined][] = [];
    fillVariables('{{name}} {{nick|you}} {{tier}}', VALUES, 5_000, (...one) => empty.push(one));
    expect(empty).toEqual([
      ['nick', 'you'],
      ['tier', undefined],
    ]);
  });
});

describe('variables of people', () => {
  it.each([
    [{ name: 'LINE user 3fa9c2', id: 'U4af03fa9c2' }, undefined],
    [{ name: 'Visitor abc', id: 'abc' }, undefined],
    [{ name: 'Ann', id: 'U4af03fa9c2' }, 'Ann'],
    [{ name: 'Ann 3fa9c2x', id: 'U4af03fa9c2' }, 'Ann 3fa9c2x'],
    [{ name: 'nobody' }, undefined],
    [{ name: 'Ann', id: '' }, 'Ann'],
  ])('%j: what stands in for a name that nobody told is none', (person, said) => {
    const names = { variable: 'name', variableIgnores: { values: ['nobody'], sameEndingAs: 'id' } };
    const fields = [{ name: 'name', title: 'Name', type: 'text', ...names }] as unknown as FieldModel[];
    expect(variablesOfPerson({ fields }, person).get('name')).toBe(said);
  });

  const field = (name: string, own: Partial<FieldModel>): FieldModel =>
    ({ name, title: name, type: 'text', ...own }) as FieldModel;
  const recipients = {
    fields: [
      field('displayName', { title: 'Display name', variable: 'display_name' }),
      field('secretNote', {}),
      field('language', { variable: 'language', choices: [{ value: 'th', label: 'Thai' }] }),
      field('firstSeen', { type: 'date-time', variable: 'first_seen' }),
      field('userTags', { variable: 'tags' }),
      field('customTags', { variable: 'tags' }),
      field('customFields', { variable: '*' }),
    ],
  };

  it('are those that the fields say, each once', () => {
    expect(personVariables(recipients).map(({ name }) => name)).toEqual([
      ...['display_name', 'language', 'first_seen', 'tags'],
    ]);
  });

  it('read as people read them: labels, days of UTC+7, lists with commas; none without a value', () => {
    const person = {
      displayName: 'Ann',
      secretNote: 'no',
      language: 'th',
      firstSeen: '2026-11-23T18:30:00.000Z',
      userTags: ['vip'],
      customTags: ['bkk', 'new'],
      customFields: { nickname: 'Annie', size: '' },
    };
    expect(Object.fromEntries(variablesOfPerson(recipients, person))).toEqual({
      display_name: 'Ann',
      language: 'Thai',
      first_seen: '24 Nov 2026',
      tags: 'vip, bkk, new',
      nickname: 'Annie',
      size: '',
    });
    expect([...variablesOfPerson(recipients, { displayName: '', userTags: [] })]).toEqual([]);
  });
});
