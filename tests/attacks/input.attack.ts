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

it('a cell of 120,000 blanks holds nobody up in a preview', async () => {
  const channels = (await server.ask('GET', 'channels?take=1')) as unknown as { name: string }[];
  const blanks = ' '.repeat(120_000);
  // As a time, and as a list of texts.
  const row = (at: number) =>
    `Person ${at},${channels[0]?.name},person-${at},2026-01-31${blanks}x,a${blanks}b`;
  const rows = Array.from({ length: 10 }, (_, at) => row(at));
  const mapping = ['displayName', 'channel', 'externalId', 'firstSeen', 'userTags'];
  const file = await importFile('audiences', [mapping.join(','), ...rows].join('\n'));
  expect(file).toMatchObject({ status: 201, body: { rows: 10, mapping } });
  let preview: Record<string, unknown> = {};
  await expectServesDuring(server, async () => {
    const path = `audiences/import/${String(file.body['id'])}/preview`;
    preview = await server.ask('POST', path, { mapping, zone: 'Asia/Bangkok' });
  });
  expect(preview['judgements']).toMatchObject(rows.map(() => ({ verdict: 'refused' })));
});

it('a file name of dots holds nobody up', async () => {
  const statuses: number[] = [];
  await expectServesDuring(server, async () => {
    for (const length of [1_000, 10_000])
      statuses.push((await importFile('variables', 'name,value\n', `${'.'.repeat(length)}x.csv`)).status);
  });
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});
