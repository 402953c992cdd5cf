import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StoredFile } from '../../schemas/model/files.ts';
import { findFilesInUse } from '../../services/engine/files/usage.ts';
import { type Answer, type Call, startServices, type TestServices } from './support/services.ts';
import { uploadTo } from './support/upload.ts';

const ORIGIN = 'https://console.example';
const IMAGE = 'messages.*.<image>.originalContentUrl';
const MAP = 'messages.*.<imagemap>.imgUrl';

let services: TestServices;
let editor: Call;
let token: string;

beforeAll(async () => {
  services = await startServices({ PUBLIC_URL: `${ORIGIN}/` });
  editor = await services.as('chatbot.editor');
  token = await services.tokenOf('chatbot.editor');
}, 180_000);
afterAll(() => services.stop());

const png = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#4653c9' } })
    .png()
    .toBuffer();

async function upload(field: string, content: Buffer, name = 'a.png'): Promise<Answer> {
  const query = new URLSearchParams({ entity: 'template', field }).toString();
  return uploadTo(services.app, `/api/v1/files?${query}`, { content, name, token });
}
async function stored(field: string, content: Buffer): Promise<StoredFile> {
  const answer = await upload(field, content);
  expect(answer.status).toBe(201);
  return answer.body as unknown as StoredFile;
}

const doing = (reply: object): object => JSON.parse(`{"then": ${JSON.stringify(reply)}}`) as object;

let count = 0;
const template = (...messages: object[]) =>
  editor('POST', '/api/v1/templates', { name: `media_${(count += 1)}`, platform: 'multi', messages });
const imagemap = (more: object) => ({
  type: 'imagemap',
  altText: 'Our shops',
  baseSize: { width: 1040, height: 1040 },
  actions: [
    { x: 0, y: 0, width: 520, height: 1040, action: { type: 'message', label: 'Left', text: 'Left' } },
  ],
  ...more,
});

it('keeps uploaded pictures by their addresses, serves them and does not collect them', async () => {
  const file = await stored(IMAGE, await png(1200, 900));
  const small = `/files/${file.id}/700`;
  const made = await template({ type: 'image', originalContentUrl: file.url, previewImageUrl: small });
  expect(made.status).toBe(201);
  expect(made.body['messages']).toEqual([
    { type: 'image', originalContentUrl: file.url, previewImageUrl: small },
  ]);
  const open = await services.app.inject({ url: small });
  expect(open.headers['content-type']).toBe('image/png');
  expect(await sharp(open.rawPayload).metadata()).toMatchObject({ width: 700 });
  expect(await findFilesInUse(services.db, [file.id])).toEqual(new Set([file.id]));
});

it.each([
  [
    'a film',
    IMAGE,
    () => Promise.resolve(Buffer.from('\0\0\0\x18ftypisom0000')),
    'Image must be JPEG or PNG',
  ],
  ['a picture that is not square', MAP, () => png(1040, 900), 'Image must be square, at least 1040 x 1040'],
  ['a picture that is too small', MAP, () => png(300, 300), 'Image must be square, at least 1040 x 1040'],
])('refuses %s', async (_, field, content, message) => {
  const answer = await upload(field, await content());
  expect([answer.status, answer.body['fields']]).toEqual([422, { '': message }]);
});

it('refuses addresses of files that are not there, or that the field does not take', async () => {
  const gone = '/files/00000000-0000-4000-8000-000000000000/a.png';
  const flat = await stored(IMAGE, await png(1200, 900));
  const answer = await template(
    { type: 'image', originalContentUrl: gone, previewImageUrl: 'https://e.com/a.png' },
    imagemap({ imgUrl: flat.url }),
  );
  expect([answer.status, answer.body['fields']]).toEqual([
    422,
    {
      '/messages/0/originalContentUrl': 'Image does not exist',
      '/messages/1/imgUrl': 'Image must be square, at least 1040 x 1040',
    },
  ]);
});

it('derives where the widths of an uploaded imagemap are answered, as LINE is sent it', async () => {
  const file = await stored(MAP, await png(1040, 1040));
  const made = await template(imagemap({ imgUrl: file.url, baseUrl: 'https://e.com/forgotten' }));
  expect(made.status).toBe(201);
  const [message] = made.body['messages'] as Record<string, unknown>[];
  expect(message).toMatchObject({ imgUrl: file.url });
  expect(message).not.toHaveProperty('baseUrl');
  for (const width of [240, 300, 460, 700, 1040]) {
    const answer = await services.app.inject({ url: `/files/${file.id}/${width}` });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width, height: width });
  }
  const developer = await services.as('chatbot.developer');
  const rule = await developer('POST', '/api/v1/chatlogics', {
    name: 'Shows the map',
    when: { event: 'message', match: 'exact', keywords: ['where are your shops'] },
    ...doing({ type: 'template', template: made.body['id'] }),
  });
  expect(rule.status).toBe(201);
  const { body } = await developer('POST', '/api/v1/intents/try', { text: 'where are your shops' });
  expect(body['payloads']).toMatchObject({
    LINE: { messages: [{ type: 'imagemap', baseUrl: `${ORIGIN}/files/${file.id}` }] },
    FACEBOOK: { messages: [{ attachment: { payload: { url: `${ORIGIN}${file.url}` } } }, {}] },
  });
});

it('stores typed addresses as they are, and requires a base URL of an external imagemap', async () => {
  const elsewhere = { imgUrl: 'https://e.com/map.png', baseUrl: 'https://e.com/map' };
  const saved = await template(imagemap(elsewhere));
  expect([saved.status, saved.body['messages']]).toEqual([201, [expect.objectContaining(elsewhere)]]);
  const lacking = await template(imagemap({ imgUrl: elsewhere.imgUrl }));
  expect([lacking.status, lacking.body['fields']]).toEqual([
    422,
    expect.objectContaining({ '/messages/0/baseUrl': 'Please complete the imagemap before saving' }),
  ]);
});

it('fetches pictures for who may see them, and films for who may fill them in', async () => {
  const reader = await services.as('campaign.moderator');
  const look = async (call: Call, field: string): Promise<number> => {
    const body = { url: 'http://127.0.0.1/a', entity: 'template', field };
    return (await call('POST', '/api/v1/files/fetch', body)).status;
  };
  const FILM = 'messages.*.<video>.originalContentUrl';
  expect([await look(reader, IMAGE), await look(reader, FILM)]).toEqual([200, 403]);
  expect([await look(editor, IMAGE), await look(editor, FILM)]).toEqual([200, 200]);
});

it('refuses uploads beyond a person’s allowance of a day', async () => {
  const { id } = (await editor('GET', '/api/v1/members/me')).body;
  const used = (bytes: number) =>
    services.db.query(
      `INSERT INTO file_allowance SELECT $1, (now() AT TIME ZONE 'UTC' + interval '7 hours')::date, $2
       ON CONFLICT (person) DO UPDATE SET bytes = excluded.bytes`,
      [id, bytes],
    );
  await used(2000 * 1024 * 1024);
  const refused = await upload(IMAGE, await png(20, 20));
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({
    code: 'TOO_MANY',
    message: 'One person may upload or link 2 GB of files a day. Try again tomorrow, or ask an administrator',
  });
  await used(0);
  expect((await upload(IMAGE, await png(20, 20))).status).toBe(201);
});
