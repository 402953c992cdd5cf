import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Call, startServices, type TestServices } from './support/services.ts';

let services: TestServices;
let admin: Call;
beforeAll(async () => {
  services = await startServices();
  admin = await services.as('chatbot.admin');
}, 180_000);
afterAll(() => services.stop());

const variable = (name: string) =>
  admin('POST', '/api/v1/variables', { name, value: 'x', scope: 'bot' }).then(({ body }) => body);
const template = (name: string, text: string) =>
  admin('POST', '/api/v1/templates', { name, platform: 'multi', messages: [{ type: 'text', text }] });

it('says where texts name a variable, keeps it while they do, and its name with it', async () => {
  const { id, version } = await variable('shop_hours');
  const path = `/api/v1/variables/${String(id)}`;
  expect((await admin('GET', `${path}/used-by`)).body).toEqual({ usedBy: [], hidden: 0 });
  const made = await template('opening', 'Open {{shop_hours}} and {{ shop_hours }}');
  const use = { entity: 'template', id: made.body['id'], title: 'opening' };
  expect((await admin('GET', `${path}/used-by`)).body).toEqual({ usedBy: [use], hidden: 0 });

  const unused = await variable('unused');
  const many = (ids: unknown) => admin('POST', '/api/v1/variables/used-by', { ids });
  const asked = await many([id, unused['id'], 'not-there']);
  expect([asked.status, asked.body]).toEqual([200, { [String(id)]: { usedBy: [use], hidden: 0 } }]);
  expect((await many([])).status).toBe(422);

  const refused = await admin('DELETE', path);
  expect([refused.status, refused.body]).toEqual([
    409,
    expect.objectContaining({ code: 'IN_USE', usedBy: [use] }),
  ]);
  const renamed = await admin('PUT', path, { name: 'hours', value: 'x', scope: 'bot', version });
  expect([renamed.status, renamed.body['fields']]).toEqual([
    422,
    { '/name': '{{shop_hours}} stands in a text: it keeps its name' },
  ]);

  const freed = await admin('PUT', `/api/v1/templates/${String(made.body['id'])}`, {
    ...{ name: 'opening', platform: 'multi', version: made.body['version'] },
    messages: [{ type: 'text', text: 'Open every day' }],
  });
  expect(freed.status).toBe(200);
  expect((await admin('DELETE', path)).status).toBe(200);
});

it('never leaves a text without its variable, whichever of two is first', async () => {
  const rounds = Array.from({ length: 6 }, async (_, round) => {
    const name = `raced_${round}`;
    const { id } = await variable(name);
    const [saved, deleted] = await Promise.all([
      template(name, `{{${name}}}`),
      admin('DELETE', `/api/v1/variables/${String(id)}`),
    ]);
    expect([
      [201, 409],
      [422, 200],
    ]).toContainEqual([saved.status, deleted.status]);
  });
  await Promise.all(rounds);
});

it('refuses Flex that LINE would not take, in words and with its place', async () => {
  const contents = { type: 'bubble', body: { type: 'box', layout: 'vertical', contents: [{ type: 'txt' }] } };
  const { status, body } = await admin('POST', '/api/v1/templates', {
    ...{ name: 'wrong_flex', platform: 'LINE' },
    messages: [{ type: 'flex', altText: 'A card', contents }],
  });
  expect([status, body['fields']]).toEqual([
    422,
    {
      '/messages': 'Please check completeness',
      '/messages/0/contents/body/contents/0/type': 'body.contents[0].type: is "txt"; did you mean "text"?',
    },
  ]);
});
