import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cachedProduct } from '../../schemas/testProduct.ts';
import type { EntityModel, FieldModel, Operation } from '../../schemas/model/types.ts';
import { defaultsOf } from '../../schemas/model/fields.ts';
import { rolesGrant } from '../../schemas/model/access.ts';
import { firstReferences, makeSample, sampleOf, uniqueSample } from './support/samples.ts';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';

const product = cachedProduct();
const ROLES = Object.keys(product.access.roles);
const OPERATIONS: Operation[] = ['read', 'create', 'update', 'delete'];
const mayAnybody = (model: EntityModel, operation: Operation): boolean =>
  ROLES.some((role) => rolesGrant([role], model.access[operation], operation, product.access));
/** Collections below a record have addresses of their own: `shapes.test.ts`, `rich-menus.test.ts`. */
const all = product.entities
  .filter(({ parent }) => parent === undefined)
  .map((model) => [model.name, model] as const);
/** Those of which the demo workspace has none. */
const NONE = ['job', 'message', 'notice', 'report'];
/** What cannot be made without a file is made where files are sent. */
const needsFile = ({ fields }: EntityModel): boolean =>
  fields.some(({ type, required }) => type === 'file' && required);
const writable = all.filter(
  ([, model]) => !needsFile(model) && OPERATIONS.every((operation) => mayAnybody(model, operation)),
);
const firstText = (model: EntityModel): FieldModel | undefined =>
  model.fields.find(
    (field) => field.required && ['text', 'long-text'].includes(field.type) && field.mode.edit === 'edit',
  );

let services: TestServices;
let owner: Call;
let nobody: Call;
const references: Record<string, string> = {};

beforeAll(async () => {
  services = await startServices();
  owner = await services.as('owner');
  nobody = await services.as();
  Object.assign(references, await firstReferences(owner, product.entities));
});
afterAll(() => services.stop());

const fieldsOf = (answer: Answer) => answer.body['fields'] as Record<string, string> | undefined;
const make = (model: EntityModel): Promise<Record<string, unknown>> =>
  makeSample(owner, product.entities, model, references);
const sample = (model: EntityModel): Promise<Record<string, unknown>> =>
  uniqueSample(owner, product.entities, model, references);

describe.each(all)('%s', (_, model) => {
  const path = `/api/v1/${model.path}`;

  it('is listed, page by page', async () => {
    const { status, body } = await owner('GET', `${path}?take=3`);
    expect(status).toBe(200);
    const rows = body as unknown as { id: string }[];
    const rest = await owner('GET', `${path}?take=2&skip=1${rows[0] ? `&cursorId=${rows[0].id}` : ''}`);
    expect(rest.body).toEqual(rows.slice(1, 3));
  });

  it('is refused to whoever is not signed in', async () => {
    for (const [method, url] of [
      ['GET', path],
      ['POST', path],
      ['GET', `${path}/x`],
      ['PUT', `${path}/x`],
      ['DELETE', `${path}/x`],
      ['POST', `${path}/delete`],
    ] as const) {
      const answer = await nobody(method, url, method === 'POST' || method === 'PUT' ? {} : undefined);
      expect(answer).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHENTICATED', requestId: expect.any(String) },
      });
    }
  });

  it('refuses unknown parameters, naming the nearest', async () => {
    const answer = await owner('GET', `${path}?tak=1`);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'MALFORMED', message: expect.stringContaining('did you mean "take"?') },
    });
  });

  it.each([
    'take=0',
    'take=102',
    'take=x',
    'skip=-1',
    'sort=nosuchfield',
    'cursorId=nosuch',
    'take=1&take=2',
    'keyword=%00',
  ])('refuses %s', async (query) => {
    const { status } = await owner('GET', `${path}?${query}`);
    expect(status).toBe(400);
  });

  it('answers 404 for what does not exist', async () => {
    for (const id of ['nosuch', '018f0000-0000-7000-8000-000000000000', '%00', "1'--"]) {
      expect(await owner('GET', `${path}/${id}`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
  });

  it.each(ROLES)('is open to %s as the table of roles says', async (role) => {
    const call = await services.as(role);
    const expected = (operation: Operation, usual: number) =>
      rolesGrant([role], model.access[operation], operation, product.access) ? usual : 403;
    const missing = `${path}/018f0000-0000-7000-8000-000000000000`;
    const statuses = {
      list: (await call('GET', path)).status,
      read: (await call('GET', missing)).status,
      create: (await call('POST', path, { nosuch: 1 })).status,
      update: (await call('PUT', missing, {})).status,
      delete: (await call('DELETE', missing)).status,
      bulk: (await call('POST', `${path}/delete`, { ids: [] })).status,
    };
    expect(statuses).toEqual({
      list: expected('read', 200),
      read: expected('read', 404),
      create: expected('create', 422),
      update: expected('update', 404),
      delete: expected('delete', 404),
      bulk: expected('delete', 422),
    });
  });
});

describe.each(all.filter(([name]) => !NONE.includes(name)))('%s', (name, model) => {
  it('is read one by one, with its bookkeeping', async () => {
    const id = references[name];
    const { status, body } = await owner('GET', `/api/v1/${model.path}/${id}`);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id, version: 1, createdAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
  });
});

describe.each(all.filter(([name]) => NONE.includes(name)))('%s', (_, model) => {
  it('has no record at first', async () => {
    expect((await owner('GET', `/api/v1/${model.path}`)).body).toEqual([]);
  });
});

describe.each(
  product.entities.filter((model) => mayAnybody(model, 'update')).map((one) => [one.name, one] as const),
)('a record of %s', (_, model) => {
  /** Records below one lie at an address of each. */
  const addresses = async (): Promise<string[]> => {
    const [, at = '', name] = /^(.*?)\/\{(\w+)\}/.exec(model.path) ?? [];
    if (name === undefined) return [`/api/v1/${model.path}`];
    const { body } = await owner('GET', `/api/v1/${at}?take=100`);
    return (body as unknown as { id: string }[]).map(
      ({ id }) => `/api/v1/${model.path.replace(`{${name}}`, id)}`,
    );
  };

  it('is taken as it was read', async () => {
    const answers: Answer[] = [];
    for (const at of await addresses()) {
      const { body } = await owner('GET', `${at}?take=20`);
      for (const { id } of body as unknown as { id: string }[]) {
        const { body: read } = await owner('GET', `${at}/${id}`);
        answers.push(await owner('PUT', `${at}/${id}`, read));
      }
    }
    expect(answers.length).toBeGreaterThan(0);
    // Its state may let nobody edit a record; what was sent is never the fault.
    const refused = answers.filter(({ status, body }) => status !== 200 && body['code'] !== 'STATE');
    expect(refused).toEqual([]);
  });
});

describe.each(writable)('%s', (_, model) => {
  const path = `/api/v1/${model.path}`;

  it('is created and read back the same', async () => {
    const sent = await sample(model);
    const created = await owner('POST', path, sent);
    expect(created).toMatchObject({ status: 201, body: { ...sent, version: 1 } });
    const { once: _once, ...stored } = created.body;
    expect((await owner('GET', `${path}/${String(stored['id'])}`)).body).toEqual(stored);
  });

  it('refuses an unknown field by name', async () => {
    const answer = await owner('POST', path, { ...(await sample(model)), nosuch: 1 });
    expect(answer).toMatchObject({ status: 422, body: { code: 'INVALID' } });
    expect(fieldsOf(answer)).toEqual({ '/nosuch': 'Unknown field "nosuch"' });
  });

  it('names every required field that is missing', async () => {
    const answer = await owner('POST', path, {});
    const filled = defaultsOf(model.fields);
    const required = model.fields.filter(
      (field) => field.required && !field.visibleWhen && !(field.name in filled),
    );
    expect(answer.status).toBe(422);
    for (const field of required) expect(fieldsOf(answer)).toHaveProperty([`/${field.name}`]);
  });

  it('is changed, and an old version is refused with the current one', async () => {
    const record = await make(model);
    const url = `${path}/${String(record['id'])}`;
    const changed = await owner('PUT', url, record);
    expect(changed).toMatchObject({ status: 200, body: { version: 2 } });
    const stale = await owner('PUT', url, record);
    // What is worked out when a record is read is no part of what was stored.
    const { _count: _, _text: __, ...current } = changed.body;
    expect(stale).toMatchObject({ status: 409, body: { code: 'STALE', current } });
    expect(await owner('PUT', url, { ...record, version: undefined })).toMatchObject({
      status: 422,
      body: { fields: { '/version': expect.any(String) } },
    });
  });

  it('is deleted, alone and with others', async () => {
    const [one, two] = [await make(model), await make(model)];
    expect(await owner('DELETE', `${path}/${String(one['id'])}`)).toMatchObject({
      status: 200,
      body: { id: one['id'] },
    });
    const bulk = await owner('POST', `${path}/delete`, { ids: [one['id'], two['id']] });
    expect(bulk.body).toEqual({
      deleted: [two['id']],
      failed: { [String(one['id'])]: { code: 'NOT_FOUND', message: expect.any(String) } },
    });
  });
});

/** Those of `writable` for which something holds, and those for which it does not. */
const split = (holds: (model: EntityModel) => boolean): [yes: typeof writable, no: typeof writable] => [
  writable.filter(([, model]) => holds(model)),
  writable.filter(([, model]) => !holds(model)),
];
const [single, repeated] = split(({ unique }) => unique.length > 0);
const [remembered, forgotten] = split(({ features }) => features.history);
const named = writable.flatMap(([name, model]) => {
  const text = firstText(model);
  return text ? [[name, model, text] as const] : [];
});

describe.each(single)('%s', (_, model) => {
  it('refuses what is there already', async () => {
    const record = await make(model);
    const { fields, message } = model.unique[0]!;
    const again = {
      ...sampleOf(model, references),
      ...Object.fromEntries(fields.map((field) => [field, record[field]])),
    };
    const answer = await owner('POST', `/api/v1/${model.path}`, again);
    expect(answer).toMatchObject({ status: 409, body: { code: 'DUPLICATE' } });
    expect(fieldsOf(answer)).toEqual(Object.fromEntries(fields.map((field) => [`/${field}`, message])));
  });
});

describe.each(repeated)('%s', (_, model) => {
  it('takes the same twice', async () => {
    const same = await sample(model);
    const url = `/api/v1/${model.path}`;
    expect([(await owner('POST', url, same)).status, (await owner('POST', url, same)).status]).toEqual([
      201, 201,
    ]);
  });
});

describe.each(named)('%s', (_, model, text) => {
  it('is filtered by its fields', async () => {
    const record = await make(model);
    const value = encodeURIComponent(String(record[text.name]));
    const found = await owner('GET', `/api/v1/${model.path}?${text.name}=${value}`);
    expect((found.body as unknown as { id: string }[]).map(({ id }) => id)).toContain(record['id']);
  });
});

describe.each(named.filter(([, model, text]) => model.list.search.includes(text.name)))(
  '%s',
  (_, model, text) => {
    it('is found by a word in it', async () => {
      const record = await make(model);
      const word = encodeURIComponent(String(record[text.name])).toUpperCase();
      const found = await owner('GET', `/api/v1/${model.path}?keyword=${word}`);
      expect((found.body as unknown as { id: string }[]).map(({ id }) => id)).toContain(record['id']);
    });
  },
);

describe.each(remembered)('%s', (_, model) => {
  it('keeps a history, from which it is restored', async () => {
    const record = await make(model);
    const url = `/api/v1/${model.path}/${String(record['id'])}`;
    await owner('DELETE', url);
    const { body } = await owner('GET', `${url}/history`);
    const entries = body as unknown as { id: string; operation: string; user: { name: string } }[];
    expect(entries.map(({ operation }) => operation)).toEqual(['delete', 'create']);
    expect(entries[0]!.user.name).toBe('Malee Suwannarat');
    const restored = await owner('POST', `${url}/restore`, { historyId: entries[0]!.id, version: 1 });
    expect(restored).toMatchObject({ status: 200, body: { id: record['id'] } });
  });
});

describe.each(forgotten)('%s', (_, model) => {
  it('keeps no history', async () => {
    const record = await make(model);
    const url = `/api/v1/${model.path}/${String(record['id'])}`;
    expect((await owner('GET', `${url}/history`)).status).toBe(404);
  });
});

describe.each(writable.filter(([, model]) => model.features.duplicate))('%s', (_, model) => {
  const name = model.unique[0]?.fields.at(-1) ?? 'id';

  it('is duplicated, each copy under a name of its own', async () => {
    const record = await make(model);
    const url = `/api/v1/${model.path}/${String(record['id'])}/duplicate`;
    const copies = [await owner('POST', url), await owner('POST', url)];
    const reported = String(record[name]);
    expect(copies).toMatchObject(
      [`${reported}_copy`, `${reported}_copy2`].map((copy) => ({
        status: 201,
        body: { [name]: copy, version: 1 },
      })),
    );
  });
});

describe.each(writable.filter(([, model]) => !model.features.duplicate))('%s', (_, model) => {
  it('is not duplicated', async () => {
    const record = await make(model);
    expect((await owner('POST', `/api/v1/${model.path}/${String(record['id'])}/duplicate`)).status).toBe(404);
  });
});
