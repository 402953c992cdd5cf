import { describe, expect, it } from 'vitest';
import { createTestProvider, listParams, pagedServer, rows } from './testProvider.ts';

describe('lists', () => {
  it('ask for one row more than they show', async () => {
    const { provider, urls } = createTestProvider(pagedServer(25));
    const page = await provider.getList('variable', listParams(1));
    expect(urls()).toEqual(['http://c/api/v1/variables?take=11&sort=name']);
    expect(page.data).toHaveLength(10);
    expect(page.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: false });
    expect(page.total).toBeUndefined();
  });

  it('continue after the last row they have, and know the total at the end', async () => {
    const { provider, urls } = createTestProvider(pagedServer(25));
    for (const page of [1, 2, 3]) await provider.getList('variable', listParams(page));
    const last = await provider.getList('variable', listParams(3));
    expect(urls().slice(1, 3)).toEqual([
      'http://c/api/v1/variables?take=11&cursorId=r9&skip=1&sort=name',
      'http://c/api/v1/variables?take=11&cursorId=r19&skip=1&sort=name',
    ]);
    expect(last).toMatchObject({ total: 25, pageInfo: { hasNextPage: false, hasPreviousPage: true } });
  });

  it('start with the rows embedded in the page, without a request, and continue after them', async () => {
    const first = 'http://c/api/v1/variables?take=11&sort=name';
    const { provider, urls } = createTestProvider(pagedServer(25), (url) =>
      url === first ? rows(0, 11) : undefined,
    );
    expect(provider.preloadedList('variable', listParams(1))).toMatchObject({
      data: rows(0, 10),
      pageInfo: { hasNextPage: true },
    });
    await provider.getList('variable', listParams(2));
    expect(urls()).toEqual(['http://c/api/v1/variables?take=11&cursorId=r9&skip=1&sort=name']);
    expect(provider.preloadedList('variable', { ...listParams(1), filter: { q: 'x' } })).toBeUndefined();
  });

  it('know their total where it is embedded in the page', () => {
    const count = { total: 1000, more: true };
    const { provider } = createTestProvider(pagedServer(25), (url) =>
      url === 'http://c/api/v1/variables/total?keyword=x' ? count : undefined,
    );
    expect(provider.preloadedTotal('variable', { keyword: 'x' })).toEqual(count);
    expect(provider.preloadedTotal('variable', {})).toBeUndefined();
  });

  it('jump to a page that a link leads to, from the nearest one known', async () => {
    const { provider, urls } = createTestProvider(pagedServer(100));
    await provider.getList('variable', listParams(4));
    await provider.getList('variable', listParams(7));
    expect(urls()).toEqual([
      'http://c/api/v1/variables?take=11&skip=30&sort=name',
      'http://c/api/v1/variables?take=11&cursorId=r39&skip=21&sort=name',
    ]);
  });

  it('keep a chain of cursors for each sort, filter and page size', async () => {
    const { provider, urls } = createTestProvider(pagedServer(100));
    await provider.getList('variable', listParams(1));
    await provider.getList('variable', listParams(2, 10, { sort: { field: 'name', order: 'DESC' } }));
    await provider.getList('variable', listParams(2, 20));
    expect(urls().slice(1)).toEqual([
      'http://c/api/v1/variables?take=11&skip=10&sort=-name',
      'http://c/api/v1/variables?take=21&skip=20&sort=name',
    ]);
  });

  it('continue after the rows that are left where a whole loaded page is gone', async () => {
    const { provider, urls } = createTestProvider(pagedServer(100));
    for (const page of [1, 2]) await provider.getList('variable', listParams(page));
    await provider.setLoadedPages('variable', listParams(1), [rows(0, 10).map(({ id }) => id), []]);
    await provider.getList('variable', listParams(3));
    expect(urls().at(-1)).toBe('http://c/api/v1/variables?take=11&cursorId=r9&skip=1&sort=name');
  });

  it('skip the rows that are left where the row before the page is gone', async () => {
    let stored = rows(0, 25);
    const { provider, urls } = createTestProvider(({ url }) => {
      const query = new URL(url).searchParams;
      const cursor = query.get('cursorId');
      const at = cursor === null ? 0 : stored.findIndex(({ id }) => id === cursor);
      if (at < 0) return { status: 400, json: { code: 'MALFORMED', message: 'Unknown cursorId' } };
      const first = at + Number(query.get('skip') ?? 0);
      return { json: stored.slice(first, first + Number(query.get('take'))) };
    });
    await provider.getList('variable', listParams(1));
    stored = stored.filter(({ id }) => id !== 'r9');
    const page = await provider.getList('variable', listParams(2));
    expect(urls().at(-1)).toBe('http://c/api/v1/variables?take=11&skip=9&sort=name');
    expect(page.data[0]).toEqual({ id: 'r10' });
  });

  it('continue after the last row that is left, once others were deleted or moved', async () => {
    const { provider, urls } = createTestProvider(pagedServer(100));
    await provider.getList('variable', listParams(1));
    await provider.getList('variable', listParams(2));
    await provider.delete('variable', { id: 'r19' });
    await provider.getList('variable', listParams(3));
    expect(urls().at(-1)).toBe('http://c/api/v1/variables?take=11&cursorId=r18&skip=1&sort=name');
  });

  it('continue after what they show, however many changed rows were fetched and wherever those are now', async () => {
    const { provider, urls } = createTestProvider(pagedServer(100));
    await provider.getList('variable', listParams(1));
    for (let at = 0; at < 120; at += 1) {
      const filter = { id: [`x${at}`] };
      await provider.getList('variable', listParams(1, 1, { filter, meta: { live: true } }));
    }
    await provider.getList('variable', listParams(2));
    expect(urls().at(-1)).toBe('http://c/api/v1/variables?take=11&cursorId=r9&skip=1&sort=name');
    await provider.setLoadedPages('variable', listParams(1), [
      ['r0', 'r8'],
      ['r10', 'new', 'r15'],
    ]);
    await provider.getList('variable', listParams(3));
    expect(urls().at(-1)).toBe('http://c/api/v1/variables?take=11&cursorId=r15&skip=1&sort=name');
  });

  it('send filters by field name, search as keyword, ranges with a dot', async () => {
    const { provider, urls } = createTestProvider(pagedServer(0));
    const filter = {
      q: 'สวัสดี',
      status: ['draft', 'failed'],
      createdAt: { gte: '2026-01-01' },
      active: false,
      tag: '',
    };
    await provider.getList('variable', listParams(1, 10, { filter }));
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

  it('are aborted with their screen', async () => {
    const { provider } = createTestProvider(pagedServer(25));
    const controller = new AbortController();
    controller.abort();
    await expect(
      provider.getList('variable', listParams(1, 10, { signal: controller.signal })),
    ).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
