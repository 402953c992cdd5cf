import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectServesDuring, startServer, type AttackedServer } from './support/server.ts';

const TEMPLATES = 750;
const BUTTONS = 3;
const TAPS = 20;
/** Templates that are stored at the same time. */
const AT_ONCE = 25;

interface Stored {
  messages: { actions: { id: string }[] }[];
}

let server: AttackedServer;
let channel: string;
let actions: string[];
beforeAll(async () => {
  server = await startServer({ RATE_LIMIT: '0' });
  const channels = (await server.ask('GET', 'channels?type=WEBCHAT')) as unknown as { id: string }[];
  channel = channels[0]?.id ?? '';
  const stored: Stored[] = [];
  for (let from = 0; from < TEMPLATES; from += AT_ONCE) {
    const numbers = Array.from({ length: AT_ONCE }, (_, at) => from + at);
    stored.push(...(await Promise.all(numbers.map((number) => template(number)))));
  }
  actions = stored.flatMap(({ messages }) => messages.flatMap((one) => one.actions.map(({ id }) => id)));
});
afterAll(() => server.stop());

/** A template with as many buttons as its messages may have. */
function template(number: number): Promise<Stored> {
  const button = (at: number) => ({ type: 'message', label: `Yes ${at}`, text: 'yes' });
  const message = {
    ...{ type: 'buttons', altText: 'Choose', text: 'Choose' },
    actions: Array.from({ length: BUTTONS }, (_, at) => button(at)),
  };
  const body = {
    name: `tapped_${number}`,
    platform: 'multi',
    messages: Array.from({ length: 5 }, () => message),
  };
  return server.ask('POST', 'templates', body) as unknown as Promise<Stored>;
}

async function call(path: string, body: object, token?: string) {
  const response = await fetch(`${server.url}/api/v1/webchat/${channel}/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

it('many taps at once over many templates hold nobody up', async () => {
  expect(new Set(actions).size).toBe(TEMPLATES * 5 * BUTTONS);
  const tokens = await Promise.all(
    Array.from({ length: TAPS }, async () => String((await call('sessions', {})).body['token'])),
  );
  await expectServesDuring(server, async () => {
    const answers = await Promise.all(
      tokens.map((token, at) => {
        const action = actions[Math.floor((at * actions.length) / TAPS)];
        return call('messages', { id: `tap-${at}-tapped`, tap: { action, label: 'Yes 0' } }, token);
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 202));
    // Until the bot has dealt with each: a button of words is answered by what the words mean.
    const deliveries = tokens.map(async (token) => {
      const response = await fetch(`${server.url}/api/v1/webchat/${channel}/messages?after=1&wait=25`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return ((await response.json()) as { messages: unknown[] }).messages.length;
    });
    expect(Math.min(...(await Promise.all(deliveries)))).toBeGreaterThan(0);
  });
});
