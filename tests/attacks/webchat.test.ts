import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServices, type TestServices } from '../contract/support/services.ts';

let services: TestServices;
let channel: string;
let count = 0;
beforeAll(async () => {
  // The engine on which a queue is still there when somebody else is answered.
  services = await startServices({ DATABASE_URL: '' });
  await services.app.startModules();
  const owner = await services.as('owner');
  const { body } = await owner('GET', '/api/v1/channels?type=WEBCHAT');
  channel = String(body[0]?.['id']);
});
afterAll(() => services.stop());

/** Calls the web chat as a page does, from an address. */
const call = async (
  remoteAddress: string,
  method: 'GET' | 'POST',
  path: string,
  { token = '', body }: { token?: string; body?: object } = {},
) => {
  const response = await services.app.inject({
    ...{ method, url: `/api/v1/webchat/${channel}/${path}`, remoteAddress },
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { payload: JSON.stringify(body) }),
  });
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
};
const open = async (address: string): Promise<string> =>
  String((await call(address, 'POST', 'sessions', { body: {} })).body['token']);
const say = (address: string, token: string) =>
  call(address, 'POST', 'messages', { token, body: { id: `attack-${(count += 1)}`, text: 'hello' } });
const statusesOf = (answers: { status: number }[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

it('one address has an allowance over all of its conversations, and others are answered before its queue', async () => {
  const [crowd, stranger] = ['192.0.2.1', '192.0.2.2'];
  const own = await open(stranger);
  const tokens = await Promise.all(Array.from({ length: 21 }, () => open(crowd)));
  const [last = '', ...many] = tokens;
  const answers = await Promise.all(
    Array.from({ length: 10 }).flatMap(() => many.map((token) => say(crowd, token))),
  );
  expect(statusesOf(answers, 202)).toBe(200);
  expect((await say(crowd, last)).status).toBe(429);

  expect((await say(stranger, own)).status).toBe(202);
  const { body } = await call(stranger, 'GET', 'messages?after=1&wait=25', { token: own });
  expect(body['messages']).toMatchObject([{ from: 'bot' }]);
  const waiting = await services.db.query('SELECT 1 FROM conversation_inbound');
  expect(waiting.length).toBeGreaterThan(100);
});

it('one conversation holds few requests open, and has them again once they end', async () => {
  const address = '192.0.2.3';
  const token = await open(address);
  const wait = () => call(address, 'GET', 'messages?wait=25', { token });
  let refused = 0;
  const waits = Array.from({ length: 40 }, async () => {
    const answer = await wait();
    if (answer.status === 429) refused += 1;
    return answer;
  });
  await expect.poll(() => refused, { timeout: 10_000 }).toBe(32);
  await say(address, token);
  const answers = await Promise.all(waits);
  expect(statusesOf(answers, 200)).toBe(8);
  expect((await wait()).status).toBe(200);
});
