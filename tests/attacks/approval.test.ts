import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../services/engine/resources/ids.ts';
import { seedRecords } from '../../services/engine/resources/write/seed.ts';
import { confirmed } from '../contract/support/confirmed.ts';
import { LINE_SECRET, LINE_TOKEN, startPlatforms, type Platforms } from '../contract/support/platforms.ts';
import { startServices, type Answer, type Call, type TestServices } from '../contract/support/services.ts';
import { uploadTo } from '../contract/support/upload.ts';

type Json = Record<string, unknown>;
const UNTIL = { timeout: 30_000, interval: 50 };
const APPROVED = 'Loy Krathong at the river';
const ATTACK = 'NOBODY APPROVED THIS';
const text = (words: string): Json[] => [{ type: 'text', text: words }];

let services: TestServices;
let platforms: Platforms;
/** Who approves and sends, who writes broadcasts, templates and segments, and who writes variables. */
let admin: Call;
let moderator: Call;
let editor: Call;
let bot: Call;
let channel = '';
let person = '';
let number = 0;

beforeAll(async () => {
  platforms = await startPlatforms();
  services = await startServices({ LINE_API_URL: platforms.address, RATE_LIMIT: '0' });
  [admin, moderator, editor] = [
    await services.as('campaign.admin'),
    await services.as('campaign.moderator'),
    await services.as('campaign.editor'),
  ];
  bot = await services.as('chatbot.editor');
  await services.app.startModules();
  await services.jobs.start();
  const owner = await services.as('owner');
  const line = { name: 'Line', type: 'LINE', token: LINE_TOKEN, secret: LINE_SECRET };
  channel = await create(owner, 'channels', line);
  person = await addPerson('approved');
  await addPerson('attacked');
}, 240_000);
afterAll(async () => {
  await services.stop();
  await platforms.close();
});

async function create(call: Call, path: string, body: object): Promise<string> {
  const answer = await call('POST', `/api/v1/${path}`, body);
  expect(answer).toMatchObject({ status: 201 });
  return String(answer.body['id']);
}

async function addPerson(tag: string): Promise<string> {
  const id = newId();
  const values = { channel, externalId: `U-${tag}`, displayName: tag, customTags: [tag] };
  const createdAt = '2026-11-21T05:00:00.000Z';
  await seedRecords(services.db, services.model('profile'), [{ id, createdAt, values }]);
  return values.externalId;
}

const read = async (path: string, call = admin): Promise<Json> => (await call('GET', `/api/v1/${path}`)).body;
const change = async (call: Call, path: string, own: Json): Promise<Answer> => {
  const answer = await call('PUT', `/api/v1/${path}`, { ...(await read(path, call)), ...own });
  expect(answer).toMatchObject({ status: 200 });
  return answer;
};
const act = (call: Call, id: string, verb: string): Promise<Answer> =>
  call('POST', `/api/v1/campaigns/${id}/${verb}`, confirmed(verb));

const who = (tag: string): Json => ({
  match: 'all',
  conditions: [{ field: 'tag', is: 'any', tags: [tag] }],
});

interface Parts {
  template: string;
  segment: string;
  variable: string;
  variableName: string;
}

/** What a broadcast is made of, each of its own. */
async function parts(): Promise<Parts> {
  number += 1;
  const variableName = `approved_${number}`;
  const variable = await create(bot, 'variables', { name: variableName, value: 'river', scope: 'bot' });
  return {
    ...{ variable, variableName },
    template: await create(editor, 'message-templates', {
      ...{ name: `approved_${number}`, platform: 'LINE' },
      messages: text(`Loy Krathong at the {{${variableName}}}`),
    }),
    segment: await create(editor, 'segments', { name: `Approved ${number}`, who: who('approved') }),
  };
}

const draft = ({ template, segment }: Parts): Promise<string> =>
  create(editor, 'campaigns', {
    ...{ name: `Broadcast ${++number}`, channel, target: 'segment', segment, content: 'template', template },
  });

/** The time of a broadcast has come. */
async function fallDue(id: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const startsAt = new Date().toISOString();
    await tx.query(`UPDATE entity_campaign SET data = data || $2::jsonb WHERE id = $1::uuid`, [
      id,
      JSON.stringify({ startsAt }),
    ]);
    await services.jobs.enqueue(tx, 'broadcast.start', { id });
  });
}
const settled = async (id: string): Promise<Json> => {
  await expect
    .poll(async () => (await read(`campaigns/${id}`))['status'], UNTIL)
    .toMatch(/executed|failed|draft/);
  return read(`campaigns/${id}`);
};

async function importVariable(name: string, value: string): Promise<void> {
  const token = await services.tokenOf('chatbot.editor');
  const content = `name,value,scope\n${name},${value},bot`;
  const { body } = await uploadTo(services.app, '/api/v1/variables/import', {
    ...{ content, token, name: 'variables.csv' },
  });
  const { mapping } = body;
  const run = await bot('POST', `/api/v1/variables/import/${String(body['id'])}/apply`, { mapping });
  expect(run.status).toBeLessThan(300);
  const stored = async (): Promise<unknown> =>
    (await bot('GET', `/api/v1/variables?name=${name}`)).body[0]?.['value'];
  await expect.poll(stored, UNTIL).toBe(value);
}

/** Makes a record what it was before its last change. */
async function restore(call: Call, path: string): Promise<void> {
  const { body } = await call('GET', `/api/v1/${path}/history`);
  const [last] = body as unknown as { id: string }[];
  const { version } = await read(path, call);
  const answer = await call('POST', `/api/v1/${path}/restore`, { historyId: last?.id, version });
  expect(answer).toMatchObject({ status: 200 });
}

const editMany = async (call: Call, path: string, id: string, set: Json): Promise<void> => {
  const answer = await call('POST', `/api/v1/${path}/edit`, { records: [{ id }], set });
  expect(answer.body).toMatchObject({ changed: [expect.anything()] });
};
const PICTURE = 'https://pictures.example/krathong.jpg';
const picture = (url: string): Json[] => [{ type: 'image', originalContentUrl: url, previewImageUrl: url }];

interface Way {
  /** Before approval is asked for. */
  prepare?: (parts: Parts) => Promise<unknown>;
  change: (parts: Parts) => Promise<unknown>;
  named: RegExp;
}
const WAYS: Record<string, Way> = {
  'a template edited': {
    change: ({ template }) => change(editor, `message-templates/${template}`, { messages: text(ATTACK) }),
    named: /^The message template “approved_\d+” was changed after /,
  },
  'a template edited with others': {
    change: ({ template }) => editMany(editor, 'message-templates', template, { messages: text(ATTACK) }),
    named: /^The message template “approved_\d+” was changed after /,
  },
  'a template restored': {
    prepare: async ({ template }) => {
      await change(editor, `message-templates/${template}`, { messages: text(ATTACK) });
      await change(editor, `message-templates/${template}`, { messages: text(APPROVED) });
    },
    change: ({ template }) => restore(editor, `message-templates/${template}`),
    named: /^The message template “approved_\d+” was changed after /,
  },
  'a picture exchanged': {
    prepare: ({ template }) =>
      change(editor, `message-templates/${template}`, { messages: picture(PICTURE) }),
    change: ({ template }) =>
      change(editor, `message-templates/${template}`, { messages: picture(`${PICTURE}?other`) }),
    named: /^The message template “approved_\d+” was changed after /,
  },
  'a segment edited': {
    change: ({ segment }) => change(editor, `segments/${segment}`, { who: who('attacked') }),
    named: /^The segment “Approved \d+” was changed after /,
  },
  'a segment restored': {
    prepare: async ({ segment }) => {
      await change(editor, `segments/${segment}`, { who: who('attacked') });
      await change(editor, `segments/${segment}`, { who: who('approved') });
    },
    change: ({ segment }) => restore(editor, `segments/${segment}`),
    named: /^The segment “Approved \d+” was changed after /,
  },
  'a variable edited': {
    change: ({ variable }) => change(bot, `variables/${variable}`, { value: ATTACK }),
    named: /^The variable “approved_\d+” was changed after /,
  },
  'a variable edited with others': {
    change: ({ variable }) => editMany(bot, 'variables', variable, { value: ATTACK }),
    named: /^The variable “approved_\d+” was changed after /,
  },
  'a variable imported': {
    change: ({ variableName }) => importVariable(variableName, ATTACK),
    named: /^The variable “approved_\d+” was changed after /,
  },
};

describe('what was approved is what is sent', () => {
  it.each(Object.entries(WAYS))('%s', async (_, way) => {
    const own = await parts();
    await way.prepare?.(own);
    const [asked, approved, scheduled, noticed] = [
      await draft(own),
      await draft(own),
      await draft(own),
      await draft(own),
    ];
    for (const id of [asked, approved, noticed])
      expect(await act(editor, id, 'request-approval')).toMatchObject({ status: 200 });
    for (const id of [approved, noticed])
      expect(await act(moderator, id, 'approve')).toMatchObject({ status: 200 });
    expect(await act(admin, scheduled, 'send')).toMatchObject({ status: 200 });
    platforms.reset();

    await way.change(own);

    const refused = await act(moderator, asked, 'approve');
    expect(refused).toMatchObject({ status: 409, body: { code: 'STATE' } });
    expect(refused.body['message']).toMatch(way.named);
    const withdrawn = (sentence: RegExp) => ({
      ...{ status: 'draft', approval: 'returned' },
      approvalComment: expect.stringMatching(sentence) as string,
    });
    expect(await read(`campaigns/${asked}`)).toMatchObject(withdrawn(/ after approval was asked for\. /));
    for (const id of [approved, scheduled]) await fallDue(id);
    expect(await settled(approved)).toMatchObject(withdrawn(way.named));
    expect(await settled(approved)).toMatchObject(withdrawn(/ after it was approved\. /));
    expect(await settled(scheduled)).toMatchObject(
      withdrawn(/ after it was scheduled\. .* schedule it again/),
    );
    expect(platforms.arrived).toEqual(new Map());
    // Long before its time people see it too; its place in the hour is free, and its time line says why.
    await services.db.transaction((tx) => services.jobs.enqueue(tx, 'broadcast.resume', {}));
    expect(await settled(noticed)).toMatchObject(withdrawn(way.named));
    const { timeline } = await read(`campaigns/${noticed}/progress`);
    expect((timeline as Json[]).at(-1)).toMatchObject({
      ...{ kind: 'withdraw', who: null },
      note: expect.stringMatching(way.named) as string,
    });
    const ids = [asked, approved, scheduled, noticed];
    const left = await services.db.query(
      `SELECT campaign FROM broadcast_place WHERE campaign = ANY($1::uuid[])
       UNION ALL SELECT campaign FROM broadcast_snapshot WHERE campaign = ANY($1::uuid[])`,
      [ids],
    );
    expect(left).toEqual([]);
  });

  it('what stays as it was goes out, once it is approved as it is now, and with the values with which it began', async () => {
    const own = await parts();
    const id = await draft(own);
    await act(editor, id, 'request-approval');
    // Saved anew without another word: nothing was changed.
    await change(editor, `message-templates/${own.template}`, { tags: ['saved'] });
    await change(editor, `segments/${own.segment}`, { name: `Other name ${number}` });
    expect(await act(moderator, id, 'approve')).toMatchObject({ status: 200 });
    await change(bot, `variables/${own.variable}`, { value: 'lake' });
    await fallDue(id);
    expect(await settled(id)).toMatchObject({ status: 'draft', approval: 'returned' });
    await act(editor, id, 'request-approval');
    expect(await act(moderator, id, 'approve')).toMatchObject({ status: 200 });
    platforms.reset();
    // While it is being sent, nothing that is changed reaches anybody.
    platforms.nextFailures = [503];
    let calls = 0;
    platforms.onSending = async () => {
      calls += 1;
      if (calls > 1) return;
      await change(bot, `variables/${own.variable}`, { value: ATTACK });
      await change(editor, `segments/${own.segment}`, { who: who('attacked') });
      await change(editor, `message-templates/${own.template}`, { messages: text(ATTACK) });
    };
    await fallDue(id);
    expect(await settled(id)).toMatchObject({ status: 'executed', sent: 1, approval: 'approved' });
    platforms.onSending = () => undefined;
    expect(calls).toBeGreaterThan(1);
    expect(platforms.arrived).toEqual(new Map([[person, ['Loy Krathong at the lake']]]));
  });

  it('what a broadcast needs is not deleted, and one without a snapshot is bound from the next look on', async () => {
    const own = await parts();
    const id = await draft(own);
    await act(admin, id, 'send');
    const owner = await services.as('owner');
    for (const path of [`message-templates/${own.template}`, `segments/${own.segment}`])
      expect(await owner('DELETE', `/api/v1/${path}`)).toMatchObject({
        status: 409,
        body: { code: 'IN_USE' },
      });
    await services.db.query('DELETE FROM broadcast_snapshot WHERE campaign = $1::uuid', [id]);
    const enqueue = () => services.db.transaction((tx) => services.jobs.enqueue(tx, 'broadcast.resume', {}));
    await enqueue();
    const stored = async (): Promise<number> =>
      (await services.db.query('SELECT 1 FROM broadcast_snapshot WHERE campaign = $1::uuid', [id])).length;
    await expect.poll(stored, UNTIL).toBe(1);
    await change(editor, `message-templates/${own.template}`, { messages: text(ATTACK) });
    await enqueue();
    expect(await settled(id)).toMatchObject({ status: 'draft', approval: 'returned' });
  });
});
