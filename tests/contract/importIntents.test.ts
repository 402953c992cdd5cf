import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startServices, type Call, type TestServices } from './support/services.ts';

let services: TestServices;
let editor: Call;
const path = '/api/v1/intents/import';

beforeAll(async () => {
  services = await startServices();
  editor = await services.as('chatbot.editor');
  await services.jobs.start();
}, 180_000);
afterAll(() => services.stop());

async function upload(content: string): Promise<string> {
  const head =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="i.csv"\r\nContent-Type: text/csv\r\n\r\n';
  const response = await services.app.inject({
    method: 'POST',
    url: path,
    headers: {
      authorization: `Bearer ${await services.tokenOf('chatbot.editor')}`,
      'content-type': 'multipart/form-data; boundary=b',
    },
    payload: `${head}${content}\r\n--b--\r\n`,
  });
  expect(response.json()).toMatchObject({ mapping: ['name', 'sample'] });
  return response.json<{ id: string }>().id;
}
const plan = { mapping: ['name', 'sample'], zone: 'UTC' };

const CSV = `\uFEFF${[
  'intent,sample',
  'greeting,hello from a file',
  'greeting,สวัสดีจากไฟล์',
  'greeting,x',
  'greeting,hello from a file',
  'new_intent,first words',
  'new_intent,second words',
  'goodbye,bye',
  'คืน ของ,ขอคืนของ',
  'lonely,only one',
].join('\n')}`;

it('intents and samples of a file are validated row by row, and only valid ones are stored', async () => {
  const id = await upload(CSV);
  const { body } = await editor('POST', `${path}/${id}/preview`, plan);
  const duplicated = 'Found duplicated intents that cannot be updated when importing';
  expect(body['judgements']).toMatchObject([
    { rows: [2, 3], verdict: 'change' },
    { rows: [4], verdict: 'refused', reason: 'Sample must be at least 2 characters' },
    { rows: [5], verdict: 'refused', reason: 'Same as row 2' },
    { rows: [6, 7], verdict: 'create' },
    { rows: [8], verdict: 'refused', reason: duplicated },
    { rows: [9], verdict: 'refused', reason: 'Name may have letters, digits, underscore and hyphen only' },
    { rows: [10], verdict: 'refused', reason: 'Samples needs at least 2' },
  ]);
  const named = async (name: string) =>
    (await editor('GET', `/api/v1/intents?name=${name}`)).body as unknown as { samples?: string[] }[];
  expect(await named('new_intent')).toEqual([]);

  expect((await editor('POST', `${path}/${id}/apply`, plan)).status).toBe(202);
  await vi.waitFor(async () => expect(await named('new_intent')).toHaveLength(1), {
    timeout: 20_000,
    interval: 50,
  });
  const [{ id: greeting } = { id: '' }] = (await named('greeting')) as unknown as { id: string }[];
  const { body: stored } = await editor('GET', `/api/v1/intents/${greeting}`);
  expect(stored['samples']).toEqual(expect.arrayContaining(['Hello', 'hello from a file', 'สวัสดีจากไฟล์']));
  expect(stored['samples']).not.toContain('x');
  expect(await named('lonely')).toEqual([]);
});

it('a sample that another intent has is refused, in other letters too; of two intents of a file the first has it', async () => {
  const owned = await editor('POST', '/api/v1/intents', {
    name: 'lift',
    samples: ['where is the lift', 'find the lift'],
  });
  expect(owned.status).toBe(201);
  const rows = [
    'stairs,WHERE is the Lift',
    'stairs,take the stairs',
    'first_of_two,shared words',
    'first_of_two,words of the first',
    'second_of_two,Shared Words',
    'second_of_two,words of the second',
    'last_of_all,the end',
    'last_of_all,the very end',
  ];
  const id = await upload(`intent,sample\n${rows.join('\n')}`);
  const { body } = await editor('POST', `${path}/${id}/preview`, plan);
  expect(body['judgements']).toMatchObject([
    { rows: [2, 3], verdict: 'refused', reason: 'Do not use the same samples' },
    { verdict: 'create' },
    { verdict: 'create' },
    { verdict: 'create' },
  ]);
  expect((await editor('POST', `${path}/${id}/apply`, plan)).status).toBe(202);
  const named = async (name: string) =>
    (await editor('GET', `/api/v1/intents?name=${name}`)).body as unknown as object[];
  await vi.waitFor(async () => expect(await named('last_of_all')).toHaveLength(1), {
    timeout: 20_000,
    interval: 50,
  });
  expect(await named('stairs')).toEqual([]);
  expect(await named('first_of_two')).toHaveLength(1);
  expect(await named('second_of_two')).toEqual([]);
});

it('a file of 5 MB is imported, and other requests are answered meanwhile', async () => {
  const [intents, samples] = [950, 100];
  const rows = Array.from({ length: intents * samples }, (_, at) => {
    const intent = Math.floor(at / samples);
    return `large_${intent},ขอทราบราคา ${at} please`;
  });
  // The last of all is wrong, and that alone.
  rows[rows.length - 1] = `large_${intents - 1},x`;
  const content = `intent,sample\n${rows.join('\n')}\n`;
  expect(Buffer.byteLength(content)).toBeGreaterThan(4_700_000);
  const [id] = await Promise.all([upload(content), editor('GET', '/api/v1/templates?take=1')]);
  const judged = async (from: number) => {
    const { body } = await editor('POST', `${path}/${id}/preview`, { ...plan, from, take: 3 });
    expect(body).toMatchObject({ records: intents + 1 });
    return body['judgements'] as { verdict: string; rows: number[]; reason?: string }[];
  };
  expect((await judged(0)).map(({ verdict, rows: of }) => [verdict, of.length])).toEqual([
    ['create', 100],
    ['create', 100],
    ['create', 100],
  ]);
  expect(await judged(intents - 1)).toMatchObject([
    { verdict: 'create', rows: { length: samples - 1 } },
    { verdict: 'refused', rows: [rows.length + 1], reason: 'Sample must be at least 2 characters' },
  ]);
});
