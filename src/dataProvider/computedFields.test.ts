import { expect, it } from 'vitest';
import { withFlattenedComputed, withoutComputed } from './computedFields.ts';
import { entityOf, readScopedName, scopedName } from './scope.ts';

const respondWith = (json: unknown) =>
  withFlattenedComputed(() => Promise.resolve({ status: 200, headers: new Headers(), body: '', json }))('/x');

it('puts counts beside the fields of a record, and of every row', async () => {
  const record = { id: '1', name: 'Emma', _count: { books: 3 } };
  expect((await respondWith(record)).json).toEqual({ ...record, books: 3 });
  expect((await respondWith([record, { id: '2' }])).json).toEqual([{ ...record, books: 3 }, { id: '2' }]);
  expect((await respondWith({ id: '3', _text: { page: '/3' } })).json).toMatchObject({ id: '3', page: '/3' });
  expect((await respondWith('text')).json).toBe('text');
});

it('lets no count take the place of a field', async () => {
  expect((await respondWith({ id: '1', _count: { id: 9 } })).json).toMatchObject({ id: '1' });
});

it('sends no counts back', () => {
  const fields = [{ name: 'name' }, { name: 'books', computed: { count: {} } }];
  expect(withoutComputed(fields, { name: 'Emma', books: 3, _count: { books: 3 } })).toEqual({ name: 'Emma' });
});

it('names the records below one parent', () => {
  expect(readScopedName(scopedName('book', 'shelf-1'))).toEqual({ entity: 'book', parent: 'shelf-1' });
  expect(readScopedName('book')).toEqual({ entity: 'book' });
  expect(entityOf('book@shelf-1')).toBe('book');
});
