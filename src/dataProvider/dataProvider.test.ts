import { describe, expect, it } from 'vitest';
import type { DeleteManyResponse } from './dataProvider.ts';
import { createHttpClient } from './httpClient.ts';
import { createTestProvider, expectHttpError, listParams, pagedServer, rows } from './testProvider.ts';

describe('records', () => {
  it('are fetched many at a time', async () => {
    const { provider, requests } = createTestProvider(({ url }) => ({
      json: new URL(url).searchParams.getAll('id').map((id) => ({ id })),
    }));
    const ids = Array.from({ length: 150 }, (_, i) => `a${i}`);
    const { data } = await provider.getMany('team', { ids });
    expect(data.map((row) => row.id)).toEqual(ids);
    expect(requests).toHaveLength(2);
    expect(requests[0]!.url).toMatch(/^http:\/\/m\/api\/v1\/teams\?id=a0&id=a1&.*take=100$/);
  });

  it('are listed by what they refer to', async () => {
    const { provider, urls } = createTestProvider(pagedServer(3));
    await provider.getManyReference('team', { ...listParams(1), target: 'workspace', id: 'w1' });
    expect(urls()[0]).toContain('workspace=w1');
  });

  it('are created, read, changed and deleted at their own address', async () => {
    const { provider, requests } = createTestProvider(({ body }) => ({
      json: { id: 'a/b', ...(body as object) },
    }));
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

  it('keep the fields that a bulk change does not name', async () => {
    const { provider, requests } = createTestProvider(({ method, body }) => ({
      json: method === 'GET' ? [{ id: '1', name: 'A', version: 3 }] : body,
    }));
    await provider.updateMany('team', { ids: ['1'], data: { department: 'Ops' } });
    expect(requests.at(-1)!.body).toEqual({ id: '1', name: 'A', version: 3, department: 'Ops' });
  });

  it('are deleted together, with the error of each that could not be', async () => {
    const failed = { b: { code: 'IN_USE', message: 'In use' } };
    const { provider, requests } = createTestProvider(() => ({ json: { deleted: ['a'], failed } }));
    expect(await provider.deleteMany('team', { ids: ['a', 'b'] })).toEqual({
      ...{ data: ['a'], postponed: [] },
      failed,
    });
    expect(requests[0]).toMatchObject({ url: 'http://m/api/v1/teams/delete', body: { ids: ['a', 'b'] } });
  });

  it('report what was deleted before one of several requests failed, and repeat that request with its key', async () => {
    let isAway = true;
    const { provider, requests } = createTestProvider(({ body }) => {
      const { ids } = body as { ids: string[] };
      if (ids.includes('r200') && isAway) return { status: 503, json: { code: 'AWAY', message: 'Away' } };
      return { json: { deleted: ids, failed: {} } };
    });
    const ids = rows(0, 500).map(({ id }) => id);
    const answer = (await provider.deleteMany('team', { ids })) as DeleteManyResponse;
    expect(answer.data).toEqual(ids.slice(0, 200));
    expect(answer.unanswered).toMatchObject({ ids: ids.slice(200), error: { status: 503 } });
    expect(requests).toHaveLength(2);
    isAway = false;
    await provider.deleteMany('team', { ids: answer.unanswered!.ids });
    expect(requests[2]?.headers.get('Idempotency-Key')).toBe(requests[1]?.headers.get('Idempotency-Key'));
  });

  it('cause an error where none of them could be deleted', async () => {
    const { provider } = createTestProvider(() => ({
      json: { deleted: [], failed: { b: { code: 'IN_USE', message: 'In use' } } },
    }));
    expect((await expectHttpError(provider.deleteMany('team', { ids: ['b'] }))).message).toBe('In use');
  });
});

describe('the export of a list', () => {
  it('has the filter and sort of the list', async () => {
    const { provider } = createTestProvider(() => ({ json: {} }));
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
    const { provider, requests } = createTestProvider(() => ({ json: {} }));
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

describe('a request whose response was lost', () => {
  const keysOf = (requests: { headers: Headers }[]) =>
    requests.map(({ headers }) => headers.get('Idempotency-Key'));

  it('is repeated with its idempotency key, and another one has its own', async () => {
    let status = 503;
    const { provider, requests } = createTestProvider(() => ({ status, json: { id: '1' } }));
    const create = (name: string) => provider.create('team', { data: { name } });
    await expectHttpError(create('A'));
    await expectHttpError(create('B'));
    status = 201;
    await create('A');
    await create('A');
    const [first, other, again, next] = keysOf(requests);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(first);
    expect(new Set([first, other, next]).size).toBe(3);
  });

  it('has a key where it changes something, and none where it reads', async () => {
    const { provider, requests } = createTestProvider(() => ({ json: { id: '1' } }));
    await provider.action('team', '1', 'reset-password');
    await provider.editMany('team', { records: [{ id: '1' }] });
    await provider.applyImport('team', '1', { mapping: [], zone: 'UTC' });
    await provider.query('team', null, 'preview', { body: {} });
    await provider.getOne('team', { id: '1' });
    expect(keysOf(requests).map((key) => key !== null)).toEqual([true, true, true, false, false]);
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
    const { provider } = createTestProvider(() => ({ status, json }));
    const error = await expectHttpError(provider.getOne('team', { id: '1' }));
    expect(error).toMatchObject({ status, message: text });
  });

  it('of the connection tell the person to check it', async () => {
    const http = createHttpClient({
      token: () => null,
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    });
    expect(await expectHttpError(http('/x'))).toMatchObject({
      status: 0,
      message: 'Please check your internet connection, or try again later.',
    });
  });

  it('include requests that time out, as failures of the connection', async () => {
    const http = createHttpClient({
      token: () => null,
      timeout: 5,
      fetch: (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
        }),
    });
    expect(await expectHttpError(http('/x'))).toMatchObject({ status: 0 });
  });

  it('of validation refer to their fields, nested and by pointer', async () => {
    const fields = {
      '/name': 'Name is required',
      '/messages/0/text': 'Text is required',
      '/messages': 'Too many',
    };
    const { provider } = createTestProvider(() => ({
      status: 422,
      json: { code: 'INVALID', message: 'Invalid', fields },
    }));
    const error = await expectHttpError(provider.create('team', { data: {} }));
    expect(error.body.fields).toEqual(fields);
    expect(JSON.parse(JSON.stringify(error.body.errors))).toEqual({
      name: 'Name is required',
      messages: { _errors: 'Too many', '0': { text: 'Text is required' } },
    });
  });

  it('of a stale save include the current record', async () => {
    const current = { id: '1', version: 4 };
    const { provider } = createTestProvider(() => ({
      status: 409,
      json: { code: 'STALE', message: 'Changed', current },
    }));
    const error = await expectHttpError(
      provider.update('team', { id: '1', data: {}, previousData: { id: '1' } }),
    );
    expect(error.body).toMatchObject({ code: 'STALE', current });
  });

  it('with status 401 are reported to the session', async () => {
    const { provider, unauthorized } = createTestProvider(() => ({ status: 401, json: {} }));
    await expectHttpError(provider.getOne('team', { id: '1' }));
    expect(unauthorized()).toBe(1);
  });
});

it('finds nested records by id without their parent', async () => {
  const { provider, urls } = createTestProvider(({ url }) => ({
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
