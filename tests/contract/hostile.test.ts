import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchemaValidator } from '../../schemas/model/ajv.ts';
import { canonicalizeRecord } from '../../schemas/model/canonicalizeRecord.ts';
import { DROP, mapValues } from '../../schemas/model/fields.ts';
import { dropHiddenFields } from '../../schemas/model/dropHiddenFields.ts';
import { SYSTEM_FIELD_NAMES } from '../../schemas/model/systemFields.ts';
import type { EntityModel } from '../../schemas/model/types.ts';
import { validate } from '../../schemas/model/validate.ts';
import { cachedProduct } from '../../schemas/testProduct.ts';
import { testEngines } from '../../services/engine/storage/testEngines.ts';
import { firstReferences, sampleOf } from './support/samples.ts';
import { uploadTo } from './support/upload.ts';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';

/** Bodies per route. */
const RUNS = Number(process.env['HOSTILE_RUNS'] ?? 250);
const TIME = 60_000 + RUNS * 100;
/** Always the same in `npm test`; `npm run fuzz` draws new ones. */
const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_261_121);
/** `embedded` unless it is `server`, which TEST_DATABASE_URL names. */
const ENGINE = process.env['HOSTILE_ENGINE'] ?? 'embedded';

const product = cachedProduct();
const writable = product.entities
  .filter(({ access }) => access.create.length > 0 && access.update.length > 0)
  .map((model) => [model.path, model] as const);

const nested = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => ({ a: [inner] }), 1);
const FRAGMENTS = [
  "'; DROP TABLE entity_variable; --",
  '" OR 1=1 --',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '{{constructor.constructor("return process")()}}',
  '${7*7}',
  '../../../../etc/passwd',
  '%00%0a',
  '\u0000',
  'a\ud800b',
  '\u202eevil\u2066',
  'ก็้๊๋'.repeat(50),
  '👩‍👩‍👧‍👦'.repeat(40),
  '__proto__',
  'NaN',
  'x'.repeat(20_000),
  '\r\nSet-Cookie: a=b',
  '\u0001\u001b[31m',
  '',
  ' ',
];
const hostileText = fc.oneof(
  fc.constantFrom(...FRAGMENTS),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
);
const hostileKey = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '',
    'a/b~c',
    'id',
    'version',
    'createdBy',
    '$where',
  ),
  hostileText,
);
const hostileValue = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1e308,
    -1e-308,
    2 ** 53,
    1.5,
    [],
    {},
    [[]],
    [null],
    { $gt: '' },
    nested(5),
    nested(40),
    nested(200),
  ),
  fc.jsonValue(),
  fc.dictionary(hostileKey, hostileText, { maxKeys: 4 }),
);

/** A way into a record, taken modulo what is there, and what to do at its end. */
const mutation = fc.record({
  steps: fc.array(fc.nat(1000), { minLength: 1, maxLength: 6 }),
  kind: fc.constantFrom('replace', 'replace', 'replace', 'add', 'remove'),
  key: hostileKey,
  value: hostileValue,
});
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

const define = (target: object, key: string, value: unknown): void =>
  void Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });

function mutate(target: Record<string, unknown>, { steps, kind, key, value: given }: Mutation): void {
  const value: unknown = structuredClone(given);
  let holder: Record<string, unknown> = target;
  for (const [index, step] of steps.entries()) {
    const keys = Object.keys(holder);
    if (keys.length === 0) break;
    const chosen = keys[step % keys.length]!;
    const inner = holder[chosen];
    if (index < steps.length - 1 && inner !== null && typeof inner === 'object') {
      holder = inner as Record<string, unknown>;
    } else {
      if (kind === 'replace') define(holder, chosen, value);
      else if (kind === 'remove') Reflect.deleteProperty(holder, chosen);
      else if (!Array.isArray(holder)) define(holder, key, value);
      else holder.push(value);
      return;
    }
  }
}

const hostileBody = fc.oneof(
  { weight: 8, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: hostileValue.map((value) => ({ whole: value })) },
);

let services: TestServices;
let removeDatabase: () => Promise<void>;
let owner: Call;
const references: Record<string, string> = {};
const richSamples = new Map<string, Record<string, unknown>[]>();

beforeAll(async () => {
  const engine = testEngines().find(({ name }) => name === ENGINE);
  if (!engine) throw new Error(`HOSTILE_ENGINE=${ENGINE} needs TEST_DATABASE_URL`);
  const { env, remove } = await engine.settings();
  removeDatabase = remove;
  services = await startServices({ ...env, RATE_LIMIT: '0' });
  owner = await services.as('owner');
  for (const { name, path, parent } of product.entities) {
    // A collection below records has no address of its own.
    if (parent) continue;
    const rows = (await owner('GET', `/api/v1/${path}?take=40`)).body as unknown as ({ id: string } & Record<
      string,
      unknown
    >)[];
    richSamples.set(name, rows.map(ownFields));
  }
  Object.assign(references, await firstReferences(owner, product.entities));
}, 240_000);
afterAll(async () => {
  await services.stop();
  await removeDatabase();
});

/** What an answer carries beside the record's own fields. */
const OF_ANSWERS = [...SYSTEM_FIELD_NAMES, '_count', '_text'];

function ownFields(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !OF_ANSWERS.includes(name)));
}

let turn = 0;
/** Now a lean record, now one of the demo workspace with all its branches, under a name of its own. */
function startingPoint(model: EntityModel): Record<string, unknown> {
  turn += 1;
  const lean = sampleOf(model, references);
  const rich = richSamples.get(model.name) ?? [];
  const unique = Object.fromEntries(
    model.unique
      .flatMap(({ fields }) => fields)
      .filter((field) => field in lean)
      .map((field) => [field, lean[field]]),
  );
  return turn % 2 === 0 || rich.length === 0
    ? lean
    : { ...structuredClone(rich[turn % rich.length]!), ...unique };
}

function expectCalm({ status, text, body }: Answer, sent: unknown): void {
  const seen = { text: text.slice(0, 2000), sent: JSON.stringify(sent)?.slice(0, 2000) };
  expect({ fault: status >= 500, ...seen }).toEqual({ fault: false, ...seen });
  if (status < 400) return;
  expect(body).toMatchObject({
    code: expect.any(String),
    message: expect.any(String),
    requestId: expect.any(String),
  });
  expect(String(body['message'])).not.toMatch(/\.ts:\d|node_modules|\bat .+\(/);
  expect(body).not.toHaveProperty('stack');
}

let stored = 0;

/** What was sent in the form in which it is stored, without what the services make up or keep themselves. */
const comparable = (model: EntityModel, record: Record<string, unknown>): Record<string, unknown> =>
  mapValues(
    model.fields,
    canonicalizeRecord(model, dropHiddenFields(model, record), { newId: () => '' }),
    (field, value) => (field.generated || field.live ? DROP : value),
  );

/** What was stored is valid, and is what was sent. */
async function expectFaithful(
  model: EntityModel,
  answer: Answer,
  sent: Record<string, unknown>,
): Promise<void> {
  stored += 1;
  const record = (await owner('GET', `/api/v1/${model.path}/${String(answer.body['id'])}`)).body;
  const own = ownFields(record);
  expect(validate(model, own, { validator: createCheckOnce(model) })).toEqual({});
  const expected = comparable(model, own);
  for (const [name, value] of Object.entries(comparable(model, ownFields(sent))))
    expect({ [name]: expected[name] }).toEqual({ [name]: value });
}
const checks = new Map<string, ReturnType<typeof createSchemaValidator>>();
function createCheckOnce(model: EntityModel) {
  const check = checks.get(model.name) ?? createSchemaValidator(model.schema);
  checks.set(model.name, check);
  return check;
}

const bodyOf = (start: Record<string, unknown>, hostile: Mutation[] | { whole: unknown }): unknown => {
  if (!Array.isArray(hostile)) return hostile.whole;
  const body = structuredClone(start);
  for (const one of hostile) mutate(body, one);
  return body;
};

describe.each(writable)('hostile bodies', (path, model) => {
  it(`to POST /api/v1/${path} store nothing that is not valid`, { timeout: TIME }, async () => {
    await fc.assert(
      fc.asyncProperty(hostileBody, async (hostile) => {
        const body = bodyOf(startingPoint(model), hostile);
        const answer = await owner('POST', `/api/v1/${path}`, JSON.stringify(body));
        expectCalm(answer, body);
        if (answer.status === 201) await expectFaithful(model, answer, body as Record<string, unknown>);
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it(`to PUT /api/v1/${path}/:id change nothing into what is not valid`, { timeout: TIME }, async () => {
    const made = await owner('POST', `/api/v1/${path}`, sampleOf(model, references));
    const { once: _once, ...fresh } = made.body;
    const id = String(fresh['id']);
    let current: Record<string, unknown> = fresh;
    await fc.assert(
      fc.asyncProperty(hostileBody, async (hostile) => {
        const body = bodyOf(turn++ % 3 === 0 ? { ...startingPoint(model), ...current } : current, hostile);
        const answer = await owner('PUT', `/api/v1/${path}/${id}`, JSON.stringify(body));
        expectCalm(answer, body);
        if (answer.status !== 200) return;
        current = answer.body;
        await expectFaithful(model, answer, body as Record<string, unknown>);
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });
});

it('refuses an empty list where a value that cannot be changed holds nothing', async () => {
  const model = product.entities.find(({ path }) => path === 'audiences')!;
  const { firstSeen: _firstSeen, ...sample } = sampleOf(model, references);
  const made = (await owner('POST', '/api/v1/audiences', sample)).body;
  const answer = await owner('PUT', `/api/v1/audiences/${String(made['id'])}`, { ...made, firstSeen: [] });
  const fields = { '/firstSeen': 'First seen cannot be changed' };
  expect([answer.status, answer.body]).toMatchObject([422, { fields }]);
});

it('lets through what breaks no rule, so that the above says something', () => {
  expect(stored).toBeGreaterThan(RUNS / 2);
});

/** `String()` of it throws. */
const NO_TEXT = { toString: '' };
const VALUES: unknown[] = [NO_TEXT, [NO_TEXT], { a: 1 }, null, '', ' ', 7, true, [], {}, [null], [[]]];

/** Bodies whose named parts are each given every strange value. */
const STRANGE: [path: string, body: Record<string, unknown>, parts: string[]][] = [
  [
    'campaigns',
    { name: 'x', channel: 'x', target: 'everyone', messages: [{ type: 'text', text: 'x' }] },
    ['channel', 'sendAt', 'people', 'target', 'segment', 'template', 'messages', 'messages/0', 'platform'],
  ],
  [
    'campaigns/reach',
    { channel: 'ID', target: 'manual', people: 'x', sendAt: '2030-01-01T00:00:00Z' },
    ['channel', 'target', 'people', 'segment', 'sendAt', 'campaign'],
  ],
  [
    'variables/export',
    { format: 'csv', columns: ['name'] },
    ['format', 'columns', 'columns/0', 'zone', 'query'],
  ],
  ['variables/export', { query: { sort: 'name' } }, ['query/sort', 'query/keyword', 'query/scope']],
  ['intents/train', { classifiers: ['text'] }, ['classifiers', 'classifiers/0']],
  [
    'intents/try',
    {
      text: 'hello',
      tags: ['x'],
      expecting: { mapper: 'x', entity: 'x', found: [{ entity: 'x' }], replies: [{ type: 'x' }] },
    },
    ['text', 'channel', 'event', 'tags', 'tags/0', 'at', 'expecting', 'expecting/mapper', 'expecting/entity']
      .concat(['expecting/found', 'expecting/found/0', 'expecting/found/0/value'])
      .concat(['expecting/replies', 'expecting/replies/0', 'expecting/replies/0/label']),
  ],
  ...['preview', 'estimate', 'count'].map((verb): (typeof STRANGE)[number] => [
    `segments/${verb}`,
    { who: { match: 'all', conditions: [{ field: 'tag', is: 'any', tags: ['x'] }] }, skip: 0 },
    ['who', 'who/match', 'who/conditions', 'who/conditions/0', 'who/conditions/0/field', 'skip'].concat([
      'who/conditions/0/is',
      'who/conditions/0/tags',
      'who/conditions/0/tags/0',
    ]),
  ]),
  [
    'segments/preview',
    { who: { match: 'all', conditions: [{ field: 'group', match: 'any', conditions: [{ field: 'tag' }] }] } },
    ['who/conditions/0/match', 'who/conditions/0/conditions', 'who/conditions/0/conditions/0'],
  ],
  [
    'segments',
    { name: 'x', who: { match: 'all', conditions: [{ field: 'tag' }] } },
    ['who/conditions', 'who'],
  ],
  [
    'reports/generate',
    { type: 'messages', timeframe: 'daily', channels: ['ID'] },
    ['type', 'timeframe', 'channels', 'channels/0', 'startIsoStringDate', 'endIsoStringDate', 'format'],
  ],
  [
    'variables/edit',
    { records: [{ id: 'ID' }], set: { value: 'x' } },
    ['records', 'records/0', 'set', 'set/value'],
  ],
  [
    'variables/edit',
    { records: [{ id: 'ID', version: 1 }], add: {} },
    ['records/0/id', 'records/0/version', 'add'],
  ],
  ['variables/delete', { ids: ['ID'] }, ['ids', 'ids/0']],
  ['campaigns/bulk/cancel', { ids: ['ID'], input: {} }, ['ids', 'ids/0', 'input']],
];

const withPart = (body: Record<string, unknown>, part: string, value: unknown): Record<string, unknown> => {
  const copy = structuredClone(body);
  const steps = part.split('/');
  const last = steps.pop() ?? '';
  const holder = steps.reduce<Record<string, unknown>>((inner, step) => inner[step] as never, copy);
  holder[last] = value;
  return copy;
};

it.each(STRANGE)('POST %s judges what it is sent before it is read', async (path, body, parts) => {
  const own = JSON.stringify(body).replaceAll(
    '"ID"',
    JSON.stringify(references['channel LINE'] ?? references['channel']),
  );
  const whole = JSON.parse(own) as Record<string, unknown>;
  for (const part of parts)
    for (const value of VALUES) {
      const sent = withPart(whole, part, value);
      expectCalm(await owner('POST', `/api/v1/${path}`, JSON.stringify(sent)), sent);
    }
});

it('an import and its preview check the size of a file before reading it', async () => {
  const token = await services.tokenOf('owner');
  const file = await uploadTo(services.app, '/api/v1/variables/import', {
    content: 'name,value\na,b',
    name: 'v.csv',
    token,
  });
  const plan = { mapping: ['name', 'value'], zone: 'UTC', from: 0, take: 1 };
  for (const part of ['mapping', 'mapping/0', 'zone', 'from', 'take'])
    for (const value of VALUES)
      for (const verb of part === 'from' || part === 'take' ? ['preview'] : ['preview', 'apply']) {
        const sent = withPart(plan, part, value);
        const url = `/api/v1/variables/import/${String(file.body['id'])}/${verb}`;
        expectCalm(await owner('POST', url, JSON.stringify(sent)), sent);
      }
});

describe('hostile addresses', () => {
  it.each(product.entities.map(({ path }) => path))(
    'below /api/v1/%s answer calmly',
    { timeout: TIME },
    async (path) => {
      const model = product.entities.find((one) => one.path === path)!;
      const names = [
        'take',
        'skip',
        'cursorId',
        'keyword',
        'sort',
        'by',
        'id',
        'createdAt.gte',
        ...model.fields.flatMap(({ name }) => [name, `${name}.gte`]),
      ];
      const parameter = fc.tuple(fc.oneof(fc.constantFrom(...names), hostileKey), hostileText);
      await fc.assert(
        fc.asyncProperty(
          fc.array(parameter, { maxLength: 3 }),
          fc.constantFrom('', '/counts', `/${references[model.name]}/history`),
          hostileText,
          async (parameters, below, id) => {
            const query = parameters
              .map(([key, value]) => `${escape(key)}=${escape(value.slice(0, 2000))}`)
              .join('&');
            expectCalm(await owner('GET', `/api/v1/${path}${below}?${query}`), query);
            expectCalm(await owner('GET', `/api/v1/${path}/${escape(id.slice(0, 300))}`), id);
          },
        ),
        { numRuns: Math.ceil(RUNS / 4), seed: SEED },
      );
    },
  );
});

/** Percent-encodes what can be; lone surrogates go as their replacement, as a browser would send them. */
const escape = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
