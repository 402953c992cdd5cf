import { afterAll, beforeAll, expect, it } from 'vitest';
import { setEnvironmentVariables } from '../../services/products/chatbot/environmentVariables.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

let services: TestServices;
let admin: Call;
beforeAll(async () => {
  services = await startServices();
  admin = await services.as('chatbot.admin');
});
afterAll(() => services.stop());

const named = async (name: string) => (await admin('GET', `/api/v1/variables?name=${name}`)).body[0];
const set = (values: Record<string, string>) => setEnvironmentVariables(services.services, values);

it('a deployment sets the values of its variables, and makes those that are missing', async () => {
  await set({ CDN_URL: 'https://cdn.two.example', BUILD: '42' });
  expect(await named('CDN_URL')).toMatchObject({ scope: 'environment', value: 'https://cdn.two.example' });
  expect(await named('BUILD')).toMatchObject({ scope: 'environment', value: '42' });
  expect(await named('REGION')).toMatchObject({ value: 'ap-southeast-1' });
});

it('setting the same again changes nothing', async () => {
  const before = await named('CDN_URL');
  await set({ CDN_URL: String(before?.['value']) });
  expect(await named('CDN_URL')).toEqual(before);
});

it('nobody changes such a value over REST', async () => {
  const record = await named('REGION');
  const refused = await admin('PUT', `/api/v1/variables/${String(record?.['id'])}`, {
    ...record,
    value: 'mars',
  });
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.body['fields'] as object)).toEqual(['/value']);
});

it.each([
  [{ 'two words': 'x' }, /BOT_VARIABLES: "two words" is refused: Name may have letters/],
  [{ EMPTY: '' }, /"EMPTY" is refused: Value is required/],
])('%o is refused by name', async (values, message) => {
  await expect(set(values)).rejects.toThrow(message);
});

it('a variable of the bot gives way to the deployment, and its value stays in the history', async () => {
  const before = await named('brand_name');
  expect(before).toMatchObject({ scope: 'bot' });
  expect(await set({ brand_name: 'Other' })).toEqual([
    expect.stringContaining('"brand_name" took the place of a variable of the bot'),
  ]);
  expect(await named('brand_name')).toMatchObject({ scope: 'environment', value: 'Other' });
  const { body } = await admin('GET', `/api/v1/variables/${String(before?.['id'])}/history`);
  expect(body[0]).toMatchObject({ before: { value: before?.['value'], scope: 'bot' }, user: null });
});

it('nobody makes a value theirs again by changing the scope, or by restoring it', async () => {
  const record = await named('REGION');
  const path = `/api/v1/variables/${String(record?.['id'])}`;
  const scoped = await admin('PUT', path, { ...record, scope: 'bot' });
  expect(scoped.status).toBe(422);
  expect(Object.keys(scoped.body['fields'] as object)).toEqual(['/scope']);
  await set({ REGION: 'eu-central-1' });
  const now = await named('REGION');
  const [entry] = (await admin('GET', `${path}/history`)).body as unknown as { id: string }[];
  await admin('POST', `${path}/restore`, { historyId: entry?.id, version: now?.['version'] });
  expect(await named('REGION')).toMatchObject({ scope: 'environment', value: 'eu-central-1' });
});
