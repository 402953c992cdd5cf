import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDataFolder } from '../../services/engine/storage/testEngines.ts';
import {
  LINE_SECRET,
  LINE_TOKEN,
  lineCall,
  lineText,
  startPlatforms,
  type Platforms,
  type SignedCall,
} from '../contract/support/platforms.ts';
import { createOwnerClient, kill, startServices, type ServicesProcess } from './servicesProcess.ts';

/** People who write, and how many of them are acknowledged before each kill. */
const PEOPLE = 45;
const KILLED_AFTER = [8, 22];

const folder = await testDataFolder();
let platforms: Platforms;

beforeAll(async () => {
  platforms = await startPlatforms();
});
afterAll(async () => {
  await platforms.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The services as they are started, on the one folder. */
const startHere = (): Promise<ServicesProcess> => startServices(folder, platforms.address);

/** A channel, and a rule that answers everything there; the demo's delay is what a kill falls into. */
async function prepare(url: string): Promise<string> {
  const ask = await createOwnerClient(url);
  const { id } = await ask('POST', 'channels', {
    ...{ name: 'Line of kills', type: 'LINE', token: LINE_TOKEN, secret: LINE_SECRET },
  });
  const { id: template } = await ask('POST', 'templates', {
    ...{ name: 'after_all', platform: 'multi', messages: [{ type: 'text', text: 'After all' }] },
  });
  const when = { event: 'message', match: 'regex', pattern: '^kill \\d+$' };
  const reply = { type: 'template', template };
  await ask(
    'POST',
    'chatlogics',
    JSON.parse(
      `{"name": "kills", "when": ${JSON.stringify(when)}, "then": ${JSON.stringify(reply)}}`,
    ) as object,
  );
  const { version, confidenceThreshold } = await ask('GET', 'networks/current');
  await ask('PUT', 'networks/current', {
    version,
    confidenceThreshold,
    defaultMode: 'BOT',
    globalDelay: 0.2,
  });
  return id;
}

/** Sends calls one after another in a few lanes. @param until stops after so many acknowledgements */
async function sendAll(url: string, calls: SignedCall[], until = Infinity): Promise<number> {
  let [next, acknowledged] = [0, 0];
  const lane = async (): Promise<void> => {
    while (next < calls.length && acknowledged < until) {
      const { url: path, headers, payload: body } = calls[next++] as SignedCall;
      const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body }).catch(() => undefined);
      if (answer?.status === 200) acknowledged += 1;
    }
  };
  await Promise.all([lane(), lane(), lane()]);
  return acknowledged;
}

it('everybody is answered once, although the services are killed among it and the sender repeats', async () => {
  let running = await startHere();
  const channel = await prepare(running.url);
  const tokens = Array.from({ length: PEOPLE }, (_, n) =>
    n % 2 === 0 ? platforms.replyToken() : `U-kill-${n}`,
  );
  const calls = tokens.map((token, n) =>
    lineCall(channel, [
      lineText(`U-kill-${n}`, `kill ${n}`, token.startsWith('reply-') ? { replyToken: token } : {}),
    ]),
  );
  for (const count of KILLED_AFTER) {
    expect(await sendAll(running.url, calls, count)).toBeGreaterThanOrEqual(count);
    await kill(running);
    running = await startHere();
  }
  // A platform that was not answered sends all of it again.
  expect(await sendAll(running.url, calls)).toBe(PEOPLE);
  const ask = await createOwnerClient(running.url);
  const counted = async (): Promise<unknown> => {
    const [from, to] = [new Date(Date.now() - 7_200_000), new Date(Date.now() + 7_200_000)];
    const time = `from=${from.toISOString()}&to=${to.toISOString()}&per=all`;
    const { rows } = await ask('GET', `messages/rollups/messages?${time}&by=source&channel=${channel}`);
    return Object.fromEntries(
      (rows as { by: { source: string }; count: number }[]).map(({ by, count }) => [by.source, count]),
    );
  };
  await expect.poll(counted, { timeout: 60_000, interval: 200 }).toEqual({ USER: PEOPLE, BOT: PEOPLE });
  const replyCounts = tokens.map(
    (token, n) =>
      (platforms.arrived.get(token)?.length ?? 0) +
      (token.startsWith('reply-') ? (platforms.arrived.get(`U-kill-${n}`)?.length ?? 0) : 0),
  );
  expect(replyCounts).toEqual(tokens.map(() => 1));
  await kill(running);
}, 240_000);
