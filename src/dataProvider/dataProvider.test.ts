import { HttpError } from 'ra-core';
import { describe, expect, it } from 'vitest';
import { createDataProvider } from './dataProvider.ts';
import { createHttpClient } from './httpClient.ts';

interface Request {
  method: string;
  url: string;
  body: unknown;
  headers: Headers;
  credentials?: string;
}
type Answer = { status?: number; json: unknown };

/** A provider over a server that answers each request with `answer(request)` and keeps what it was asked. */
const against = (answer: (request: Request) => Answer) => {
  const requests: Request[] = [];
  let unauthorized = 0;
  const http = createHttpClient({
    token: () => 'the-token',
    onUnauthorized: () => {
      unauthorized += 1;
    },
    fetch: async (url, init = {}) => {
      init.signal?.throwIfAborted();
      const request = {
        method: init.method ?? 'GET',
        url: String(url),
        body: init.body ? JSON.parse(String(init.body)) : undefined,
        headers: new Headers(init.headers),
        credentials: init.credentials,
      };
      requests.push(request);
      const { status = 200, json } = answer(request);
      return new Response(JSON.stringify(json), { status });
    },
  });
  const provider = createDataProvider({
    http,
    upload: () => Promise.reject(new Error('Nothing is uploaded here')),
    download: async (url, body) => ({ json: { url, body } }),
    services: { management: 'http://m', chatbot: 'http://c', campaign: 'http://k' },
    resource: (name) => ({
      service: name === 'team' ? 'management' : 'chatbot',
      path: name === 'link' ? 'channels/{channel}/links' : `${name}s`,
    }),
  });
  return {
    provider,
    requests,
    urls: () => requests.map((request) => request.url),
    unauthorized: () => unauthorized,
  };
};

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `r${from + i}` }));
/** Answers lists of `total` rows the way the services do. */
const paged = (total: number) => (request: Request) => {
  const query = new URL(request.url).searchParams;
  const cursor = query.get('cursorId');
  const first = (cursor ? Number(cursor.slice(1)) : 0) + Number(query.get('skip') ?? 0);
  return { json: rows(first, Math.max(0, Math.min(Number(query.get('take')), total - first))) };
};
const list = (page: number, perPage = 10, more = {}) => ({
  pagination: { page, perPage },
  sort: { field: 'name', order: 'ASC' as const },
  filter: {},
  ...more,
});
const failure = async (promise: Promise<unknown>): Promise<HttpError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(HttpError);
  return error as HttpError;
};

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

  it('start over when the row they began behind is gone', async () => {
    const { provider, urls } = against((request) =>
      request.url.includes('cursorId')
        ? { status: 400, json: { code: 'MALFORMED', message: 'Unknown cursorId' } }
        : paged(25)(request),
    );
    await provider.getList('variable', list(1));
    const page = await provider.getList('variable', list(2));
    expect(urls().at(-1)).toBe('http://c/api/v1/variables?take=11&skip=10&sort=name');
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

describe('records', () => {
  it('are fetched many at a time', async () => {
    const { provider, requests } = against(({ url }) => ({
      json: new URL(url).searchParams.getAll('id').map((id) => ({ id })),
    }));
    const ids = Array.from({ length: 150 }, (_, i) => `a${i}`);
    const { data } = await provider.getMany('team', { ids });
    expect(data.map((row) => row.id)).toEqual(ids);
    expect(requests).toHaveLength(2);
    expect(requests[0]!.url).toMatch(/^http:\/\/m\/api\/v1\/teams\?id=a0&id=a1&.*take=100$/);
  });

  it('are listed by what they refer to', async () => {
    const { provider, urls } = against(paged(3));
    await provider.getManyReference('team', { ...list(1), target: 'workspace', id: 'w1' });
    expect(urls()[0]).toContain('workspace=w1');
  });

  it('are created, read, changed and deleted at their own address', async () => {
    const { provider, requests } = against(({ body }) => ({ json: { id: 'a/b', ...(body as object) } }));
    await provider.create('team', { data: { name: 'Sales' } });
    await provider.getOne('team', { id: 'a/b' });
    await provider.update('team', {
      id: 'a/b',
      data: { name: 'S', version: 1 },
      previousData: { id: 'a/b' },
    });
    await provider.delete('team', { id: 'a/b' });
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST http://m/api/v1/teams',
      'GET http://m/api/v1/teams/a%2Fb',
      'PUT http://m/api/v1/teams/a%2Fb',
      'DELETE http://m/api/v1/teams/a%2Fb',
    ]);
    expect(requests[2]!.body).toEqual({ name: 'S', version: 1 });
    for (const request of requests) {
      expect(request.headers.get('Authorization')).toBe('Bearer the-token');
      expect(request.credentials).toBe('include');
    }
  });

  it('keep what a bulk change does not name', async () => {
    const { provider, requests } = against(({ method, body }) => ({
      json: method === 'GET' ? [{ id: '1', name: 'A', version: 3 }] : body,
    }));
    await provider.updateMany('team', { ids: ['1'], data: { department: 'Ops' } });
    expect(requests.at(-1)!.body).toEqual({ id: '1', name: 'A', version: 3, department: 'Ops' });
  });

  it('are deleted together, telling which could not be', async () => {
    const failed = { b: { code: 'IN_USE', message: 'In use' } };
    const { provider, requests } = against(() => ({ json: { deleted: ['a'], failed } }));
    expect(await provider.deleteMany('team', { ids: ['a', 'b'] })).toEqual({ data: ['a'], failed });
    expect(requests[0]).toMatchObject({ url: 'http://m/api/v1/teams/delete', body: { ids: ['a', 'b'] } });
  });

  it('that all could not be deleted are an error', async () => {
    const { provider } = against(() => ({
      json: { deleted: [], failed: { b: { code: 'IN_USE', message: 'In use' } } },
    }));
    expect((await failure(provider.deleteMany('team', { ids: ['b'] }))).message).toBe('In use');
  });
});

describe('a list as a file', () => {
  it('is asked for as it is shown', async () => {
    const { provider } = against(() => ({ json: {} }));
    const answer = await provider.exportList('team', {
      format: 'csv',
      columns: ['name'],
      zone: 'Asia/Bangkok',
      filter: { q: 'x', status: ['a', 'b'], size: { gte: 3 } },
      sort: { field: 'name', order: 'DESC' },
    });
    expect(answer).toEqual({
      url: 'http://m/api/v1/teams/export',
      body: {
        format: 'csv',
        columns: ['name'],
        zone: 'Asia/Bangkok',
        query: { keyword: 'x', status: ['a', 'b'], 'size.gte': '3', sort: '-name' },
      },
    });
  });
});

describe('verbs beyond react-admin', () => {
  it('have the addresses of the contract', async () => {
    const { provider, requests } = against(() => ({ json: {} }));
    await provider.counts('team', { by: 'status', filter: { q: 'x' } });
    await provider.history('team', '1', { take: 20, cursorId: 'h1', skip: 1 });
    await provider.restore('team', '1', { historyId: 'h1', version: 2 });
    await provider.duplicate('team', '1');
    await provider.action('team', '1', 'reset-password', { temporary: true });
    await provider.action('team', null, 'import');
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET http://m/api/v1/teams/counts?keyword=x&by=status',
      'GET http://m/api/v1/teams/1/history?take=20&cursorId=h1&skip=1',
      'POST http://m/api/v1/teams/1/restore',
      'POST http://m/api/v1/teams/1/duplicate',
      'POST http://m/api/v1/teams/1/reset-password',
      'POST http://m/api/v1/teams/import',
    ]);
    expect(requests[2]!.body).toEqual({ historyId: 'h1', version: 2 });
  });
});

describe('failures', () => {
  it.each([
    [500, { message: 'select * from' }, 'Oops! something went wrong. Please try again later'],
    [503, {}, 'Oops! something went wrong. Please try again later'],
    [401, {}, 'User not logged in'],
    [403, { message: 'Only administrators may do this' }, 'Only administrators may do this'],
    [
      409,
      { code: 'DUPLICATE', message: 'Duplicate', fields: { '/name': 'Variable name already existing' } },
      'Variable name already existing',
    ],
  ])('with status %d say what happened', async (status, json, text) => {
    const { provider } = against(() => ({ status, json }));
    const error = await failure(provider.getOne('team', { id: '1' }));
    expect(error).toMatchObject({ status, message: text });
  });

  it('of the connection ask to check it', async () => {
    const http = createHttpClient({
      token: () => null,
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    });
    expect(await failure(http('/x'))).toMatchObject({
      status: 0,
      message: 'Please check your internet connection, or try again later.',
    });
  });

  it('to answer in time count as failures of the connection', async () => {
    const http = createHttpClient({
      token: () => null,
      timeout: 5,
      fetch: (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
        }),
    });
    expect(await failure(http('/x'))).toMatchObject({ status: 0 });
  });

  it('of validation point to their fields, nested and by pointer', async () => {
    const fields = {
      '/name': 'Name is required',
      '/messages/0/text': 'Text is required',
      '/messages': 'Too many',
    };
    const { provider } = against(() => ({
      status: 422,
      json: { code: 'INVALID', message: 'Invalid', fields },
    }));
    const error = await failure(provider.create('team', { data: {} }));
    expect(error.body.fields).toEqual(fields);
    expect(JSON.parse(JSON.stringify(error.body.errors))).toEqual({
      name: 'Name is required',
      messages: { _errors: 'Too many', '0': { text: 'Text is required' } },
    });
  });

  it('of a stale save bring the record as it is now', async () => {
    const current = { id: '1', version: 4 };
    const { provider } = against(() => ({
      status: 409,
      json: { code: 'STALE', message: 'Changed', current },
    }));
    const error = await failure(provider.update('team', { id: '1', data: {}, previousData: { id: '1' } }));
    expect(error.body).toMatchObject({ code: 'STALE', current });
  });

  it('for want of a session are told to the session', async () => {
    const { provider, unauthorized } = against(() => ({ status: 401, json: {} }));
    await failure(provider.getOne('team', { id: '1' }));
    expect(unauthorized()).toBe(1);
  });
});

it('finds what lies below other records by id alone', async () => {
  const { provider, urls } = against(({ url }) => ({
    json: [{ id: 'a', name: 'First' }].filter(({ id }) => url.includes(`id=${id}`)),
  }));
  expect(await provider.getMany('link', { ids: ['a', 'b'] })).toEqual({ data: [{ id: 'a', name: 'First' }] });
  expect(await provider.getOne('link', { id: 'a' })).toEqual({ data: { id: 'a', name: 'First' } });
  await expect(provider.getOne('link', { id: 'b' })).rejects.toMatchObject({ status: 404 });
  expect(urls()).toEqual([
    'http://c/api/v1/records?id=a&id=b&entity=link',
    'http://c/api/v1/records?id=a&entity=link',
    'http://c/api/v1/records?id=b&entity=link',
  ]);
});
