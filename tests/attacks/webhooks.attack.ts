import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { managedTokenVerifier } from '../../services/engine/server/authTokens.ts';
import { customCall, eventKey } from '../contract/support/platforms.ts';
import { expectServesDuring, startServer, type AttackedServer } from './support/server.ts';

const BLANK_INTERVAL_MS = 300;
/** People who write on the channel whose webhook dribbles. */
const WRITERS = 48;
/** What a visitor of another channel waits for an answer, at most. */
const VISITOR_LIMIT_MS = 2_000;

let partner: Server;
let server: AttackedServer;
let dribbling = 0;
const timers = new Set<NodeJS.Timeout>();

beforeAll(async () => {
  partner = createServer((incoming, response) => {
    incoming.resume();
    dribbling += 1;
    const timer = setInterval(() => response.write(' '), BLANK_INTERVAL_MS);
    timers.add(timer);
    response
      .on('close', () => {
        dribbling -= 1;
        clearInterval(timer);
        timers.delete(timer);
      })
      .writeHead(200, { 'content-type': 'application/json' });
  });
  await new Promise<void>((done) => partner.listen(0, '127.0.0.1', done));
  server = await startServer({ RATE_LIMIT: '0' });
  const rule = { match: 'exact', keywords: ['attack hello'], event: 'message' };
  const template = await server.ask('POST', 'templates', {
    ...{ name: 'attack_hello', platform: 'multi', messages: [{ type: 'text', text: 'Hello' }] },
  });
  const reply = { type: 'template', template: template.id };
  await server.ask(
    'POST',
    'chatlogics',
    JSON.parse(
      JSON.stringify({ name: 'attack hello', when: rule, reply }).replace('"reply"', '"then"'),
    ) as object,
  );
});
afterAll(async () => {
  for (const timer of timers) clearInterval(timer);
  partner.closeAllConnections();
  partner.close();
  await server.stop();
});

const partnerUrl = (host = '127.0.0.1'): string =>
  `http://${host}:${(partner.address() as AddressInfo).port}/hook`;

/** A conversation on a page. */
async function openChat(): Promise<{ say: (text: string) => Promise<void>; answers: () => Promise<number> }> {
  const { id } = await server.ask('POST', 'channels', { name: `Chat ${eventKey()}`, type: 'WEBCHAT' });
  const url = `${server.url}/api/v1/webchat/${id}`;
  const opened = await fetch(`${url}/sessions`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
  });
  const { token } = (await opened.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    async say(text) {
      const body = JSON.stringify({ id: eventKey(), text });
      const { ok } = await fetch(`${url}/messages`, { method: 'POST', headers, body });
      expect(ok).toBe(true);
    },
    async answers() {
      const { messages } = (await (await fetch(`${url}/messages`, { headers })).json()) as {
        messages: { from: string }[];
      };
      return messages.filter(({ from }) => from === 'bot').length;
    },
  };
}

/** Milliseconds until a visitor has another answer. */
async function timeToAnswer(chat: Awaited<ReturnType<typeof openChat>>): Promise<number> {
  const before = await chat.answers();
  const since = performance.now();
  await chat.say('attack hello');
  await expect.poll(chat.answers, { timeout: 60_000, interval: 20 }).toBeGreaterThan(before);
  return performance.now() - since;
}

it('visitors of other channels are answered while the webhook of one channel dribbles', async () => {
  const channel = await server.ask('POST', 'channels', {
    ...{ name: 'Dribbling partner', type: 'CUSTOM', webhookUrl: partnerUrl() },
  });
  const key = (channel['once'] as { value: string }).value;
  const chat = await openChat();
  await timeToAnswer(chat);
  await expectServesDuring(server, async () => {
    for (let wave = 0; wave < 3; wave += 1) {
      const events = Array.from({ length: WRITERS / 3 }, () => ({
        ...{ id: eventKey(), at: Date.now(), text: 'attack hello', person: { id: eventKey() } },
      }));
      const { url, headers, payload } = customCall(channel.id, events, key);
      const { status } = await fetch(`${server.url}${url}`, { method: 'POST', headers, body: payload });
      expect(status).toBe(200);
    }
    await expect.poll(() => dribbling, { timeout: 10_000 }).toBeGreaterThan(7);
    for (let time = 0; time < 5; time += 1) expect(await timeToAnswer(chat)).toBeLessThan(VISITOR_LIMIT_MS);
  });
});

it('a webhook of the bot that dribbles holds nobody up but for the first few', async () => {
  const setting = await server.ask('GET', 'networks/current');
  await server.ask('PUT', 'networks/current', {
    ...setting,
    enrichUrl: partnerUrl('localhost'),
    globalDelay: 0,
  });
  const chats = await Promise.all(Array.from({ length: 24 }, openChat));
  await expectServesDuring(server, async () => {
    await Promise.all(chats.map(timeToAnswer));
    for (const chat of chats.slice(0, 5)) expect(await timeToAnswer(chat)).toBeLessThan(VISITOR_LIMIT_MS);
  });
});

it('the keys of a managed user pool that dribble are given up, though garbage was collected meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collecting = setInterval(runInNewContext('gc') as () => void, BLANK_INTERVAL_MS);
  const settings = { region: 'r', userPoolId: 'p', clientId: 'c', jwksUrl: partnerUrl() };
  const part = (json: object): string => Buffer.from(JSON.stringify(json)).toString('base64url');
  const token = `${part({ alg: 'RS256', kid: 'k' })}.${part({ sub: 's' })}.${part({})}`;
  const since = performance.now();
  await expect(managedTokenVerifier(settings)(token)).rejects.toMatchObject({ kind: 'timeout' });
  expect(performance.now() - since).toBeLessThan(8_000);
  clearInterval(collecting);
});
