import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../schemas/model/types.ts';
import { loadValidator } from '../form/useFormValidator.ts';
import { entityByName } from '../product.ts';
import { diffRecords } from './diff.ts';

await loadValidator('template');
const { fields } = entityByName('template');
const text = (value: string): JsonObject => ({ type: 'text', text: value });
const describeDiff = (before: JsonObject | null, after: JsonObject | null) =>
  diffRecords(fields, before, after).map((change) => [change.pointer, change.before, change.after]);

describe('diffRecords', () => {
  it('finds nothing between equal states, whatever the order of keys', () => {
    expect(describeDiff({ name: 'a', tags: ['x'] }, { tags: ['x'], name: 'a' })).toEqual([]);
  });

  it('ignores bookkeeping', () => {
    expect(describeDiff({ name: 'a', version: 1 }, { name: 'a', version: 2 })).toEqual([]);
  });

  it('names a nested field by the titles on its way', () => {
    const [change] = diffRecords(
      fields,
      { messages: [text('a'), text('b')] },
      { messages: [text('a'), text('c')] },
    );
    expect(change).toMatchObject({ pointer: '/messages/1/text', before: 'b', after: 'c' });
    expect(change?.titles.slice(1)).toEqual(['2', 'Text']);
  });

  it('reports an added and a removed item as a whole', () => {
    expect(describeDiff({ messages: [text('a')] }, { messages: [text('a'), text('b')] })).toEqual([
      ['/messages/1', undefined, text('b')],
    ]);
    expect(describeDiff({ messages: [text('a'), text('b')] }, { messages: [text('a')] })).toEqual([
      ['/messages/1', text('b'), undefined],
    ]);
  });

  it('reports another variant as a whole', () => {
    const image = { type: 'image', originalContentUrl: 'https://x.test/a.png' };
    expect(describeDiff({ messages: [text('a')] }, { messages: [image] })).toEqual([
      ['/messages/0', text('a'), image],
    ]);
  });

  it('takes a record that was not there for empty', () => {
    expect(describeDiff(null, { name: 'a' })).toEqual([['/name', undefined, 'a']]);
    expect(describeDiff({ name: 'a' }, null)).toEqual([['/name', 'a', undefined]]);
  });
});
