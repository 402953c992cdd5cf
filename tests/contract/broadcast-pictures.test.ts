import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckResult } from '../../schemas/model/answers.ts';
import { newId } from '../../services/engine/resources/ids.ts';
import { seedRecords } from '../../services/engine/resources/write/seed.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

const UNTIL = { timeout: 20_000, interval: 50 };
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const pictureOf = (letter: string, size = 64): Buffer => Buffer.concat([PNG, Buffer.alloc(size, letter)]);

let services: TestServices;
let moderator: Call;
let editor: Call;
let site: Server;
let address = '';
let channel = '';
let number = 0;
/** What the site shows at each path, whether it tells the size, and of when it says that it is. */
const shown = new Map<string, { body: Buffer; isSized?: boolean; changed?: string }>();
let asked = 0;

beforeAll(async () => {
  site = createServer(({ url }, response) => {
    const found = shown.get(url ?? '');
    asked += 1;
    response.writeHead(found ? 200 : 404, {
      'content-type': 'image/png',
      ...(found?.isSized !== false && { 'content-length': found?.body.length ?? 0 }),
      ...(found?.changed && { 'last-modified': found.changed }),
    });
    response.end(found?.body);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  services = await startServices({ RATE_LIMIT: '0' });
  moderator = await services.as('campaign.moderator');
  editor = await services.as('campaign.editor');
  const owner = await services.as('owner');
  const own = { name: 'Pictures', type: 'CUSTOM', webhookUrl: `${address}/hook` };
  channel = String((await owner('POST', '/api/v1/channels', own)).body['id']);
}, 240_000);
afterAll(async () => {
  await services.stop();
  site.closeAllConnections();
  site.close();
});

/** A broadcast with a picture of the site, for which approval was asked once the picture was looked at. */
async function asksFor(path: string): Promise<string> {
  const url = `${address}${path}`;
  const [id, template] = [newId(), newId()];
  const createdAt = '2026-11-21T05:00:00.000Z';
  const name = `pictures_${++number}`;
  // A template of before its addresses had to be https.
  const messages = [{ type: 'image', originalContentUrl: url, previewImageUrl: url }];
  await seedRecords(services.db, services.model('message-template'), [
    { id: template, createdAt, values: { name, platform: 'multi', messages } },
  ]);
  const values = {
    ...{ name, channel, target: 'everyone', content: 'template', template, platform: 'CUSTOM' },
    ...{ approval: 'none', status: 'draft' },
  };
  await seedRecords(services.db, services.model('campaign'), [{ id, createdAt, values }]);
  const before = asked;
  const answer = await editor('POST', `/api/v1/campaigns/${id}/request-approval`, {});
  expect(answer).toMatchObject({ status: 200 });
  await expect
    .poll(async () => {
      const rows = await services.db.query<{ content: object }>(
        'SELECT content FROM broadcast_snapshot WHERE campaign = $1::uuid',
        [id],
      );
      return Object.keys(rows[0]?.content ?? {});
    }, UNTIL)
    .toContain('pictures');
  // Both places of the message are one address.
  expect(asked - before).toBe(1);
  return id;
}
const picturesOf = async (id: string): Promise<CheckResult | undefined> => {
  const { body } = await moderator('POST', `/api/v1/campaigns/${id}/checks/approve`, {});
  return (body['checks'] as CheckResult[]).find((one) => one.id === 'pictures');
};

describe('a picture of another site that is exchanged after approval was asked for', () => {
  it.each([
    ['other content of the same size', { body: pictureOf('b') }],
    ['another size', { body: pictureOf('a', 128) }],
  ])('%s: whoever approves is warned', async (_, then) => {
    const path = `/${++number}.png`;
    shown.set(path, { body: pictureOf('a') });
    const id = await asksFor(path);
    shown.set(path, then);
    const found = await picturesOf(id);
    expect(found).toMatchObject({
      level: 'warning',
      text: '2 pictures were changed since approval was asked for.',
    });
    expect(found?.details?.[0]).toEqual({
      text: `${address}${path} shows something else than when approval was asked for`,
      at: '/template',
    });
    const unconfirmed = await moderator('POST', `/api/v1/campaigns/${id}/approve`, {
      confirmed: ['audience', 'test'],
    });
    expect(unconfirmed).toMatchObject({ status: 422, body: { checks: [{ id: 'pictures' }] } });
  });

  it('is told by its date where the site does not tell the size', async () => {
    const path = `/${++number}.png`;
    const body = pictureOf('a', 9_000);
    shown.set(path, { body, isSized: false, changed: 'Sat, 21 Nov 2026 05:00:00 GMT' });
    const id = await asksFor(path);
    shown.set(path, { body, isSized: false, changed: 'Sun, 22 Nov 2026 05:00:00 GMT' });
    expect(await picturesOf(id)).toMatchObject({ level: 'warning' });
  });

  it('is as it was where only its date is another one', async () => {
    const path = `/${++number}.png`;
    shown.set(path, { body: pictureOf('a'), changed: 'Sat, 21 Nov 2026 05:00:00 GMT' });
    const id = await asksFor(path);
    shown.set(path, { body: pictureOf('a'), changed: 'Sun, 22 Nov 2026 05:00:00 GMT' });
    expect(await picturesOf(id)).toMatchObject({ level: 'ok', text: '2 pictures load.' });
  });

  it('is not there any more: that is what stops it', async () => {
    const path = `/${++number}.png`;
    shown.set(path, { body: pictureOf('a') });
    const id = await asksFor(path);
    shown.delete(path);
    expect(await picturesOf(id)).toMatchObject({ level: 'stop' });
  });
});
