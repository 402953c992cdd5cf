import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectServesDuring, startServer, type AttackedServer } from './support/server.ts';

/** Milliseconds in which a visitor is answered while another address sends all that it can. */
const ANSWER_LIMIT_MS = 2_000;
const CONVERSATIONS = 26;
const MESSAGES = 40;
const WAITS = 2_000;

let server: AttackedServer;
let channel: string;
let count = 0;
beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: '1', ALLOW_DEMO_ON_NETWORK: '1' });
  const channels = (await server.ask('GET', 'channels?type=WEBCHAT')) as unknown as { id: string }[];
  channel = channels[0]?.id ?? '';
});
afterAll(() => server.stop());

/** Calls the web chat as a page does, from an address behind the proxy. */
async function call(address: string, path: string, token?: string, body?: object) {
  const response = await fetch(`${server.url}/api/v1/webchat/${channel}/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'x-forwarded-for': address,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const open = async (address: string): Promise<string> =>
  String((await call(address, 'sessions', undefined, {})).body['token']);
const say = (address: string, token: string) =>
  call(address, 'messages', token, { id: `attack-${(count += 1)}`, text: 'hello' });

/** How long a new visitor waits for the bot's answer. */
async function answerMs(address: string): Promise<number> {
  const token = await open(address);
  const begun = performance.now();
  expect((await say(address, token)).status).toBe(202);
  const { body } = await call(address, 'messages?after=1&wait=25', token);
  expect(body['messages']).not.toEqual([]);
  return performance.now() - begun;
}

it('a stranger is answered while one address sends all that it can', async () => {
  const crowd = '192.0.2.1';
  const tokens = await Promise.all(Array.from({ length: CONVERSATIONS }, () => open(crowd)));
  await answerMs('192.0.2.2');
  const times: number[] = [];
  await expectServesDuring(server, async () => {
    const flood = Promise.all(
      Array.from({ length: MESSAGES }).flatMap(() => tokens.map((token) => say(crowd, token))),
    );
    for (let stranger = 3; stranger < 8; stranger += 1) times.push(await answerMs(`192.0.2.${stranger}`));
    await flood;
  });
  expect(Math.max(...times)).toBeLessThan(ANSWER_LIMIT_MS);
});

it('one token holds no more than a few requests open', async () => {
  const address = '192.0.2.9';
  const token = await open(address);
  let refused = 0;
  await expectServesDuring(server, async () => {
    const waits = Array.from({ length: WAITS }, async () => {
      const { status } = await call(address, 'messages?wait=25', token);
      if (status === 429) refused += 1;
    });
    await expect.poll(() => refused, { timeout: 20_000 }).toBe(WAITS - 8);
    await answerMs('192.0.2.10');
    // Lets those go that are open.
    await say(address, token);
    await Promise.all(waits);
  });
});
