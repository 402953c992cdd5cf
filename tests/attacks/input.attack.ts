import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectServesDuring, startServer, type AttackedServer } from './support/server.ts';

let server: AttackedServer;
beforeAll(async () => {
  server = await startServer({ RATE_LIMIT: '0' });
});
afterAll(() => server.stop());

/** Sends a file to be imported. @returns the status and what was said */
async function importFile(path: string, content: string, name = 'rows.csv') {
  const form = new FormData();
  form.append('file', new Blob([content], { type: 'text/csv' }), name);
  const response = await fetch(`${server.url}/api/v1/${path}/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

it('a CSV file of five million commas holds nobody up', async () => {
  const statuses: number[] = [];
  await expectServesDuring(server, async () => {
    for (const content of [','.repeat(5_000_000), `name,value\n${','.repeat(4_900_000)}`])
      statuses.push((await importFile('variables', content)).status);
  });
  expect(statuses).toEqual([422, 422]);
});

it('a file name of dots holds nobody up', async () => {
  const statuses: number[] = [];
  await expectServesDuring(server, async () => {
    for (const length of [1_000, 10_000])
      statuses.push((await importFile('variables', 'name,value\n', `${'.'.repeat(length)}x.csv`)).status);
  });
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});

it('many taps at once over many templates hold nobody up', async () => {
  const button = (at: number) => ({
    type: 'buttons',
    altText: 'Choose',
    text: 'Choose',
    actions: [{ type: 'message', label: `Yes ${at}`, text: 'yes' }],
  });
  for (let at = 0; at < 750; at += 1)
    await server.ask('POST', 'templates', {
      ...{ name: `tapped_${at}`, platform: 'multi', messages: [button(at)] },
    });
  const [channel] = (await server.ask('GET', 'channels?type=WEBCHAT')) as unknown as { id: string }[];
  const { messages } = await server
    .ask('GET', 'templates?keyword=tapped_0&take=1')
    .then(
      (found) => (found as unknown as { messages: { actions: { id: string }[] }[] }[])[0] ?? { messages: [] },
    );
  const action = messages[0]?.actions[0]?.id;
  expect(action).toBeDefined();
  const call = async (path: string, body: object, token?: string) => {
    const response = await fetch(`${server.url}/api/v1/webchat/${channel?.id}/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const tokens = await Promise.all(
    Array.from({ length: 20 }, async () => String((await call('sessions', {})).body['token'])),
  );
  await expectServesDuring(server, async () => {
    const answers = await Promise.all(
      tokens.map((token, at) =>
        call('messages', { id: `tap-${at}`, tap: { action, label: 'Yes 0' } }, token),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 202));
  });
});
