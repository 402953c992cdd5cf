import { describe, expect, it } from 'vitest';
import { filterQuery, firstListQueries, MAX_SEARCH_UNITS } from './listCalls.ts';
import type { ListModel } from './types.ts';

const list = {
  sort: { field: 'createdAt', order: 'DESC' },
  where: { scope: 'bot' },
  pageSize: 20,
} as unknown as ListModel;

describe('the first call of a list', () => {
  it.each([
    ['', '?scope=bot&take=21&sort=-createdAt'],
    [
      '?keyword=hi&status=draft&status=failed',
      '?scope=bot&keyword=hi&status=draft&status=failed&take=21&sort=-createdAt',
    ],
    ['?take=50&sort=name&createdAt.gte=2026-01-01', '?scope=bot&createdAt.gte=2026-01-01&take=51&sort=name'],
    ['?take=7', '?scope=bot&take=21&sort=-createdAt'],
    ['?_page=3', '?scope=bot&take=21&skip=40&sort=-createdAt'],
    ['?_columns=a,b&view=018f&_density=compact&tickets:keyword=late', '?scope=bot&take=21&sort=-createdAt'],
    ['?scope=user&keyword=', '?scope=user&take=21&sort=-createdAt'],
  ])('of the address %j asks %j', (address, query) => {
    expect(firstListQueries(list, address).rows).toBe(query);
  });

  it('searches as much as the services take, and whole characters of it', () => {
    const fits = 'x'.repeat(MAX_SEARCH_UNITS - 1);
    expect(firstListQueries(list, `?keyword=${fits}yz`).total).toBe(`?scope=bot&keyword=${fits}y`);
    expect(filterQuery({ q: `${fits}😀` }).get('keyword')).toBe(fits);
    expect(filterQuery({ name: `${fits}yz` }).get('name')).toBe(`${fits}yz`);
  });

  it('counts what it lists, whatever part of that is shown', () => {
    const { total, perPage } = firstListQueries(list, '?keyword=hi&_page=3&take=50&sort=name');
    expect({ total, perPage }).toEqual({ total: '?scope=bot&keyword=hi', perPage: 50 });
  });

  it.each([
    ['', { perPage: 50 }, '?scope=bot&take=51&sort=-createdAt'],
    ['?take=10', { perPage: 50 }, '?scope=bot&take=11&sort=-createdAt'],
    ['', { perPage: 7 }, '?scope=bot&take=21&sort=-createdAt'],
    ['', { opening: { query: '?scope=user&sort=name' } }, '?scope=user&take=21&sort=name'],
    ['?keyword=a', { opening: { query: '?scope=user' } }, '?scope=bot&keyword=a&take=21&sort=-createdAt'],
  ])('of the address %j for someone who prefers %j asks %j', (address, kept, query) => {
    expect(firstListQueries(list, address, kept).rows).toBe(query);
  });

  it.each([
    ['', {}, '?scope=bot&status=scheduled&take=21&sort=-createdAt'],
    ['?view=all', {}, '?scope=bot&take=21&sort=-createdAt'],
    ['?keyword=a', {}, '?scope=bot&keyword=a&take=21&sort=-createdAt'],
    ['', { opening: { query: '?scope=user' } }, '?scope=user&take=21&sort=-createdAt'],
  ])('of the address %j of a list that opens in a tab, for someone who prefers %j, asks %j', (...given) => {
    const [address, kept, query] = given;
    const tabs = { by: 'status', counts: true, allAt: 'end' as const, opens: 'scheduled' };
    expect(firstListQueries({ ...list, tabs }, address, kept).rows).toBe(query);
  });

  it.each([
    ['', '?scope=bot&status=scheduled&take=21&sort=startsAt'],
    ['?status=draft', '?scope=bot&status=draft&take=21&sort=-createdAt'],
    ['?status=scheduled&status=draft', '?scope=bot&status=scheduled&status=draft&take=21&sort=-createdAt'],
    ['?status=scheduled&sort=name', '?scope=bot&status=scheduled&take=21&sort=name'],
    ['?status=toString', '?scope=bot&status=toString&take=21&sort=-createdAt'],
  ])('of the address %j of a list whose tab has its own order asks %j', (address, query) => {
    const tabs = {
      ...{ by: 'status', counts: true, allAt: 'end' as const, opens: 'scheduled' },
      sort: { scheduled: { field: 'startsAt', order: 'ASC' as const } },
    };
    expect(firstListQueries({ ...list, tabs }, address).rows).toBe(query);
  });
});
