import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmed } from './support/confirmed.ts';
import { createRecordId, seedPeople } from './support/records.ts';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';
import { uploadTo } from './support/upload.ts';

type Json = Record<string, unknown>;
const UNTIL = { timeout: 30_000, interval: 50 };
const text = (words: string): Json[] => [{ type: 'text', text: words }];
const who = (...tags: string[]): Json => ({
  match: 'all',
  conditions: [{ field: 'tag', is: 'any', tags }],
});

let services: TestServices;
let admin: Call;
let moderator: Call;
let editor: Call;
let bot: Call;
let channel = '';
let number = 0;

beforeAll(async () => {
  services = await startServices({ RATE_LIMIT: '0', DEMO_MESSAGES: '0' });
  [admin, moderator, editor, bot] = [
    await services.as('campaign.admin'),
    await services.as('campaign.moderator'),
    await services.as('campaign.editor'),
    await services.as('chatbot.editor'),
  ];
  await services.app.startModules();
  await services.jobs.start();
  const own = { name: 'Compared', type: 'CUSTOM', webhookUrl: 'https://a.example/x' };
  channel = await createRecordId(await services.as('owner'), 'channels', own);
  const tags = [['gold'], ['gold', 'silver'], ['silver']];
  await seedPeople(services, channel, 3, (n) => ({
    ...{ externalId: `U-${n}`, displayName: `U-${n}`, customTags: tags[n] },
  }));
}, 240_000);
afterAll(() => services.stop());

const read = async (call: Call, path: string): Promise<Json> => (await call('GET', `/api/v1/${path}`)).body;
async function change(call: Call, path: string, own: Json): Promise<void> {
  const answer = await call('PUT', `/api/v1/${path}`, { ...(await read(call, path)), ...own });
  expect(answer).toMatchObject({ status: 200 });
}
const act = (call: Call, id: string, verb: string, input: object = {}): Promise<Answer> =>
  call('POST', `/api/v1/campaigns/${id}/${verb}`, confirmed(verb, input));
const differenceOf = (id: string, call = moderator): Promise<Json> =>
  read(call, `campaigns/${id}/difference`);

/** Makes a record what it was before it was last edited. */
async function restore(call: Call, path: string): Promise<void> {
  const changes = (await read(call, `${path}/history`)) as unknown as {
    id: string;
    operation: string;
  }[];
  const { version } = await read(call, path);
  expect(
    await call('POST', `/api/v1/${path}/restore`, {
      historyId: changes.find(({ operation }) => operation === 'update')?.id,
      version,
    }),
  ).toMatchObject({
    status: 200,
  });
}

async function importVariable(name: string, value: string): Promise<void> {
  const token = await services.tokenOf('chatbot.editor');
  const { body } = await uploadTo(services.app, '/api/v1/variables/import', {
    ...{ content: `name,value,scope\n${name},${value},bot`, token, name: 'variables.csv' },
  });
  const path = `/api/v1/variables/import/${String(body['id'])}/apply`;
  expect((await bot('POST', path, { mapping: body['mapping'] })).status).toBeLessThan(300);
  const stored = async (): Promise<unknown> =>
    (await bot('GET', `/api/v1/variables?name=${name}`)).body[0]?.['value'];
  await expect.poll(stored, UNTIL).toBe(value);
}

interface Parts {
  id: string;
  template: string;
  segment: string;
  leftOut: string;
  variable: string;
  name: string;
}
async function parts(own: Json = {}): Promise<Parts> {
  number += 1;
  const name = `compared_${number}`;
  const variable = await createRecordId(bot, 'variables', { name, value: 'river', scope: 'bot' });
  const messages = text(`At the {{${name}}}`);
  const template = await createRecordId(editor, 'message-templates', { name, platform: 'multi', messages });
  const segment = await createRecordId(editor, 'segments', { name, who: who('gold') });
  const leftOut = await createRecordId(editor, 'segments', { name: `${name} out`, who: who('bronze') });
  const id = await createRecordId(editor, 'campaigns', {
    ...{ name: `Compared ${number}`, channel, target: 'segment', segment, withoutSegments: [leftOut] },
    ...{ content: 'template', template, ...own },
  });
  return { id, template, segment, leftOut, variable, name };
}

const PICTURE = 'https://pictures.example/krathong.jpg';
const picture = (url: string): Json[] => [{ type: 'image', originalContentUrl: url, previewImageUrl: url }];
const lists = { target: 'manual', segment: undefined, withoutSegments: undefined, people: 'U-0\nU-1' };

interface Way {
  own?: Json;
  prepare?: (parts: Parts) => Promise<void>;
  change: (parts: Parts) => Promise<void>;
  says: (parts: Parts) => object[];
}
/** By which call something comes to be otherwise, and what is said of it. */
const WAYS: Record<string, Way> = {
  'a template edited': {
    change: ({ template }) =>
      change(editor, `message-templates/${template}`, { messages: text('Other words') }),
    says: ({ name }) => [
      {
        ...{ label: `Message template “${name}”`, entity: 'campaign' },
        before: { messages: [{ text: `At the {{${name}}}` }] },
        after: { messages: [{ text: 'Other words' }] },
      },
    ],
  },
  'a template restored from its history': {
    prepare: async ({ template, name }) => {
      await change(editor, `message-templates/${template}`, { messages: text('Older words') });
      await change(editor, `message-templates/${template}`, { messages: text(`At the {{${name}}}`) });
    },
    change: ({ template }) => restore(editor, `message-templates/${template}`),
    says: ({ name }) => [
      { label: `Message template “${name}”`, after: { messages: [{ text: 'Older words' }] } },
    ],
  },
  'a picture exchanged': {
    prepare: ({ template }) =>
      change(editor, `message-templates/${template}`, { messages: picture(PICTURE) }),
    change: ({ template }) =>
      change(editor, `message-templates/${template}`, { messages: picture(`${PICTURE}?other`) }),
    says: () => [
      {
        before: { messages: [{ originalContentUrl: PICTURE }] },
        after: { messages: [{ originalContentUrl: `${PICTURE}?other` }] },
      },
    ],
  },
  'a variable edited': {
    change: ({ variable }) => change(bot, `variables/${variable}`, { value: 'lake' }),
    says: ({ name }) => [{ label: `Variable “${name}”`, was: 'river', is: 'lake' }],
  },
  'a variable imported': {
    change: ({ name }) => importVariable(name, 'canal'),
    says: ({ name }) => [{ label: `Variable “${name}”`, was: 'river', is: 'canal' }],
  },
  'a variable restored from its history': {
    prepare: async ({ variable }) => {
      await change(bot, `variables/${variable}`, { value: 'pond' });
      await change(bot, `variables/${variable}`, { value: 'river' });
    },
    change: ({ variable }) => restore(bot, `variables/${variable}`),
    says: ({ name }) => [{ label: `Variable “${name}”`, was: 'river', is: 'pond' }],
  },
  'a segment edited': {
    change: ({ segment }) => change(editor, `segments/${segment}`, { who: who('gold', 'silver') }),
    says: ({ name }) => [
      {
        ...{ label: `Segment “${name}”`, entity: 'segment' },
        ...{ before: { who: who('gold') }, after: { who: who('gold', 'silver') } },
      },
      { label: 'Reach', was: '2 people', is: '3 people' },
    ],
  },
  'a segment that is left out edited': {
    change: ({ leftOut }) => change(editor, `segments/${leftOut}`, { who: who('silver') }),
    says: ({ name }) => [
      { label: `Left out: segment “${name} out”`, after: { who: who('silver') } },
      { label: 'Reach', was: '2 people', is: '1 person' },
    ],
  },
};

describe('changes since approval was requested', () => {
  it.each(Object.entries(WAYS))('%s', async (_, way) => {
    const own = await parts(way.own);
    await way.prepare?.(own);
    expect(await differenceOf(own.id)).toEqual({ since: null, note: null, parts: [] });
    expect(await act(editor, own.id, 'request-approval')).toMatchObject({ status: 200 });
    const asked = { since: { text: 'approval was asked for' }, note: null };
    expect(await differenceOf(own.id)).toMatchObject({ ...asked, parts: [] });
    await way.change(own);
    // Seen at once, and still when it has been returned for it.
    expect(await differenceOf(own.id)).toMatchObject({ ...asked, parts: way.says(own) });
    expect(await act(moderator, own.id, 'approve')).toMatchObject({ status: 409, body: { code: 'STATE' } });
    const { approvalComment } = await read(editor, `campaigns/${own.id}`);
    expect(await differenceOf(own.id, editor)).toMatchObject({
      ...{ ...asked, note: approvalComment, parts: way.says(own) },
    });
    // Whoever is asked again sees what came between; once it is approved, there is nothing to compare with.
    await act(editor, own.id, 'request-approval');
    expect(await differenceOf(own.id)).toMatchObject({
      ...{ since: { text: 'approval was asked for before' }, note: null, parts: way.says(own) },
    });
    expect(await act(moderator, own.id, 'approve')).toMatchObject({ status: 200 });
    expect(await differenceOf(own.id)).toMatchObject({ since: { text: 'it was approved' }, parts: [] });
  });
});

/** Changes of the broadcast itself, which take the question back. */
const OWN: Record<string, (id: string) => Promise<unknown>> = {
  'edited by its address': (id) => change(editor, `campaigns/${id}`, { people: 'U-1\nU-2' }),
  'edited with others': (id) =>
    editor('POST', '/api/v1/campaigns/edit', { records: [{ id }], set: { people: 'U-1\nU-2' } }),
  'restored from its history': (id) => restore(editor, `campaigns/${id}`),
};

it.each(Object.entries(OWN))('a broadcast %s has to be asked about again', async (_, changed) => {
  const { id } = await parts({ ...lists, people: 'U-1\nU-2' });
  await change(editor, `campaigns/${id}`, { people: 'U-0\nU-1' });
  await act(editor, id, 'request-approval');
  await changed(id);
  expect(await read(editor, `campaigns/${id}`)).toMatchObject({ approval: 'none', people: 'U-1\nU-2' });
  expect(await act(moderator, id, 'approve')).toMatchObject({ status: 409 });
  expect(await differenceOf(id)).toMatchObject({
    since: { text: 'approval was asked for' },
    parts: [{ label: 'People', was: '2 people', is: '2 people\n1 added: U-2\n1 removed: U-0' }],
  });
});

it('one that was deleted comes back without its approval, and without what there was before', async () => {
  const { id } = await parts();
  await act(editor, id, 'request-approval');
  expect(await admin('DELETE', `/api/v1/campaigns/${id}`)).toMatchObject({ status: 200 });
  const back = await admin('POST', '/api/v1/campaigns/restore', { ids: [id] });
  expect(back.body).toMatchObject({ restored: [id] });
  expect(await read(admin, `campaigns/${id}`)).toMatchObject({ status: 'draft', approval: 'none' });
  expect(await differenceOf(id)).toEqual({ since: null, note: null, parts: [] });
  expect(await act(moderator, id, 'approve')).toMatchObject({ status: 409 });
});

it('an approval that was cancelled, and a return with a comment, say what came between', async () => {
  const own = await parts();
  await act(editor, own.id, 'request-approval');
  await act(moderator, own.id, 'return', { approvalComment: 'Name the place' });
  expect(await differenceOf(own.id)).toMatchObject({ note: 'Name the place', parts: [] });
  await act(editor, own.id, 'request-approval');
  await act(moderator, own.id, 'approve');
  await act(moderator, own.id, 'cancel');
  await change(editor, `campaigns/${own.id}`, { target: 'everyone', segment: undefined });
  expect(await differenceOf(own.id)).toMatchObject({
    ...{ since: { text: 'it was approved' }, note: null },
    parts: [
      {
        label: 'Audience',
        before: { target: 'segment', segment: own.segment },
        after: { target: 'everyone' },
      },
      { label: 'Reach', was: '2 people', is: '3 people' },
    ],
  });
});

it('what it is made of is not deleted, and made anew as another', async () => {
  const { template, segment, leftOut, variable } = await parts();
  const owner = await services.as('owner');
  for (const path of [
    ...[`message-templates/${template}`, `segments/${segment}`, `segments/${leftOut}`],
    `variables/${variable}`,
  ])
    expect(await owner('DELETE', `/api/v1/${path}`)).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
});
