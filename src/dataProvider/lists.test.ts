import { describe, expect, it } from 'vitest';
import { against, list, paged, rows } from './testProvider.ts';

describe('lists', () => {
  it('ask for one row more than they show', async () => {
    const { provider, urls } = against(paged(25));
    const page = await provider.getList('variable', list(1));
    expect(urls()).toEqual(['http://c/api/v1/variables?take=11&sort=name']);
    expect(page.data).toHaveLength(10);
    expect(page.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: false });
    expect(page.total).toBeUndefined();
  });

  it('continue behind the last row they have, and know the total at the end', async () => {
    const { provider, urls } = against(paged(25));
    for (const page of [1, 2, 3]) await provider.getList('variable', list(page));
    const last = await provider.getList('variable', list(3));
    expect(urls().slice(1, 3)).toEqual([
      'http://c/api/v1/variables?take=11&cursorId=r9&skip=1&sort=name',
      'http://c/api/v1/variables?take=11&cursorId=r19&skip=1&sort=name',
    ]);
    expect(last).toMatchObject({ total: 25, pageInfo: { hasNextPage: false, hasPreviousPage: true } });
  });

  it('begin with the rows that came with the page, without asking, and go on behind them', async () => {
    const first = 'http://c/api/v1/variables?take=11&sort=name';
    const { provider, urls } = against(paged(25), (url) => (url === first ? rows(0, 11) : undefined));
    expect(provider.preloadedList('variable', list(1))).toMatchObject({
      data: rows(0, 10),
      pageInfo: { hasNextPage: true },
    });
    await provider.getList('variable', list(2));
    expect(urls()).toEqual(['http://c/api/v1/variables?take=11&cursorId=r9&skip=1&sort=name']);
    expect(provider.preloadedList('variable', { ...list(1), filter: { q: 'x' } })).toBeUndefined();
  });

  it('know how many they are where it came with the page', () => {
    const count = { total: 1000, more: true };
    const { provider } = against(paged(25), (url) =>
      url === 'http://c/api/v1/variables/total?keyword=x' ? count : undefined,
    );
    expect(provider.preloadedTotal('variable', { keyword: 'x' })).toEqual(count);
    expect(provider.preloadedTotal('variable', {})).toBeUndefined();
  });

  it('walk to a page that a link leads to, from the nearest one known', async () => {
    const { provider, urls } = against(paged(100));
    await provider.getList('variable', list(4));
    await provider.getList('variable', list(7));
    expect(urls()).toEqual([
      'http://c/api/v1/variables?take=11&skip=30&sort=name',
      'http://c/api/v1/variables?take=11&cursorId=r39&skip=21&sort=name',
    ]);
  });

  it('keep a chain of cursors for each sort, filter and page size', async () => {
    const { provider, urls } = against(paged(100));
    await provider.getList('variable', list(1));
    await provider.getList('variable', list(2, 10, { sort: { field: 'name', order: 'DESC' } }));
    await provider.getList('variable', list(2, 20));
    expect(urls().slice(1)).toEqual([
      'http://c/api/v1/variables?take=11&skip=10&sort=-name',
      'http://c/api/v1/variables?take=21&skip=20&sort=name',
    ]);
  });

  it('begin behind what is left where a whole page that was loaded is gone', async () => {
    const { provider, urls } = against(paged(100));
    for (const page of [1, 2]) await provider.getList('variable', list(page));
    await provider.pagesChanged('variable', list(1), [rows(0, 10).map(({ id }) => id), []]);
    await provider.getList('variable', list(3));
    expect(urls().at(-1)).toBe('http://c/api/v1/variables?take=11&cursorId=r9&skip=1&sort=name');
  });

  it('skip the rows that are left where the row they began behind is gone', async () => {
    let stored = rows(0, 25);
    const { provider, urls } = against(({ url }) => {
      const query = new URL(url).searchParams;
      const cursor = query.get('cursorId');
      const at = cursor === null ? 0 : stored.findIndex(({ id }) => id === cursor);
      if (at < 0) return { status: 400, json: { code: 'MALFORMED', message: 'Unknown cursorId' } };
      const first = at + Number(query.get('skip') ?? 0);
      return { json: stored.slice(first, first + Number(query.get('take'))) };
    });
    await provider.getList('variable', list(1));
    stored = stored.filter(({ id }) => id !== 'r9');
    const page = await provider.getList('variable', list(2));
    expect(urls().at(-1)).toBe('http://c/api/v1/variables?take=11&skip=9&sort=name');
    expect(page.data[0]).toEqual({ id: 'r10' });
  });

  it('begin behind the last row that is left, once others were deleted or moved', async () => {
    const { provider, urls } = against(paged(100));
    await provider.getList('variable', list(1));
    await provider.getList('variable', list(2));
    await provider.delete('variable', { id: 'r19' });
    await provider.getList('variable', list(3));
    expect(urls().at(-1)).toBe('http://c/api/v1/variables?take=11&cursorId=r18&skip=1&sort=name');
  });

  it('go on behind what they show, however many changed rows were asked for and wherever those stand now', async () => {
    const { provider, urls } = against(paged(100));
    await provider.getList('variable', list(1));
    for (let at = 0; at < 120; at += 1) {
      const filter = { id: [`x${at}`] };
      await provider.getList('variable', list(1, 1, { filter, meta: { live: true } }));
    }
    await provider.getList('variable', list(2));
    expect(urls().at(-1)).toBe('http://c/api/v1/variables?take=11&cursorId=r9&skip=1&sort=name');
    await provider.pagesChanged('variable', list(1), [
      ['r0', 'r8'],
      ['r10', 'new', 'r15'],
    ]);
    await provider.getList('variable', list(3));
    expect(urls().at(-1)).toBe('http://c/api/v1/variables?take=11&cursorId=r15&skip=1&sort=name');
  });

  it('send filters by field name, search as keyword, ranges with a dot', async () => {
    const { provider, urls } = against(paged(0));
    const filter = {
      q: 'สวัสดี',
      status: ['draft', 'failed'],
      createdAt: { gte: '2026-01-01' },
      active: false,
      tag: '',
    };
    await provider.getList('variable', list(1, 10, { filter }));
    expect(Object.fromEntries(new URL(urls()[0]!).searchParams)).toEqual({
      keyword: 'สวัสดี',
      status: 'failed',
      'createdAt.gte': '2026-01-01',
      active: 'false',
      take: '11',
      sort: 'name',
    });
    expect(new URL(urls()[0]!).searchParams.getAll('status')).toEqual(['draft', 'failed']);
  });

  it('are abandoned with their screen', async () => {
    const { provider } = against(paged(25));
    const controller = new AbortController();
    controller.abort();
    await expect(
      provider.getList('variable', list(1, 10, { signal: controller.signal })),
    ).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
