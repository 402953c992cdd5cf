import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { folderStore } from '../../services/engine/files/folderStore.ts';
import { SYSTEM } from '../../services/engine/resources/write/actor.ts';
import { records } from '../../services/engine/resources/write/records.ts';
import { LineMenus } from './support/lineMenus.ts';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';
import { uploadTo } from './support/upload.ts';

const line = new LineMenus();
let services: TestServices;
let admin: Call;
let cim: Call;
let token: string;
let images: Record<'original' | 'compact', string>;
let vip: string;
let number = 0;

const CHANNELS = '/api/v1/richmenus/channels';
const MINUTE = 60_000;
const soon = (minutes = 10): string => new Date(Date.now() + minutes * MINUTE).toISOString();
const bodies = (answer: Answer): Record<string, unknown>[] =>
  answer.body as unknown as Record<string, unknown>[];

/** @param noise a picture that no format makes small */
const upload = async (
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'gif' = 'png',
  noise = false,
) => {
  const raw = { width, height, channels: 3 as const };
  const picture = noise
    ? sharp(randomBytes(width * height * 3), { raw })
    : sharp({ create: { ...raw, background: '#0b6a78' } });
  const content = await picture.toFormat(format).toBuffer();
  return uploadTo(services.app, '/api/v1/files?entity=rich-menu&field=image', {
    content,
    name: `a.${format}`,
    token,
  });
};
const area = (label: string) => ({ action: { type: 'message', label, text: label } });
const menuOf = (values: object = {}) => ({
  name: `Menu ${++number}`,
  size: 'original',
  pattern: 'L7',
  image: images.original,
  areas: [area('Stores')],
  ...values,
});
const made = async (url: string, values: object, by: Call = admin) => {
  const answer = await by('POST', url, values);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as Record<string, unknown> & { id: string; version: number };
};
const menu = (values: object = {}) => made('/api/v1/richmenus', menuOf(values));
const channel = (values: object = { token: line.token, secret: 'secret-of-the-channel' }) =>
  made('/api/v1/channels', { name: `Line ${++number}`, type: 'LINE', ...values }, cim);
const faultsOf = async (values: object) => {
  const { status, body } = await admin('POST', '/api/v1/richmenus', menuOf(values));
  expect([409, 422]).toContain(status);
  return body['fields'];
};

beforeAll(async () => {
  const address = await line.start();
  services = await startServices({ LINE_API_URL: address, LINE_DATA_URL: address });
  admin = await services.as('campaign.admin');
  cim = await services.as('cim.admin');
  token = await services.tokenOf('campaign.admin');
  const id = async (answer: Promise<Answer>) => String((await answer).body['id']);
  images = { original: await id(upload(2500, 1686)), compact: await id(upload(2500, 843, 'jpeg')) };
  const conditions = [{ field: 'tag', is: 'any', tags: ['rich-menu-vip'] }];
  vip = (await made('/api/v1/segments', { name: 'The important', who: { match: 'all', conditions } })).id;
  await services.jobs.start();
}, 180_000);
afterAll(async () => {
  await services.stop();
  line.stop();
});
beforeEach(() => {
  line.calls = [];
  line.nextFailures = [];
});

describe('a rich menu', () => {
  it('takes a picture of its size, JPEG or PNG, of 1 MB at most', async () => {
    expect(await upload(2500, 1686, 'gif')).toMatchObject({
      body: { fields: { '': 'Image must be JPEG or PNG' } },
    });
    expect(await upload(250, 168)).toMatchObject({
      status: 422,
      body: { fields: { '': 'Image size must be 2500 x 1686 or 2500 x 843' } },
    });
    expect(await upload(2500, 1686, 'png', true)).toMatchObject({
      status: 413,
      body: { message: 'File too large (1 MB)' },
    });
    const wrong = { size: 'compact', pattern: 'C5', image: images.original };
    expect(await faultsOf(wrong)).toEqual({ '/image': 'Image size must be 2500 x 843' });
    expect(await faultsOf({ pattern: 'C5' })).toEqual({ '/pattern': 'Choose a pattern of this size' });
  });

  it('has an action in every area of its pattern, and in no more', async () => {
    expect(await faultsOf({ areas: [area('A'), area('B')] })).toEqual({ '/areas': 'Maximum action area' });
    expect(await faultsOf({ pattern: 'L1' })).toEqual({ '/areas': 'Every area needs an action' });
    expect(await faultsOf({ areas: [{}] })).toEqual({ '/areas/0/action': 'Action is required' });
    const camera = [{ action: { type: 'camera', label: 'A' } }];
    expect(Object.keys((await faultsOf({ areas: camera })) as object)).toEqual(['/areas/0/action']);
    await menu({ size: 'compact', pattern: 'C1', image: images.compact, areas: ['A', 'B', 'C'].map(area) });
  });

  it('has a name of its own', async () => {
    const { name } = await menu();
    expect(await faultsOf({ name })).toEqual({ '/name': 'Please change your rich menus name' });
  });

  it('in use is neither changed nor deleted, but copied', async () => {
    const { id: at } = await channel({});
    const one = await menu();
    const url = `/api/v1/richmenus/${one.id}`;
    const links = await Promise.all(
      [1, 2].map((priority) =>
        made(`${CHANNELS}/${at}/active`, {
          ...{ richmenu: one.id, chatBarText: 'Menu', default: false, segment: vip },
          priority: `0${priority}`,
        }),
      ),
    );
    const { body: used } = await admin('GET', url);
    expect(used).toMatchObject({ use: 'used', _count: { links: 2 } });
    expect(await admin('PUT', url, { ...used, name: `Menu ${++number}` })).toMatchObject({
      status: 409,
      body: { code: 'STATE', message: 'A rich menu in use cannot be edited. Preview or duplicate it.' },
    });
    expect(await admin('DELETE', url)).toMatchObject({ status: 409 });
    expect(await admin('POST', `${url}/duplicate`)).toMatchObject({ status: 201, body: { use: 'free' } });
    // Both at once: each sees the other go.
    await Promise.all(links.map(({ id }) => admin('DELETE', `${CHANNELS}/${at}/active/${id}`)));
    expect((await admin('GET', url)).body).toMatchObject({ use: 'free' });
    expect(await admin('DELETE', url)).toMatchObject({ status: 200 });
  });
});

describe('the calls of the management pages', () => {
  it('list LINE channels alone, with how many menus are active and upcoming', async () => {
    const { id } = await channel({});
    const facebook = await made('/api/v1/channels', { name: `Page ${++number}`, type: 'FACEBOOK' }, cim);
    const link = { richmenu: (await menu()).id, chatBarText: 'เมนู' };
    await made(`${CHANNELS}/${id}/active`, link);
    await made(`${CHANNELS}/${id}/upcoming`, { ...link, triggerTime: soon() });
    const listed = bodies(await admin('GET', `${CHANNELS}?take=100`));
    const counts = { activeRichmenu: 1, upcomingRichmenu: 1 };
    expect(listed).toContainEqual(expect.objectContaining({ id, _count: counts }));
    expect(listed.map((one) => one['type'])).not.toContain('FACEBOOK');
    expect((await admin('GET', `${CHANNELS}/${id}`)).body).toMatchObject({ id, _count: counts });
    for (const address of ['active', 'links'])
      expect(await admin('GET', `${CHANNELS}/${facebook.id}/${address}`)).toMatchObject({
        status: 404,
        body: { message: 'Channel not found' },
      });
  });

  it('answer pages, of which the eleventh says that there are more', async () => {
    const { id } = await channel({});
    const link = { richmenu: (await menu()).id, chatBarText: 'Menu', default: false, segment: vip };
    for (let at = 1; at <= 12; at += 1)
      await made(`${CHANNELS}/${id}/upcoming`, { ...link, triggerTime: soon(at * 10) });
    const first = bodies(await admin('GET', `${CHANNELS}/${id}/upcoming?take=11`));
    expect(first).toHaveLength(11);
    const last = String(first[9]?.['id']);
    const next = bodies(await admin('GET', `${CHANNELS}/${id}/upcoming?take=11&cursorId=${last}&skip=1`));
    expect(next).toHaveLength(2);
    expect(next[0]).toMatchObject({
      id: first[10]?.['id'],
      segment: { name: 'The important' },
      priority: '01',
    });
    expect(await admin('GET', `${CHANNELS}/${id}/upcoming?nosuch=1`)).toMatchObject({ status: 422 });
  });

  it('answer active ones page by page in the order in which they win', async () => {
    const { id } = await channel({});
    const richmenu = (await menu()).id;
    const path = `${CHANNELS}/${id}/active`;
    await made(path, { richmenu, chatBarText: 'All' });
    for (const priority of ['07', '02', '40', '11', '23'])
      await made(path, { richmenu, chatBarText: priority, default: false, segment: vip, priority });
    const titlesOf = (rows: Record<string, unknown>[]) => rows.map(({ chatBarText }) => chatBarText);
    const first = bodies(await admin('GET', `${path}?take=4`));
    expect(titlesOf(first)).toEqual(['02', '07', '11', '23']);
    const rest = `${path}?take=4&skip=1&cursorId=`;
    expect(titlesOf(bodies(await admin('GET', rest + String(first[3]?.['id']))))).toEqual(['40', 'All']);
    expect(await admin('GET', `${rest}00000000-0000-4000-8000-000000000000`)).toMatchObject({ status: 400 });
  });

  it.each([
    [{ chatBarText: 'Menu!' }, '/chatBarText', 'Wrong format menu bar label'],
    [{ chatBarText: 'สวัสดีปีใหม่นะคะทุกท่าน' }, '/chatBarText', /14/],
    [{ default: false }, '/segment', /required/],
    [{ default: false, priority: '00' }, '/priority', 'Priority must be 01 to 99'],
    [{ triggerTime: '2020-01-01T00:00:00Z' }, '/triggerTime', 'You cannot choose time in the past'],
    [{ triggerTime: '' }, '/triggerTime', 'Date to link is required'],
    [{ richmenu: '' }, '/richmenu', /required/],
  ])('refuse %j', async (values, pointer, message) => {
    const { id } = await channel({});
    const link = { richmenu: (await menu()).id, chatBarText: 'Menu', triggerTime: soon(), ...values };
    const { status, body } = await admin('POST', `${CHANNELS}/${id}/upcoming`, link);
    expect(status).toBe(422);
    expect((body['fields'] as Record<string, string>)[pointer]).toMatch(message);
  });

  it('leave one menu for all users active when one that was replaced is restored', async () => {
    const { id } = await channel({});
    const link = { richmenu: (await menu()).id, chatBarText: 'Menu' };
    const first = await made(`${CHANNELS}/${id}/active`, link);
    const second = await made(`${CHANNELS}/${id}/active`, link);
    const active = async () => bodies(await admin('GET', `${CHANNELS}/${id}/active`)).map((one) => one['id']);
    expect(await active()).toEqual([second.id]);
    const url = `${CHANNELS}/${id}/links/${first.id}`;
    const [entry] = bodies(await admin('GET', `${url}/history`));
    const back = await admin('POST', `${url}/restore`, { historyId: entry?.['id'], version: 2 });
    expect(back).toMatchObject({ status: 200, body: { state: 'upcoming' } });
    // It is for now: it takes its turn as a new one does.
    await vi.waitFor(async () => expect(await active()).toEqual([first.id]), {
      timeout: 30_000,
      interval: 50,
    });
  });

  it('have a plain collection beside them, where a link without a time is active at once', async () => {
    const { id } = await channel({});
    const { id: richmenu, name } = await menu();
    const links = `${CHANNELS}/${id}/links`;
    const link = { richmenu, chatBarText: 'Menu', default: false, segment: vip };
    const now = await admin('POST', links, { ...link, priority: '40' });
    expect(now).toMatchObject({
      status: 201,
      body: { name, size: 'original', state: 'active', activeSince: expect.any(String) as string },
    });
    const { body: later } = await admin('POST', links, { ...link, priority: '02', triggerTime: soon() });
    expect(later).toMatchObject({ state: 'upcoming' });
    const { triggerTime: _, ...untimed } = later;
    expect(await admin('PUT', `${links}/${String(later['id'])}`, untimed)).toMatchObject({
      status: 200,
      body: { state: 'active' },
    });
    const rows = bodies(await admin('GET', `${links}?state=active&sort=rank`));
    expect(rows.map((one) => [one['priority'], one['rank']])).toEqual([
      ['02', 1],
      ['40', 2],
    ]);
    expect(await admin('DELETE', `${links}/${String(later['id'])}`)).toMatchObject({ status: 200 });
    const retried = await admin('POST', `${links}/${String(now.body['id'])}/retry`);
    expect(retried).toMatchObject({ status: 409, body: { code: 'STATE' } });
    expect(bodies(await admin('GET', links))).toMatchObject([{ rank: 1 }]);
  });

  it('refuse a date for what is linked now', async () => {
    const { id } = await channel({});
    const link = { richmenu: (await menu()).id, chatBarText: 'Menu' };
    for (const triggerTime of [soon(), '2020-01-01T00:00:00Z', 'tomorrow', 7]) {
      const { status, body } = await admin('POST', `${CHANNELS}/${id}/active`, { ...link, triggerTime });
      expect([status, body['fields']]).toEqual([
        422,
        { '/triggerTime': 'A rich menu that is linked now has no date to link' },
      ]);
    }
    expect(bodies(await admin('GET', `${CHANNELS}/${id}/active`))).toEqual([]);
    for (const triggerTime of [null, '']) await made(`${CHANNELS}/${id}/active`, { ...link, triggerTime });
  });

  it.each([{}, { default: false, priority: '07' }])('take what they answered back: %j', async (audience) => {
    const { id } = await channel({});
    const segment = 'default' in audience ? { segment: vip } : {};
    const link = { richmenu: (await menu()).id, chatBarText: 'Menu', ...audience, ...segment };
    const at = `${CHANNELS}/${id}/upcoming`;
    const url = `${at}/${(await made(at, { ...link, triggerTime: soon() })).id}`;
    const { version, ...item } = (await admin('GET', url)).body;
    const again = await admin('PUT', url, { ...item, version });
    expect(again).toMatchObject({ status: 200, body: item });
    expect((await admin('GET', url)).body).toEqual(again.body);
    const other = { ...again.body, richmenu: { id: (await menu()).id } };
    expect((await admin('PUT', url, other)).body).toMatchObject({ richmenu: other.richmenu });
    const { body } = await admin('PUT', url, { ...item, richmenu: { name: 'x' }, picture: item['image'] });
    expect(body['fields']).toEqual({
      '/picture': 'Unknown field "picture"',
      '/richmenu': 'Rich menu is not of the right kind',
    });
    const { id: copy } = await made(at, item);
    expect((await admin('GET', `${at}/${copy}`)).body).toMatchObject({ segment: item['segment'] });
  });

  it('change and delete what is upcoming, and delete what is active', async () => {
    const { id } = await channel({});
    const [one, other] = [await menu(), await menu()];
    const link = { richmenu: one.id, chatBarText: 'Menu', triggerTime: soon() };
    const { id: upcoming, version } = await made(`${CHANNELS}/${id}/upcoming`, link);
    const url = `${CHANNELS}/${id}/upcoming/${upcoming}`;
    const changed = { ...link, richmenu: other.id, chatBarText: 'เมนูใหม่', version };
    expect((await admin('PUT', url, changed)).body).toMatchObject({
      ...{ chatBarText: 'เมนูใหม่', richmenu: { name: other['name'], image: { width: 2500 } } },
      image: expect.stringContaining('/files/'),
    });
    expect(await admin('PUT', url, changed)).toMatchObject({ status: 409, body: { code: 'STALE' } });
    expect((await admin('GET', `/api/v1/richmenus/${one.id}`)).body).toMatchObject({ use: 'free' });
    expect(await admin('DELETE', `${CHANNELS}/${id}/active/${upcoming}`)).toMatchObject({ status: 404 });
    // Without a time it is for now.
    const { triggerTime: _, version: __, ...now } = changed;
    expect((await admin('PUT', url, now)).body).toMatchObject({ state: 'active' });
    expect(await admin('GET', url)).toMatchObject({ status: 404 });
    expect(await admin('DELETE', `${CHANNELS}/${id}/active/${upcoming}`)).toMatchObject({ status: 200 });
    expect((await admin('GET', `/api/v1/richmenus/${other.id}`)).body).toMatchObject({ use: 'free' });
  });
});

/** What LINE has, as the names of the menus that were made here. */
const settled = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 30_000, interval: 50 });
const stateOf = async (at: string) =>
  bodies(await admin('GET', `${CHANNELS}/${at}/active`)).map(({ lineState, lineFault }) => [
    lineState,
    lineFault,
  ]);
const person = (at: string, externalId: string, tags: string[] = []) =>
  made('/api/v1/audiences', {
    ...{ displayName: externalId, channel: at, externalId, userTags: tags, followState: 'following' },
  });
const nameAt = (id: string | undefined) => line.menus.get(id ?? '')?.name.replace(/ · .*/, '');

describe('LINE', () => {
  it('is given what the links say, and nothing is left behind', async () => {
    const { id: at } = await channel();
    const link = async (values: object = {}) => {
      const one = await menu();
      const { id } = await made(`${CHANNELS}/${at}/active`, {
        richmenu: one.id,
        chatBarText: 'Menu',
        ...values,
      });
      return { id, name: String(one['name']) };
    };
    const anna = await person(at, 'U-anna', ['rich-menu-vip']);
    const ben = await person(at, 'U-ben');
    const first = await link();
    await settled(() => expect(nameAt(line.default)).toBe(first.name));
    const special = await link({ default: false, segment: vip, selected: false });
    await settled(() => expect(nameAt(line.people.get('U-anna'))).toBe(special.name));
    expect(line.people.has('U-ben')).toBe(false);
    expect([...line.menus.values()].find(({ name }) => name.startsWith(special.name))).toMatchObject({
      ...{ selected: false, chatBarText: 'Menu', image: { type: 'image/png' } },
    });

    // A new default replaces the one before, which does not come back.
    const second = await link();
    await settled(() => expect(nameAt(line.default)).toBe(second.name));
    await settled(() => expect(line.menus.size).toBe(2));
    const active = bodies(await admin('GET', `${CHANNELS}/${at}/active`));
    expect(active.map(({ id }) => id).toSorted()).toEqual([second.id, special.id].toSorted());
    const why = await admin('GET', `${CHANNELS}/${at}/resolve/${anna.id}`);
    expect(why.body).toEqual({
      winner: special.id,
      verdicts: [
        { id: special.id, reason: 'wins' },
        { id: second.id, reason: 'segment-first' },
      ],
    });
    expect((await admin('GET', `${CHANNELS}/${at}/resolve/${ben.id}`)).body).toMatchObject({
      winner: second.id,
    });

    // Who joins gets it, who leaves loses it; nobody else is linked again.
    await admin('PUT', `/api/v1/audiences/${ben.id}`, { ...ben, userTags: ['rich-menu-vip'] });
    await admin('PUT', `/api/v1/audiences/${anna.id}`, { ...anna, userTags: [] });
    await services.db.transaction((tx) => services.jobs.enqueue(tx, 'rich-menu.follow', {}));
    await settled(() => expect([...line.people.keys()]).toEqual(['U-ben']));

    await admin('DELETE', `${CHANNELS}/${at}/active/${special.id}`);
    await admin('DELETE', `${CHANNELS}/${at}/active/${second.id}`);
    await settled(() => expect([line.menus.size, line.people.size, line.default]).toEqual([0, 0, undefined]));
  });

  it.each([
    ['it fails before a menu is made', { on: /^POST \/v2\/bot\/richmenu$/, status: 500 }],
    ['its answer is lost', { on: /^POST \/v2\/bot\/richmenu$/, status: 502, after: true }],
    ['the picture does not arrive', { on: /content$/, status: 500 }],
    ['its limit is reached', { on: /richmenu\/list$/, status: 429 }],
    ['the default is not set', { on: /^POST \/v2\/bot\/user\/all/, status: 503 }],
  ])('has one menu in the end where %s', async (_, trouble) => {
    const { id: at } = await channel();
    const one = await menu();
    line.nextFailures = [trouble];
    const { id } = await made(`${CHANNELS}/${at}/active`, { richmenu: one.id, chatBarText: 'Menu' });
    await settled(async () =>
      expect(await stateOf(at)).toEqual([['waiting', expect.stringContaining('LINE')]]),
    );
    await admin('POST', `${CHANNELS}/${at}/active/${id}/retry`);
    await settled(async () => expect(await stateOf(at)).toEqual([['linked', null]]));
    expect(nameAt(line.default)).toBe(one['name']);
    expect([...line.menus.values()].filter(({ name }) => name.startsWith(String(one['name'])))).toHaveLength(
      1,
    );
    await admin('DELETE', `${CHANNELS}/${at}/active/${id}`);
    await settled(() => expect(line.menus.size).toBe(0));
  });

  it('receives a menu once its picture exists, and is notified of a lost one', async () => {
    const { id: at } = await channel();
    const late = await menu();
    const image = '00000000-0000-4000-8000-000000000000';
    // As a demo menu before its picture is drawn.
    await services.db.query(
      `UPDATE entity_rich_menu SET data = jsonb_set(data, '{image}', to_jsonb($2::text)) WHERE id = $1`,
      [late.id, image],
    );
    await made(`${CHANNELS}/${at}/active`, { richmenu: late.id, chatBarText: 'Menu' });
    await settled(async () =>
      expect(await stateOf(at)).toEqual([['waiting', expect.stringContaining('not there yet')]]),
    );
    await records(services.services, 'rich-menu', SYSTEM).change(
      late.id,
      (stored) => ({ ...stored, image: images.original }),
      { validation: 'skip' },
    );
    await settled(async () => expect(await stateOf(at)).toEqual([['linked', null]]));

    const file = String((await upload(2500, 1686, 'jpeg')).body['id']);
    const [row] = await services.db.query<{ hash: string }>('SELECT hash FROM stored_file WHERE id = $1', [
      file,
    ]);
    const lost = await menu({ image: file });
    await folderStore(join(services.dataDir, 'files')).remove(row?.hash ?? '');
    const link = { richmenu: lost.id, chatBarText: 'Menu', default: false, segment: vip };
    await made(`${CHANNELS}/${at}/active`, link);
    await settled(async () =>
      expect(await stateOf(at)).toContainEqual(['failed', expect.stringContaining('is lost')]),
    );
    for (const one of bodies(await admin('GET', `${CHANNELS}/${at}/active`)))
      await admin('DELETE', `${CHANNELS}/${at}/active/${String(one['id'])}`);
    await settled(() => expect(line.menus.size).toBe(0));
  });

  it('is not called without a token, and its reason for rejecting one is shown', async () => {
    const { id: none } = await channel({});
    const { id: wrong } = await channel({ token: 'a-token-of-nobody', secret: 'secret-of-the-channel' });
    const { id: richmenu } = await menu();
    for (const at of [none, wrong]) await made(`${CHANNELS}/${at}/active`, { richmenu, chatBarText: 'Menu' });
    await settled(async () => expect(await stateOf(none)).toEqual([['unconnected', null]]));
    await settled(async () =>
      expect(await stateOf(wrong)).toEqual([['failed', expect.stringContaining('access token')]]),
    );
    expect(line.calls).toEqual([]);
  });

  it('is notified of an upcoming one at its time, once, also where the clock of the process is behind', async () => {
    const { id: at } = await channel();
    const { id: richmenu } = await menu();
    const link = { richmenu, chatBarText: 'Menu', triggerTime: new Date(Date.now() + 1_500).toISOString() };
    vi.spyOn(Date, 'now').mockImplementation(() => new Date().getTime() - 10_000);
    const { id } = await made(`${CHANNELS}/${at}/upcoming`, link);
    expect(bodies(await admin('GET', `${CHANNELS}/${at}/active`))).toEqual([]);
    await settled(async () => expect(await stateOf(at)).toEqual([['linked', null]]));
    expect(line.calls.filter((call) => call === 'POST /v2/bot/richmenu')).toHaveLength(1);
    await admin('DELETE', `${CHANNELS}/${at}/active/${id}`);
    await settled(() => expect(line.menus.size).toBe(0));
  });
});

describe('a channel with rich menus at LINE', () => {
  /** A channel with a menu for all and one for a segment, both at LINE, and a person who had the segment's. */
  const linked = async () => {
    const one = await channel();
    const anna = await person(one.id, `U-${one.id}`, ['rich-menu-vip']);
    const active = `${CHANNELS}/${one.id}/active`;
    await made(active, { richmenu: (await menu()).id, chatBarText: 'Menu' });
    await made(active, { richmenu: (await menu()).id, chatBarText: 'Menu', default: false, segment: vip });
    await settled(async () => {
      expect(await stateOf(one.id)).toEqual([
        ['linked', null],
        ['linked', null],
      ]);
      expect([line.menus.size, line.people.size]).toEqual([2, 1]);
    });
    // Their people hold channels; what they were given is at LINE all the same.
    await admin('DELETE', `/api/v1/audiences/${anna.id}`);
    return { id: one.id, url: `/api/v1/channels/${one.id}` };
  };
  const nothingLeft = () =>
    settled(() => expect([line.menus.size, line.people.size, line.default]).toEqual([0, 0, undefined]));
  const gone = (url: string) =>
    settled(async () => expect(await cim('GET', url)).toMatchObject({ status: 404 }));

  it('is deleted once everything is taken back there, and says meanwhile that it is being deleted', async () => {
    const { id, url } = await linked();
    line.nextFailures = [{ on: /bulk\/unlink$/, status: 500 }];
    expect(await cim('DELETE', url)).toMatchObject({
      status: 202,
      body: { id, postponed: true, deletion: 'deleting', active: false },
    });
    const again = { richmenu: (await menu()).id, chatBarText: 'Menu' };
    expect(await admin('POST', `${CHANNELS}/${id}/active`, again)).toMatchObject({
      status: 422,
      body: { fields: { '/channel': 'The channel is being deleted' } },
    });
    await settled(async () =>
      expect((await cim('GET', url)).body).toMatchObject({
        deletion: 'deleting',
        deletionNote: 'LINE answered with status 500. It is tried again.',
      }),
    );
    // Whoever cannot wait asks again.
    expect(await cim('DELETE', url)).toMatchObject({ status: 202 });
    await gone(url);
    await nothingLeft();
    const [last] = bodies(await cim('GET', `${url}/history`));
    expect(last).toMatchObject({ operation: 'delete', user: { name: expect.any(String) } });
    const back = await cim('POST', `${url}/restore`, { historyId: last?.['id'], version: 1 });
    expect(back).toMatchObject({ status: 200, body: { id } });
    expect(back.body).not.toHaveProperty('deletion');
    expect(await cim('DELETE', url)).toMatchObject({ status: 200 });
  });

  it('is deleted in the same way together with others', async () => {
    const { id, url } = await linked();
    const { id: plain } = await channel({});
    const { body } = await cim('POST', '/api/v1/channels/delete', { ids: [id, plain] });
    expect(body).toEqual({ deleted: [plain], postponed: [id], failed: {} });
    await gone(url);
    await nothingLeft();
  });

  it('stays where LINE does not accept its token, says why, and is deleted anyway if the person wants that', async () => {
    const { id, url } = await linked();
    const token = line.token;
    line.token = 'another-token-by-now';
    expect(await cim('POST', `${url}/delete-anyway`)).toMatchObject({ status: 409 });
    await cim('DELETE', url);
    const reason = 'LINE does not accept the access token. Replace it in the channel’s settings.';
    const told = { deletion: 'failed', deletionNote: reason };
    await settled(async () => expect((await cim('GET', url)).body).toMatchObject(told));
    // Kept after all: its menus are looked after again.
    const { name, version } = (await cim('GET', url)).body;
    const saved = await cim('PUT', url, { name, type: 'LINE', version, token, active: true });
    expect(saved.status).toBe(200);
    expect(saved.body).not.toHaveProperty('deletion');
    await settled(async () =>
      expect((await stateOf(id)).map(([state]) => state)).toEqual(['failed', 'failed']),
    );
    await cim('DELETE', url);
    await settled(async () => expect((await cim('GET', url)).body).toMatchObject(told));
    expect(await cim('POST', `${url}/delete-anyway`)).toMatchObject({ status: 200 });
    await gone(url);
    line.token = token;
    expect(line.menus.size).toBe(2);
    [line.default] = [undefined];
    line.menus.clear();
    line.people.clear();
  });

  it('of which nothing ever came to LINE is deleted at once, also with a token that LINE does not accept', async () => {
    const { id } = await channel({});
    await made(`${CHANNELS}/${id}/active`, { richmenu: (await menu()).id, chatBarText: 'Menu' });
    expect(await cim('DELETE', `/api/v1/channels/${id}`)).toMatchObject({ status: 200 });
    const { id: wrong } = await channel({ token: 'a-token-of-nobody', secret: 'secret-of-the-channel' });
    await made(`${CHANNELS}/${wrong}/active`, { richmenu: (await menu()).id, chatBarText: 'Menu' });
    await cim('DELETE', `/api/v1/channels/${wrong}`);
    await gone(`/api/v1/channels/${wrong}`);
  });

  it('that something uses is not begun with', async () => {
    const { id, url } = await linked();
    const guest = await person(id, `U-guest-${id}`);
    expect(await cim('DELETE', url)).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
    expect((await cim('GET', url)).body).not.toHaveProperty('deletion');
    await admin('DELETE', `/api/v1/audiences/${guest.id}`);
    await cim('DELETE', url);
    await gone(url);
    await nothingLeft();
  });
});
