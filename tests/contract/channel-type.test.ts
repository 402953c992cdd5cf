import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerChannelType as registerSchema } from '../../schemas/channels/registry.ts';
import {
  assertChannelTypes,
  registerChannelType as registerService,
} from '../../services/channels/registry.ts';
import { pigeon as pigeonSchema } from '../channels/schemas/pigeon/index.ts';
import { carried, pigeon as pigeonService, RIGHT_TOKEN } from '../channels/services/pigeon/index.ts';
import { confirmed } from './support/confirmed.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

const SLOW = { timeout: 30_000 };
const SECRET = 'secret-of-the-dovecote';
const PERSON = 'dove-0001';

/** A fifth type of channel that lives in the tests alone, through its whole life. */
describe('a type of channel from outside', () => {
  let folder: string;
  let services: TestServices;
  let admin: Call;
  let channel: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'schemas-'));
    cpSync('schemas', folder, { recursive: true, filter: (path) => !path.endsWith('.ts') });
    for (const file of ['channel.json', 'fields.json'])
      cpSync(join('tests/channels/schemas/pigeon', file), join(folder, 'channels/pigeon', file));
    registerSchema(pigeonSchema);
    registerService(pigeonService);
    services = await startServices({}, folder);
    admin = await services.as('owner');
    await services.app.startModules();
    await services.jobs.start();
  }, 240_000);
  afterAll(async () => {
    await services.stop();
    rmSync(folder, { recursive: true });
  });

  const write = (text: string, secret = SECRET) =>
    services.app.inject({
      method: 'POST',
      url: `/webhooks/pigeon/${channel}`,
      headers: { 'x-pigeon-secret': secret, 'content-type': 'application/json' },
      payload: JSON.stringify({ letters: [{ id: text, from: PERSON, at: Date.now(), text }] }),
    });

  it('is created with its own fields, and tested', async () => {
    const values = {
      name: 'Dovecote',
      type: 'pigeon',
      secret: SECRET,
      token: 'a wrong one'.replaceAll(' ', '-'),
    };
    const made = await admin('POST', '/api/v1/channels', values);
    expect(made).toMatchObject({ status: 201, body: { type: 'PIGEON', credentials: 'unchecked' } });
    channel = String(made.body['id']);
    const failed = await admin('POST', `/api/v1/channels/${channel}/test`, {});
    expect(failed.body).toMatchObject({ credentials: 'failed' });
    const stored = await admin('GET', `/api/v1/channels/${channel}`);
    const changed = await admin('PUT', `/api/v1/channels/${channel}`, {
      ...values,
      token: RIGHT_TOKEN,
      version: stored.body['version'],
    });
    expect(changed).toMatchObject({ status: 200 });
    const works = await admin('POST', `/api/v1/channels/${channel}/test`, {});
    expect(works.body).toMatchObject({ credentials: 'works', credentialsNote: 'The pigeons are home' });
  });

  it('has the field of its folder, which other types do not have', async () => {
    const wrong = await admin('POST', '/api/v1/channels', { name: 'Attic', type: 'PIGEON', loft: 'attic' });
    expect(wrong).toMatchObject({
      status: 422,
      body: { fields: { '/loft': 'Loft begins with a capital letter' } },
    });
    const other = await admin('POST', '/api/v1/channels', { name: 'A line', type: 'LINE', loft: 'Attic' });
    expect(other.body).not.toMatchObject({ loft: 'Attic' });
  });

  it('is tested anew once its own field has changed', async () => {
    const { body } = await admin('GET', `/api/v1/channels/${channel}`);
    expect(body).toMatchObject({ credentials: 'works' });
    const changed = await admin('PUT', `/api/v1/channels/${channel}`, { ...body, loft: 'Tower' });
    expect(changed.body).toMatchObject({ loft: 'Tower', credentials: 'unchecked' });
    expect(changed.body['credentialsNote'] ?? null).toBeNull();
  });

  it('takes what people write, signed only, and answers', async () => {
    expect((await write('hello', 'another')).statusCode).toBe(401);
    const taken = await write('hello');
    expect([taken.statusCode, taken.json()]).toEqual([200, { stored: 1 }]);
    await expect.poll(() => carried.get(PERSON)?.length ?? 0, SLOW).toBeGreaterThan(0);
    const person = await expect
      .poll(
        async () => (await admin('GET', `/api/v1/audiences?channel=${channel}`)).body[0]?.['displayName'],
        SLOW,
      )
      .toBe(`Keeper of ${PERSON}`)
      .then(async () => (await admin('GET', `/api/v1/audiences?channel=${channel}`)).body[0]);
    const conversation = await admin('GET', `/api/v1/audiences/${String(person?.['id'])}/conversation`);
    expect(conversation.text).toContain('hello');
  });

  it('gets broadcasts, within its window', async () => {
    const reach = await admin('POST', '/api/v1/campaigns/reach', { channel, target: 'everyone' });
    expect(reach.body).toMatchObject({
      reach: { people: 1, targeted: 1, outsideWindow: 0 },
      quota: null,
      isConnected: true,
    });
    const messages = [{ type: 'text', text: 'News from the dovecote' }];
    const made = await admin('POST', '/api/v1/campaigns', {
      name: 'To all pigeons',
      channel,
      target: 'everyone',
      messages,
    });
    expect(made).toMatchObject({ status: 201, body: { platform: 'PIGEON' } });
    const tooLong = await admin('POST', '/api/v1/campaigns', {
      name: 'Too long a letter',
      channel,
      target: 'everyone',
      messages: [{ type: 'text', text: 'x'.repeat(301) }],
    });
    expect(tooLong).toMatchObject({
      status: 422,
      body: { fields: { '/messages/0/text': 'Text must be less than 300 characters' } },
    });
    const id = String(made.body['id']);
    expect(await admin('POST', `/api/v1/campaigns/${id}/send`, confirmed('send'))).toMatchObject({
      status: 200,
    });
    await services.db.query(`UPDATE entity_campaign SET data = data || $2::jsonb WHERE id = $1::uuid`, [
      id,
      JSON.stringify({ startsAt: new Date().toISOString() }),
    ]);
    await services.db.transaction((tx) => services.jobs.enqueue(tx, 'broadcast.start', { id }));
    await expect
      .poll(async () => (await admin('GET', `/api/v1/campaigns/${id}`)).body['status'], SLOW)
      .toBe('executed');
    expect(carried.get(PERSON)?.at(-1)).toEqual({ note: 'News from the dovecote' });
  });

  it('is a choice of filters and in the description of the API, and no menus or chat ads lead to it', async () => {
    const listed = await admin('GET', '/api/v1/channels?type=PIGEON');
    expect(listed.body.length).toBe(1);
    expect((await admin('GET', '/openapi.json')).text).toContain('/webhooks/pigeon/{id}');
    expect(await admin('GET', `/api/v1/richmenus/channels/${channel}/active`)).toMatchObject({ status: 404 });
    // Who asks for channels that menus or ads may lead to is given none of this type.
    const { fields } = services.model('chat-ad');
    const where = fields.find(({ name }) => name === 'channel')?.reference?.where;
    expect(where).toEqual({ type: 'LINE' });
    const menus = await admin('GET', '/api/v1/richmenus/channels');
    expect(menus.text).not.toContain('PIGEON');
  });

  it('is refused by its name where a part is missing', () => {
    const { fetchProfile: _, ...rest } = pigeonService;
    registerSchema({ ...pigeonSchema, type: 'HALF' });
    registerService({ ...rest, type: 'HALF' });
    expect(() => assertChannelTypes(['LINE', 'HALF'])).toThrow(
      'Channel type HALF lacks fetchProfile, for its capability fetchesProfiles',
    );
    expect(() => assertChannelTypes(['NOBODY'])).toThrow(
      'Channel type NOBODY lacks its schema side (schemas/channels), its service side (services/channels)',
    );
  });
});
