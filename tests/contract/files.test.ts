import { rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredFile } from '../../schemas/model/files.ts';
import { findFilesInUse } from '../../services/engine/files/usage.ts';
import { copyTestSchemas } from '../e2e/support/schemaCopy.ts';
import { uploadTo } from './support/upload.ts';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';

let schemas: string;
let services: TestServices;
let token: string;
let editor: Call;
let png: Buffer;

beforeAll(async () => {
  schemas = copyTestSchemas();
  services = await startServices({}, schemas);
  editor = await services.as('campaign.admin');
  token = await services.tokenOf('campaign.admin');
  png = await picture(250, 168, 'png');
}, 180_000);
afterAll(async () => {
  await services.stop();
  rmSync(schemas, { recursive: true });
});

const picture = (width: number, height: number, format: 'png' | 'jpeg' | 'gif' | 'webp'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#4653c9' } })
    .toFormat(format)
    .toBuffer();

/** The same PNG with another size in its header, whose checksum is made right. */
function sized(original: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(original);
  changed.writeUInt32BE(width, 16);
  changed.writeUInt32BE(height, 20);
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29);
  return changed;
}

interface Upload {
  content: Buffer;
  name?: string;
  entity?: string;
  field?: string;
  bearer?: string | null;
}

const upload = ({
  content,
  name = 'a.png',
  entity = 'order',
  field = 'image',
  bearer = token,
}: Upload): Promise<Answer> =>
  uploadTo(services.app, `/api/v1/files?${new URLSearchParams({ entity, field }).toString()}`, {
    content,
    name,
    token: bearer ?? undefined,
  });

const stored = async (what: Upload): Promise<StoredFile> => {
  const answer = await upload(what);
  expect(answer.status).toBe(201);
  return answer.body as unknown as StoredFile;
};

const staged = (): Promise<string[]> => readdir(join(services.dataDir, 'files', 'staging')).catch(() => []);

describe('an upload', () => {
  it('answers what the file is', async () => {
    const file = await stored({ content: png, name: 'ภาพ หน้า.png' });
    expect(file).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: `/files/${file.id}/${encodeURIComponent('ภาพ หน้า.png')}`,
      type: 'image/png',
      size: png.length,
      width: 250,
      height: 168,
      name: 'ภาพ หน้า.png',
    });
  });

  it('is stored once however often it comes', async () => {
    const [first, second] = [await stored({ content: png }), await stored({ content: png, name: 'b.png' })];
    expect(first.id).not.toBe(second.id);
    const rows = await services.db.query<{ hash: string }>(
      'SELECT DISTINCT hash FROM stored_file WHERE id IN ($1, $2)',
      [first.id, second.id],
    );
    expect(rows).toHaveLength(1);
  });

  it.each([
    ['nobody', null, 401],
    ['who may not write there', 'chatbot.admin', 403],
    ['who may only read there', 'campaign.moderator', 403],
  ])('by %s is refused', async (_, person, status) => {
    const bearer = person === null ? null : await services.tokenOf(person);
    expect((await upload({ content: png, bearer })).status).toBe(status);
  });

  it.each([
    ['an unknown entity', { entity: 'nothing' }],
    ['an unknown field', { field: 'nothing' }],
    ['a field that holds no file', { field: 'name' }],
  ])('for %s is refused', async (_, where) => {
    const answer = await upload({ content: png, ...where });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'MALFORMED', message: expect.stringMatching(/entity|field/) });
  });

  it('that is no form is refused with 415', async () => {
    const answer = await editor('POST', '/api/v1/files?entity=order&field=image', {});
    expect(answer.status).toBe(415);
    expect(answer.body).toMatchObject({ message: 'Send the file as multipart/form-data' });
  });

  it('of a form without a file is refused', async () => {
    const response = await services.app.inject({
      method: 'POST',
      url: '/api/v1/files?entity=order&field=image',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--\r\n',
    });
    expect(response.statusCode).toBe(400);
  });

  /** Uploads a form of the picture and text fields before and behind it. */
  const uploadWith = async (before: Record<string, string>, behind: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(before)) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(png)]), 'a.png');
    for (const [name, value] of Object.entries(behind)) form.append(name, value);
    const encoded = new Response(form);
    const response = await services.app.inject({
      method: 'POST',
      url: '/api/v1/files?entity=order&field=image',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': encoded.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
  };
  const fields = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`field ${at}`, 'text']));

  it('may have text fields beside the file', async () => {
    for (const [before, behind] of [
      [{ name: 'a.png', toString: 'x' }, {}],
      [{}, { name: 'a.png', note: 'สวัสดี' }],
      [fields(20), {}],
    ] as const) {
      const answer = await uploadWith(before, behind);
      expect(answer).toMatchObject({ status: 201, body: { size: png.length, name: 'a.png' } });
    }
  });

  it.each([
    ['many', () => fields(21)],
    ['large', () => ({ note: 'x'.repeat(10_001) })],
  ])('with %s text fields is refused with how many it may have', async (_, before) => {
    const message = 'Beside the file, a form has at most 20 text fields of 10,000 bytes each';
    expect(await uploadWith(before())).toMatchObject({ status: 413, body: { code: 'TOO_LARGE', message } });
    expect(await staged()).toEqual([]);
  });

  it('that is cut off is refused and leaves nothing', async () => {
    const response = await services.app.inject({
      method: 'POST',
      url: '/api/v1/files?entity=order&field=image',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
      payload: Buffer.concat([
        Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
        png,
      ]),
    });
    expect(response.statusCode).toBe(400);
    expect(await staged()).toEqual([]);
  });

  it('of more than the field takes is refused with 413', async () => {
    const answer = await upload({ content: Buffer.concat([png, Buffer.alloc(1048576)]) });
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ code: 'TOO_LARGE', message: 'File too large (1 MB)' });
    expect(await staged()).toEqual([]);
  });

  it('of one byte more than the field takes is refused, of as much is not', async () => {
    const padded = (size: number): Buffer => Buffer.concat([png, Buffer.alloc(size - png.length)]);
    expect((await upload({ content: padded(1048576) })).status).toBe(201);
    expect((await upload({ content: padded(1048577) })).status).toBe(413);
  });
});

describe('the picture of one’s own profile', () => {
  const own = { entity: 'member', field: 'pictureUrl' };
  let agent: Call;
  let bearer: string;
  beforeAll(async () => {
    // Neither may read nor change members.
    agent = await services.as('livechat.agent');
    bearer = await services.tokenOf('livechat.agent');
  });

  it('is uploaded by a signed-in person, stored in their own record, shown to others, and removed', async () => {
    const { url, id } = await stored({ ...own, content: png, bearer });
    const saved = await agent('PUT', '/api/v1/members/me', { pictureUrl: url });
    expect(saved).toMatchObject({ status: 200, body: { pictureUrl: url } });
    const admin = await services.as('cim.admin');
    const { body } = await admin('GET', `/api/v1/members/${String(saved.body['id'])}`);
    expect(body).toMatchObject({ pictureUrl: url });
    const access = await agent('GET', '/permissions/access');
    expect(access.body).toMatchObject({ user: { pictureUrl: `${url}?width=240` } });
    expect(await findFilesInUse(services.db, [id])).toEqual(new Set([id]));
    const removed = await agent('PUT', '/api/v1/members/me', { pictureUrl: '' });
    expect(removed).toMatchObject({ status: 200 });
    expect((await agent('GET', '/api/v1/members/me')).body['pictureUrl'] ?? null).toBeNull();
  });

  it('is nobody else’s to change', async () => {
    const { url } = await stored({ ...own, content: png, bearer });
    const admin = await services.as('cim.admin');
    const { body } = await admin('GET', '/api/v1/members/me');
    const path = `/api/v1/members/${String(body['id'])}`;
    const { networkId: _, ...record } = body;
    expect((await agent('PUT', path, { ...record, pictureUrl: url })).status).toBe(403);
    const byRight = await admin('PUT', path, { ...record, pictureUrl: url });
    expect(byRight).toMatchObject({ status: 422, body: { fields: { '/pictureUrl': expect.any(String) } } });
  });

  it('is no way to other fields or entities', async () => {
    expect((await upload({ content: png, bearer, entity: 'member', field: 'about' })).status).toBe(400);
    expect((await upload({ content: png, bearer, entity: 'member', field: 'roles' })).status).toBe(403);
    expect((await upload({ content: png, bearer, entity: 'profile', field: 'pictureUrl' })).status).toBe(403);
    expect((await upload({ ...own, content: png, bearer: null })).status).toBe(401);
  });

  it.each([
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'Picture must be'],
    ['a GIF', () => picture(20, 20, 'gif'), 'Picture must be JPEG, PNG or WebP'],
    ['half a picture', () => png.subarray(0, png.length / 2), 'The file is damaged'],
  ])('cannot be %s', async (_, content, message) => {
    const answer = await upload({ ...own, content: await content(), bearer });
    expect(answer).toMatchObject({ status: 422, body: { fields: { '': expect.stringContaining(message) } } });
  });

  it('has at most 5 MB', async () => {
    const answer = await upload({ ...own, content: Buffer.concat([png, Buffer.alloc(5 << 20)]), bearer });
    expect(answer).toMatchObject({ status: 413, body: { message: 'File too large (5 MB)' } });
  });

  it('that is no existing upload is rejected, one of another site is stored', async () => {
    const missing = '/files/3f2504e0-4f89-41d3-9a0c-0305e82c3301/a.png';
    const refused = await agent('PUT', '/api/v1/members/me', { pictureUrl: missing });
    expect(refused).toMatchObject({
      status: 422,
      body: { fields: { '/pictureUrl': 'Picture does not exist' } },
    });
    const outside = 'https://pictures.example/face.jpg';
    expect((await agent('PUT', '/api/v1/members/me', { pictureUrl: outside })).body).toMatchObject({
      pictureUrl: outside,
    });
    // Whoever may not read members sees their own all the same.
    const shown = await agent('POST', '/api/v1/files/fetch', { ...own, url: 'https://127.0.0.1/face.jpg' });
    expect(shown).toMatchObject({ status: 200, body: { fault: expect.any(String) } });
    expect(
      (await agent('POST', '/api/v1/files/fetch', { url: outside, entity: 'profile', field: 'pictureUrl' }))
        .status,
    ).toBe(403);
  });
});

describe('a hostile or broken file', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const CASES: [string, () => Buffer | Promise<Buffer>, string][] = [
    ['an empty file', () => Buffer.alloc(0), 'The file is empty'],
    ['an SVG', () => svg, 'Image must be PNG or JPEG'],
    ['HTML by the name of a picture', () => html, 'Image must be PNG or JPEG'],
    ['a GIF by the name of a PNG', () => picture(250, 168, 'gif'), 'Image must be PNG or JPEG'],
    [
      'a GIF that is a script too',
      () => Buffer.from('GIF89a/*\0*/=1;alert(1)//'),
      'Image must be PNG or JPEG',
    ],
    ['a PNG one byte short', () => png.subarray(0, -1), 'The file is damaged or is not what its name says'],
    [
      'a JPEG one byte short',
      async () => (await picture(250, 168, 'jpeg')).subarray(0, -1),
      'The file is damaged or is not what its name says',
    ],
    ['half a PNG', () => png.subarray(0, png.length / 2), 'The file is damaged or is not what its name says'],
    [
      'the first bytes of a PNG before a page',
      () => Buffer.concat([png.subarray(0, 8), html]),
      'The file is damaged or is not what its name says',
    ],
    [
      'a PNG that says to have no pixels',
      () => sized(png, 0, 0),
      'The file is damaged or is not what its name says',
    ],
    [
      'a PNG that says to have billions of pixels',
      () => sized(png, 60_000, 60_000),
      'The picture has too many pixels',
    ],
    ['a picture of another size', () => picture(251, 168, 'png'), 'Image size must be 250 x 168'],
  ];
  it.each(CASES)('%s is refused and leaves nothing', async (_, content, message) => {
    const answer = await upload({ content: await content() });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: 'INVALID', fields: { '': message } });
    expect(await staged()).toEqual([]);
  });

  it('a small picture of more pixels than are taken is refused at once', async () => {
    const bomb = await sharp({
      create: { width: 7200, height: 7200, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9, palette: true })
      .toBuffer();
    const answer = await upload({ content: bomb, field: 'icon' });
    expect(answer.body).toMatchObject({ fields: { '': 'The picture has too many pixels' } });
  }, 60_000);

  it("is told in the field's own words", async () => {
    const answer = await upload({ content: await picture(15, 40, 'png'), field: 'icon' });
    expect(answer.body).toMatchObject({ fields: { '': 'Icons are at least 16 x 16' } });
  });

  it.each([
    ['../../etc/passwd', 'passwd.png'],
    ['..\\..\\boot.ini', 'boot.ini.png'],
    ['/', 'file.png'],
    ['...', 'file.png'],
    ['a\u202egnp.exe', 'agnp.exe.png'],
    ['PHOTO.PNG', 'PHOTO.png'],
    ['x'.repeat(5000), `${'x'.repeat(120)}.png`],
  ])('named %j is called %j', async (name, kept) => {
    const file = await stored({ content: png, name });
    expect(file.name).toBe(kept);
    expect((await editor('GET', file.url)).status).toBe(200);
  });

  it('that is a page behind its picture is served as a picture that runs nothing', async () => {
    const file = await stored({ content: Buffer.concat([png, html]), name: 'x.html' });
    const { headers } = await editor('GET', file.url);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': expect.stringMatching(/^inline; filename="x.html.png"/),
    });
  });
});

describe('serving', () => {
  it('asks for no token and says that nothing changes', async () => {
    const file = await stored({ content: png });
    const response = await services.app.inject({ method: 'GET', url: file.url });
    expect(response.rawPayload.equals(png)).toBe(true);
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const again = await services.app.inject({
      method: 'GET',
      url: file.url,
      headers: { 'if-none-match': String(response.headers['etag']) },
    });
    expect(again.statusCode).toBe(304);
    expect((await services.app.inject({ method: 'HEAD', url: file.url })).body).toBe('');
  });

  it.each(['00000000-0000-4000-8000-000000000000/a.png', 'x/a.png', '..%2f..%2fetc/passwd'])(
    'knows nothing of %s',
    async (path) => expect((await editor('GET', `/files/${path}`)).status).toBe(404),
  );

  it('offers pictures in other widths, the size of which never grows', async () => {
    const large = await picture(1200, 600, 'webp');
    const file = await stored({ content: large, field: 'icon', name: 'a.webp' });
    const sizeOf = async (url: string): Promise<unknown> => {
      const { rawPayload } = await services.app.inject({ method: 'GET', url });
      const { format, width, height } = await sharp(rawPayload).metadata();
      return { format, width, height };
    };
    const wanted = { format: 'webp', width: 300, height: 150 };
    expect(await sizeOf(`${file.url}?width=300`)).toEqual(wanted);
    expect(await sizeOf(`/files/${file.id}/300`)).toEqual(wanted);
    expect((await editor('GET', `${file.url}?width=301`)).status).toBe(400);
    const small = await stored({ content: png });
    expect(await sizeOf(`${small.url}?width=1040`)).toEqual({ format: 'png', width: 250, height: 168 });
  });

  it('saves what is no picture, and gives parts of it', async () => {
    const csv = Buffer.from('\ufeffintent,sample\nhello,"<script>"\n');
    const file = await stored({ content: csv, field: 'paper', name: 'list.csv' });
    const { headers, text } = await editor('GET', file.url);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; /),
    });
    expect(text).toContain('<script>');
    const part = async (range: string): Promise<[number, string, unknown]> => {
      const answer = await services.app.inject({ method: 'GET', url: file.url, headers: { range } });
      return [answer.statusCode, answer.body, answer.headers['content-range']];
    };
    expect(await part('bytes=3-8')).toEqual([206, 'intent', `bytes 3-8/${csv.length}`]);
    expect(await part('bytes=-3')).toEqual([
      206,
      '>"\n',
      `bytes ${csv.length - 3}-${csv.length - 1}/${csv.length}`,
    ]);
    expect(await part('bytes=999-')).toEqual([416, '', `bytes */${csv.length}`]);
  });
});

describe('a record', () => {
  const name = 'with a file';

  it('takes an id or what the API answered, stores the id and answers the file', async () => {
    const file = await stored({ content: png });
    const part = { kind: 'shown', picture: file };
    const made = await editor('POST', '/api/v1/orders', { name, total: 1, image: file.id, parts: [part] });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ image: file, parts: [part] });
    const url = `/api/v1/orders/${String(made.body['id'])}`;
    const [row] = await services.db.query<{ data: unknown }>('SELECT data FROM entity_order WHERE id = $1', [
      made.body['id'],
    ]);
    expect(row?.data).toMatchObject({ image: file.id, parts: [{ picture: file.id }] });
    const changed = await editor('PUT', url, { ...made.body, name: 'changed' });
    expect(changed.body).toMatchObject({ name: 'changed', image: file });
    expect((await editor('GET', url)).body).toMatchObject({ image: file, parts: [part] });
    expect((await editor('GET', '/api/v1/orders?keyword=changed')).body[0]).toMatchObject({ image: file });
    const stale = await editor('PUT', url, { ...made.body, name: 'late' });
    expect(stale.body).toMatchObject({ code: 'STALE', current: { image: file } });
    expect((await editor('GET', `${url}/history`)).body[0]).toMatchObject({ after: { image: file } });
  });

  it.each([
    ['an unknown id', '00000000-0000-4000-8000-000000000000', 'Image does not exist'],
    ['what is no id', 'x', 'Image does not exist'],
    ['an object without one', { url: '/files/x' }, 'Image does not exist'],
    ['a number', 5, 'Image is not of the right kind'],
    ['nothing', undefined, 'Image is required'],
  ])('with %s is refused', async (_, image, message) => {
    const parts = [{ kind: 'said', text: 'Hello' }];
    const { status, body } = await editor('POST', '/api/v1/orders', { name, total: 1, parts, image });
    expect(status).toBe(422);
    expect(body).toMatchObject({ fields: { '/image': message } });
  });

  it('does not take a file that was uploaded for another field', async () => {
    const file = await stored({ content: await picture(20, 20, 'webp'), field: 'icon', name: 'a.webp' });
    const { body } = await editor('POST', '/api/v1/orders', { name, total: 1, image: file.id });
    expect(body).toMatchObject({ fields: { '/image': 'Image must be PNG or JPEG' } });
  });

  it('is described with both forms', async () => {
    const { text } = await editor('GET', '/openapi.json');
    const { components, paths } = JSON.parse(text) as {
      components: { schemas: Record<string, { properties: Record<string, { type: unknown }> }> };
      paths: object;
    };
    expect(components.schemas['OrderCreate']?.properties['image']?.type).toEqual(['string', 'object']);
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/v1/files', '/api/v1/files/fetch']));
  });
});

describe('a picture from outside', () => {
  const fetchIt = (call: Call, url: unknown, field = 'photo'): Promise<Answer> =>
    call('POST', '/api/v1/files/fetch', { url, entity: 'order', field });

  it('that lies inside is not fetched, and the answer says why', async () => {
    const answer = await fetchIt(editor, 'http://127.0.0.1/a.png');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ fault: 'The address is not on the public internet' });
  });

  it('is fetched for those only who may read the field', async () => {
    const url = 'http://127.0.0.1/a.png';
    expect((await fetchIt(await services.as(), url)).status).toBe(401);
    expect((await fetchIt(await services.as('chatbot.admin'), url)).status).toBe(403);
    expect((await fetchIt(await services.as('campaign.moderator'), url)).status).toBe(200);
    expect((await fetchIt(editor, url, 'name')).status).toBe(400);
    expect((await fetchIt(editor, 5)).status).toBe(422);
  });
});
