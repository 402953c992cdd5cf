import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CheckResult } from '../../schemas/model/responses.ts';
import { newId } from '../../services/engine/resources/ids.ts';
import { seedRecords } from '../../services/engine/resources/write/seed.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

const UNTIL = { timeout: 20_000, interval: 50 };
const CREATED_AT = '2026-11-21T05:00:00.000Z';
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
/** Paths that are not answered before this is over. */
const slow = new Map<string, Promise<void>>();
let asked = 0;

beforeAll(async () => {
  site = createServer(async ({ url }, response) => {
    const found = shown.get(url ?? '');
    asked += 1;
    await slow.get(url ?? '');
    response.writeHead(found ? 200 : 404, {
      'content-type': 'image/png',
      ...(found?.isSized !== false && { 'content-length': found?.body.length ?? 0 }),
      ...(found?.changed && { 'last-modified': found.changed }),
    });
    response.end(found?.body);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  services = await startServices({ RATE_LIMIT: '0', PUBLIC_URL: 'https://console.example' });
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

/** A template with a picture of the site, from before addresses had to be https. */
async function templateOf(path: string): Promise<string> {
  const url = `${address}${path}`;
  const [id, createdAt, name] = [newId(), CREATED_AT, `pictures_${++number}`];
  const messages = [{ type: 'image', originalContentUrl: url, previewImageUrl: url }];
  await seedRecords(services.db, services.model('message-template'), [
    { id, createdAt, values: { name, platform: 'multi', messages } },
  ]);
  return id;
}
async function draftOf(path: string): Promise<string> {
  const id = newId();
  const values = {
    ...{ name: `pictures_${++number}`, channel, target: 'everyone', content: 'template' },
    ...{ template: await templateOf(path), platform: 'CUSTOM', approval: 'none', status: 'draft' },
  };
  await seedRecords(services.db, services.model('campaign'), [{ id, createdAt: CREATED_AT, values }]);
  return id;
}
const ask = async (id: string): Promise<void> =>
  expect(await editor('POST', `/api/v1/campaigns/${id}/request-approval`, {})).toMatchObject({ status: 200 });
async function readApprovedPictures(id: string): Promise<Record<string, unknown>> {
  const [row] = await services.db.query<{ content: Record<string, unknown> }>(
    'SELECT content FROM broadcast_snapshot WHERE campaign = $1::uuid',
    [id],
  );
  return row?.content ?? {};
}

/** A broadcast with a picture of the site, for which approval was asked once the picture was looked at. */
async function asksFor(path: string): Promise<string> {
  const id = await draftOf(path);
  const before = asked;
  await ask(id);
  await expect.poll(async () => Object.keys(await readApprovedPictures(id)), UNTIL).toContain('pictures');
  // Both places of the message are one address.
  expect(asked - before).toBe(1);
  return id;
}
const checksOf = async (id: string): Promise<CheckResult[]> =>
  (await moderator('POST', `/api/v1/campaigns/${id}/checks/approve`, {})).body['checks'] as CheckResult[];
const picturesOf = async (id: string): Promise<CheckResult | undefined> =>
  (await checksOf(id)).find((one) => one.id === 'pictures');

describe('a picture of another site that changes after approval was requested', () => {
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
      confirmed: (await checksOf(id)).flatMap(({ id: check, digest }) =>
        check === 'pictures' ? [] : (digest ?? []),
      ),
    });
    expect(unconfirmed).toMatchObject({ status: 422, body: { checks: [{ id: 'pictures' }] } });
  });

  it('is compared by its date where the site does not send the size', async () => {
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

describe('a picture that was not loaded when approval was requested', () => {
  it('is warned of, whatever it shows by now', async () => {
    const path = `/${++number}.png`;
    const id = await asksFor(path);
    shown.set(path, { body: pictureOf('a') });
    expect(await picturesOf(id)).toMatchObject({
      level: 'warning',
      text: '2 pictures were not loaded when approval was asked for.',
    });
  });

  it('and arrives after approval was requested for another one leaves that one as it was stored', async () => {
    const [late, other] = [`/${++number}-late.png`, `/${++number}.png`];
    for (const path of [late, other]) shown.set(path, { body: pictureOf('a') });
    let answer = (): void => undefined;
    slow.set(late, new Promise((resolve) => (answer = resolve)));
    const id = await draftOf(late);
    await ask(id);
    const comment = { approvalComment: 'Another picture, please' };
    expect(await moderator('POST', `/api/v1/campaigns/${id}/return`, comment)).toMatchObject({ status: 200 });
    await services.db.query(`UPDATE entity_campaign SET data = data || $2::jsonb WHERE id = $1::uuid`, [
      id,
      JSON.stringify({ template: await templateOf(other) }),
    ]);
    await ask(id);
    const pictures = async (): Promise<string[]> =>
      Object.keys((await readApprovedPictures(id))['pictures'] ?? {});
    await expect.poll(pictures, UNTIL).toEqual([`${address}${other}`]);
    const query = vi.spyOn(services.db, 'query');
    answer();
    await expect
      .poll(
        () => query.mock.calls.filter(([, values]) => JSON.stringify(values)?.includes(late)).length,
        UNTIL,
      )
      .toBe(1);
    await Promise.all(query.mock.results.map(({ value }) => value as Promise<unknown>));
    query.mockRestore();
    expect(await pictures()).toEqual([`${address}${other}`]);
    shown.set(other, { body: pictureOf('b') });
    expect(await picturesOf(id)).toMatchObject({
      text: '2 pictures were changed since approval was asked for.',
    });
  });
});

describe('pictures that were uploaded', () => {
  /** An image carousel on a type of channel, with an uploaded picture of a size. */
  async function squareOf(type: 'LINE' | 'CUSTOM', width: number, height: number) {
    const owner = await services.as('owner');
    const own = {
      LINE: { token: 'line-token-1', secret: 'line-secret-1' },
      CUSTOM: { webhookUrl: `${address}/hook` },
    }[type];
    const { body } = await owner('POST', '/api/v1/channels', { name: `Sizes ${++number}`, type, ...own });
    const [file, id] = [newId(), newId()];
    await services.db.query(
      `INSERT INTO stored_file (id, hash, type, size, width, height, name)
       VALUES ($1::uuid, $2, 'image/png', 1000, $3, $4, 'p.png')`,
      [file, file.replaceAll('-', '').repeat(2), width, height],
    );
    const action = { type: 'message', id: 'a', label: 'Yes', text: 'Yes' };
    const messages = [
      { type: 'image_carousel', altText: 'Choose', columns: [{ imageUrl: `/files/${file}/p.png`, action }] },
    ];
    const values = {
      ...{ name: `Sizes ${number}`, channel: body['id'], target: 'everyone', content: 'written', messages },
      ...{ platform: type, approval: 'none', status: 'draft' },
    };
    await seedRecords(services.db, services.model('campaign'), [{ id, createdAt: CREATED_AT, values }]);
    const admin = await services.as('campaign.admin');
    const answer = await admin('POST', `/api/v1/campaigns/${id}/checks/send`, {});
    return (answer.body['checks'] as CheckResult[]).find((one) => one.id === 'pictures');
  }

  it.each<['LINE' | 'CUSTOM', number, number, CheckResult['level']]>([
    ['LINE', 1024, 1024, 'ok'],
    ['LINE', 1040, 1040, 'warning'],
    ['LINE', 800, 600, 'warning'],
    ['CUSTOM', 1040, 600, 'ok'],
  ])('in an image carousel on %s, %i × %i pixels: %s', async (type, width, height, level) => {
    const found = await squareOf(type, width, height);
    expect(found?.level).toBe(level);
    const said =
      level === 'ok'
        ? { text: '1 picture loads.' }
        : {
            text: '1 picture is not of the size that LINE shows.',
            details: [
              {
                text: `The uploaded file is ${width} × ${height} pixels: in an image carousel LINE shows square pictures of at most 1024 × 1024`,
                at: '/messages/0/columns/0/imageUrl',
              },
            ],
          };
    expect(found).toMatchObject(said);
  });
});
