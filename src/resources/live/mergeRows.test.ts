import { expect, test } from 'vitest';
import { entityByName } from '../product.ts';
import { mergeRows } from './mergeRows.ts';

const row = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  createdAt: `2026-01-01T00:00:0${id}Z`,
  ...more,
});
const pages = (hasNextPage: boolean, ...parts: ReturnType<typeof row>[][]) => ({
  pages: parts.map((data, index) => ({
    data,
    pageInfo: { hasNextPage: hasNextPage || index < parts.length - 1, hasPreviousPage: index > 0 },
  })),
  pageParams: parts.map((_, index) => index + 1),
});
const { fields: FIELDS } = entityByName('variable');
const BY_NAME = { field: 'name', order: 'ASC' } as const;
const NEWEST = { field: 'createdAt', order: 'DESC' } as const;
const merged = (
  data: ReturnType<typeof pages>,
  ids: string[],
  rows: ReturnType<typeof row>[],
  sort: typeof BY_NAME | typeof NEWEST = BY_NAME,
) =>
  mergeRows(data, new Set(ids), rows, sort, FIELDS).pages.map((page) => page.data.map((one) => one['name']));

const three = () => pages(true, [row('1', 'alpha'), row('2', 'Beta')], [row('3', 'delta')]);

test('updates a row in place', () => {
  const result = mergeRows(three(), new Set(['2']), [row('2', 'Beta', { note: 'new' })], BY_NAME, FIELDS);
  expect(result.pages[0]?.data[1]).toMatchObject({ note: 'new' });
});

test('an older version does not replace a newer one', () => {
  const shown = () => pages(false, [row('1', 'newer', { version: 3 })]);
  expect(merged(shown(), ['1'], [row('1', 'older', { version: 2 })])).toEqual([['newer']]);
  expect(merged(shown(), ['1'], [row('1', 'newest', { version: 4 })])).toEqual([['newest']]);
});

test('moves a row whose sort value changed, ignoring case', () => {
  expect(merged(three(), ['1'], [row('1', 'Charlie')])).toEqual([['Beta'], ['Charlie', 'delta']]);
});

test('sorts Thai as a dictionary does', () => {
  const thai = () => pages(false, [row('1', 'กา'), row('2', 'ไก่')], [row('3', 'ขาว')]);
  expect(merged(thai(), ['4'], [row('4', 'เก้า')])).toEqual([['กา', 'เก้า', 'ไก่'], ['ขาว']]);
  expect(merged(thai(), ['4'], [row('4', 'ไกล')])).toEqual([
    ['กา', 'ไก่'],
    ['ไกล', 'ขาว'],
  ]);
});

test('removes rows that no longer match, and inserts new ones in order', () => {
  expect(merged(three(), ['2', '4'], [row('4', 'aardvark')])).toEqual([['aardvark', 'alpha'], ['delta']]);
});

test('leaves rows beyond the loaded ones to the next page; at the end of the list they are appended', () => {
  expect(merged(three(), ['9'], [row('9', 'zulu')])).toEqual([['alpha', 'Beta'], ['delta']]);
  expect(merged(pages(false, [row('1', 'alpha')]), ['9'], [row('9', 'zulu')])).toEqual([['alpha', 'zulu']]);
});

test('inserts the newest first in a list by time, and into an empty list', () => {
  expect(
    merged(pages(true, [row('3', 'c'), row('1', 'a')]), ['2', '4'], [row('4', 'd'), row('2', 'b')], NEWEST),
  ).toEqual([['d', 'c', 'b', 'a']]);
  expect(merged(pages(false, []), ['1'], [row('1', 'a')])).toEqual([['a']]);
});

test('sorts characters beyond the first plane as the database does', () => {
  const shown = () => pages(false, [row('1', '\uff5e a'), row('2', '😀')]);
  expect(merged(shown(), ['9'], [row('9', '\ufffd b')])).toEqual([['\uff5e a', '\ufffd b', '😀']]);
});

test('sorts Thai with combining marks in another order as the database does', () => {
  const shown = () => pages(false, [row('1', 'ก\u0e38ก'), row('2', 'ก\u0e39')]);
  expect(merged(shown(), ['9'], [row('9', 'ก\u0e48\u0e38ข')])).toEqual([['กุก', 'ก่\u0e38ข', 'กู']]);
});
