import { afterAll, beforeAll, it } from 'vitest';
import { expectServesDuring, startServer, type AttackedServer } from './support/server.ts';

let server: AttackedServer;
beforeAll(async () => {
  server = await startServer({ RATE_LIMIT: '0' });
});
afterAll(() => server.stop());

it('quotes in the people of a broadcast hold nobody up', async () => {
  const [channel] = (await server.ask('GET', 'channels?take=1')) as unknown as { id: string }[];
  const people = `x${'"'.repeat(90_000)}x`;
  await expectServesDuring(server, () =>
    server.ask('POST', 'campaigns/reach', { channel: channel?.id, target: 'manual', people }),
  );
});

it('patterns of entities hold nobody up, whatever people write', async () => {
  for (let at = 0; at < 10; at += 1)
    await server.ask('POST', 'entities', {
      ...{ name: `slow_${at}`, format: 'regex', autoDetect: true },
      pattern: String.raw`\w{0,900}[xy]${at}`,
    });
  const lengths = [100, 300, 500, 1_000];
  await expectServesDuring(server, async () => {
    for (const length of lengths) await server.ask('POST', 'intents/try', { text: 'a'.repeat(length) });
  });
});
