import { afterAll, beforeAll, expect, it } from 'vitest';
import { setEnvironmentVariables } from '../../services/chatbot/environmentVariables.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

let services: TestServices;
let admin: Call;
beforeAll(async () => {
  services = await startServices();
  admin = await services.as('chatbot.admin');
});
afterAll(() => services.stop());

const named = async (name: string) => (await admin('GET', `/api/v1/variables?name=${name}`)).body[0];
const set = (values: Record<string, string>) =>
  setEnvironmentVariables(services.db, services.product, values);

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
  [{ brand_name: 'Other' }, /"brand_name" is a variable of scope bot/],
])('%o is refused by name', async (values, message) => {
  await expect(set(values)).rejects.toThrow(message);
});
