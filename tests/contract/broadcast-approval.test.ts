import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { confirmed } from './support/confirmed.ts';
import { startScheduled, createRecordId, quietHoursNow, seedPeople } from './support/records.ts';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';

type Json = Record<string, unknown>;
const PATH = '/api/v1/campaigns';
const ALWAYS = 'Every broadcast of this workspace needs approval before it is scheduled';
const FROM =
  'From 2 people on a broadcast of this workspace needs approval before it is scheduled, and this one reaches 3';
const CHANGED = 'Somebody else has to approve it: you wrote this broadcast or changed it';
const ASKED = 'Somebody else has to approve it: you asked for it';
const UNTIL = { timeout: 30_000, interval: 50 };

let services: TestServices;
let admin: Call;
let moderator: Call;
let editor: Call;
let owner: Call;
let channel = '';
let number = 0;

beforeAll(async () => {
  services = await startServices({ RATE_LIMIT: '0', DEMO_MESSAGES: '0' });
  admin = await services.as('campaign.admin');
  moderator = await services.as('campaign.moderator');
  editor = await services.as('campaign.editor');
  owner = await services.as('owner');
  channel = await createRecordId(owner, 'channels', {
    name: 'Approved',
    type: 'CUSTOM',
    webhookUrl: 'https://a.example/x',
  });
  await seedPeople(services, channel, 3, (n) => ({ externalId: `U-${n + 1}` }));
}, 240_000);
afterAll(() => services.stop());

async function rule(approvalRule: string, approvalFrom?: number): Promise<void> {
  const { body } = await owner('GET', '/api/v1/networks/current');
  const answer = await owner('PUT', '/api/v1/networks/current', { ...body, approvalRule, approvalFrom });
  expect(answer).toMatchObject({ status: 200 });
}

const draft = (call: Call, people = 'U-1, U-2, U-3'): Promise<string> =>
  createRecordId(call, 'campaigns', {
    ...{ name: `Rule ${++number}`, channel, target: 'manual', people },
    messages: [{ type: 'text', text: 'Loy Krathong' }],
  });
async function change(call: Call, id: string, text: string): Promise<void> {
  const { body } = await call('GET', `${PATH}/${id}`);
  const answer = await call('PUT', `${PATH}/${id}`, { ...body, messages: [{ type: 'text', text }] });
  expect(answer).toMatchObject({ status: 200 });
}
const act = (call: Call, id: string, verb: string): Promise<Answer> =>
  call('POST', `${PATH}/${id}/${verb}`, confirmed(verb));
const refused = async (call: Call, id: string): Promise<unknown> =>
  (await call('GET', `${PATH}/${id}/approval`)).body['refused'];

describe('who may schedule, by the rule of the workspace', () => {
  it.each<[string, [string, number?], string | undefined]>([
    ['never', ['never'], undefined],
    ['from more people on than it reaches', ['from', 4], undefined],
    ['from as many people on as it reaches', ['from', 3], FROM.replace('From 2', 'From 3')],
    ['from fewer people on', ['from', 2], FROM],
    ['always', ['always'], ALWAYS],
  ])('%s', async (_, setting, sentence) => {
    await rule(...setting);
    const id = await draft(admin);
    expect(await refused(admin, id)).toEqual(sentence === undefined ? {} : { send: sentence });
    // Who may not schedule anyway is not told of it.
    expect(await refused(editor, id)).toEqual({});
    const sent = await act(admin, id, 'send');
    expect(sent).toMatchObject(
      sentence === undefined
        ? { status: 200, body: { status: 'scheduled', approval: 'none' } }
        : { status: 409, body: { code: 'STATE', message: sentence, current: { id, status: 'draft' } } },
    );
    const other = await draft(admin);
    const many = await admin('POST', `${PATH}/bulk/send`, { ids: [other], confirmed: 'all' });
    expect(many.body).toEqual(
      sentence === undefined
        ? { done: [other], failed: {} }
        : { done: [], failed: { [other]: { code: 'STATE', message: sentence } } },
    );
    // What is checked before says it as well.
    const third = await draft(admin);
    expect((await admin('POST', `${PATH}/${third}/checks/send`)).body['message']).toBe(sentence);
  });

  it('a broadcast to all friends whom the platform has not counted yet needs one, however few are known', async () => {
    await rule('from', 1000);
    const line = await createRecordId(owner, 'channels', { name: 'Not counted', type: 'LINE' });
    const id = await createRecordId(admin, 'campaigns', {
      ...{ name: `Rule ${++number}`, channel: line, target: 'everyone' },
      messages: [{ type: 'text', text: 'Loy Krathong' }],
    });
    const message =
      'From 1,000 people on a broadcast of this workspace needs approval before it is scheduled, and this one reaches an unknown number';
    expect(await refused(admin, id)).toEqual({ send: message });
    expect(await act(admin, id, 'send')).toMatchObject({ status: 409, body: { code: 'STATE', message } });
    // Whoever is left out makes it one for people who are known.
    const { body } = await admin('GET', `${PATH}/${id}`);
    await admin('PUT', `${PATH}/${id}`, { ...body, withoutTags: ['staff'] });
    expect(await refused(admin, id)).toEqual({});
  });

  it('fewer people than the rule names need no approval', async () => {
    await rule('from', 2);
    expect(await act(admin, await draft(admin, 'U-1'), 'send')).toMatchObject({ status: 200 });
  });
});

describe('who may approve', () => {
  it.each<[string, string]>([
    ['whoever changed it', CHANGED],
    ['whoever asked', ASKED],
  ])('not %s, while the rule holds', async (who, sentence) => {
    await rule('always');
    const [author, asker] = who === 'whoever asked' ? [editor, admin] : [admin, editor];
    const id = await draft(editor);
    const { body } = await author('GET', `${PATH}/${id}`);
    expect(await author('PUT', `${PATH}/${id}`, { ...body, name: `Other ${++number}` })).toMatchObject({
      status: 200,
    });
    expect(await act(asker, id, 'request-approval')).toMatchObject({ status: 200 });
    expect(await refused(admin, id)).toEqual({ send: ALWAYS, approve: sentence });
    expect(await act(admin, id, 'approve')).toMatchObject({
      status: 409,
      body: { code: 'STATE', message: sentence },
    });
    const many = await admin('POST', `${PATH}/bulk/approve`, { ids: [id], confirmed: 'all' });
    expect(many.body['failed']).toEqual({ [id]: { code: 'STATE', message: sentence } });
    expect(await refused(moderator, id)).toEqual({});
    expect(await act(moderator, id, 'approve')).toMatchObject({
      ...{ status: 200, body: { status: 'scheduled', approval: 'approved' } },
    });
  });

  it('not who wrote it, when somebody else put in a comma', async () => {
    await rule('always');
    const id = await draft(admin);
    await change(owner, id, 'Loy, Krathong');
    await act(editor, id, 'request-approval');
    for (const call of [admin, owner])
      expect(await act(call, id, 'approve')).toMatchObject({ status: 409, body: { message: CHANGED } });
    expect(await act(moderator, id, 'approve')).toMatchObject({ status: 200 });
  });

  it('who wrote it, once somebody else approved that and a third person changed it', async () => {
    await rule('always');
    const id = await draft(admin);
    await act(admin, id, 'request-approval');
    expect(await act(moderator, id, 'approve')).toMatchObject({ status: 200 });
    await act(moderator, id, 'cancel');
    await change(editor, id, 'Loy, Krathong');
    await act(editor, id, 'request-approval');
    expect(await refused(admin, id)).toEqual({ send: ALWAYS });
    expect(await act(admin, id, 'approve')).toMatchObject({ status: 200 });
  });

  it('not who approved their own before there was a rule', async () => {
    await rule('never');
    const id = await draft(admin);
    await act(editor, id, 'request-approval');
    expect(await act(admin, id, 'approve')).toMatchObject({ status: 200 });
    await act(admin, id, 'cancel');
    await rule('always');
    await change(editor, id, 'Loy, Krathong');
    await act(editor, id, 'request-approval');
    expect(await act(admin, id, 'approve')).toMatchObject({ status: 409, body: { message: CHANGED } });
    expect(await act(moderator, id, 'approve')).toMatchObject({ status: 200 });
  });

  it('people with the right, their own as well, where no rule requires approval', async () => {
    await rule('never');
    const id = await draft(admin);
    await act(admin, id, 'request-approval');
    expect(await act(admin, id, 'approve')).toMatchObject({ status: 200 });
  });

  it('a change afterwards takes the question back, so that nobody schedules what was never seen', async () => {
    await rule('always');
    const id = await draft(editor);
    await act(editor, id, 'request-approval');
    const { body } = await admin('GET', `${PATH}/${id}`);
    await admin('PUT', `${PATH}/${id}`, { ...body, messages: [{ type: 'text', text: 'Other words' }] });
    expect(await act(moderator, id, 'approve')).toMatchObject({ status: 409 });
    expect(await act(admin, id, 'send')).toMatchObject({ status: 409, body: { message: ALWAYS } });
    await act(editor, id, 'request-approval');
    expect(await act(admin, id, 'approve')).toMatchObject({ status: 409, body: { message: CHANGED } });
    expect(await act(moderator, id, 'approve')).toMatchObject({ status: 200 });
    // Cancelled, it needs one again.
    expect(await act(moderator, id, 'cancel')).toMatchObject({ status: 200, body: { approval: 'none' } });
    expect(await act(admin, id, 'send')).toMatchObject({ status: 409, body: { message: ALWAYS } });
  });
});

it('a broadcast scheduled without approval is stopped at its start once the workspace requires one', async () => {
  await rule('never');
  const [alone, approved] = [await draft(admin), await draft(editor)];
  expect(await act(admin, alone, 'send')).toMatchObject({ status: 200 });
  await act(editor, approved, 'request-approval');
  expect(await act(moderator, approved, 'approve')).toMatchObject({ status: 200 });
  await rule('always');
  await services.app.startModules();
  await services.jobs.start();
  for (const id of [alone, approved]) await startScheduled(services, id);
  const stateOf = async (id: string): Promise<Json> => (await admin('GET', `${PATH}/${id}`)).body;
  await expect.poll(async () => (await stateOf(alone))['status'], UNTIL).toBe('draft');
  expect(await stateOf(alone)).toMatchObject({
    approval: 'returned',
    approvalComment: `${ALWAYS}. Ask for approval.`,
  });
  await expect.poll(async () => (await stateOf(approved))['status'], UNTIL).toMatch(/execut|failed/);
});

describe('at its start', () => {
  const stateOf = async (id: string): Promise<Json> => (await admin('GET', `${PATH}/${id}`)).body;
  const newPeople = (count: number): string[] => Array.from({ length: count }, () => `New-${++number}`);
  const join = (people: string[]): Promise<unknown> =>
    seedPeople(services, channel, people.length, (n) => ({ externalId: people[n] }));

  it('an approval of one’s own, given while no rule held, does not count once one holds', async () => {
    await rule('from', 4);
    const people = newPeople(2);
    const list = ['U-1', 'U-2', 'U-3', ...people].join(', ');
    const own = await draft(admin, list);
    await act(admin, own, 'request-approval');
    expect(await act(admin, own, 'approve')).toMatchObject({ status: 200 });
    const others = await draft(editor, list);
    await act(editor, others, 'request-approval');
    expect(await act(admin, others, 'approve')).toMatchObject({ status: 200 });
    await join(people);
    for (const id of [own, others]) await startScheduled(services, id);
    await expect.poll(async () => (await stateOf(own))['status'], UNTIL).toBe('draft');
    expect(await stateOf(own)).toMatchObject({
      approval: 'returned',
      approvalComment:
        'From 4 people on a broadcast of this workspace needs approval before it is scheduled, and this one reaches 5. Nobody else has approved it: ask for approval again.',
    });
    await expect.poll(async () => (await stateOf(others))['status'], UNTIL).toMatch(/execut|failed/);
  });

  it('what was approved for a few and would reach many more is looked at again', async () => {
    await rule('never');
    const people = newPeople(20);
    const id = await draft(editor, ['U-1', 'U-2', 'U-3', ...people].join(', '));
    await act(editor, id, 'request-approval');
    expect(await act(moderator, id, 'approve')).toMatchObject({ status: 200 });
    const storedRecords = (): Promise<Json[]> =>
      services.db.query('SELECT content -> $2 AS reach FROM broadcast_snapshot WHERE campaign = $1::uuid', [
        id,
        'reach',
      ]);
    await expect.poll(storedRecords, UNTIL).toEqual([{ reach: 3 }]);
    await join(people);
    await startScheduled(services, id);
    await expect.poll(async () => (await stateOf(id))['status'], UNTIL).toBe('draft');
    expect(await stateOf(id)).toMatchObject({
      approval: 'returned',
      approvalComment:
        '23 people would get it now, 3 when it was approved. Look at it as it is now, and ask for approval again.',
    });
  });

  it('what somebody cancels, changes and schedules for later meanwhile does not go out as it was', async () => {
    await rule('from', 1000);
    const id = await draft(admin, 'U-1');
    expect(await act(admin, id, 'send')).toMatchObject({ status: 200 });
    const later = new Date(Date.now() + 86_400_000).toISOString();
    // It is counted at its start: somebody is faster.
    const find = services.actions.findFigure.bind(services.actions);
    const spied = vi.spyOn(services.actions, 'findFigure').mockImplementation((entity, name) => ({
      ...{ label: 'Slow' },
      async run(record) {
        spied.mockImplementation(find);
        expect(await act(admin, id, 'cancel')).toMatchObject({ status: 200 });
        const messages = [{ type: 'text', text: 'Other words' }];
        const { body } = await admin('GET', `${PATH}/${id}`);
        await admin('PUT', `${PATH}/${id}`, { ...body, messages, sendAt: later });
        expect(await act(admin, id, 'send')).toMatchObject({ status: 200 });
        return (await find(entity, name)?.run(record)) ?? 0;
      },
    }));
    await services.db.transaction(async (tx) => {
      const startsAt = new Date().toISOString();
      const due = 'UPDATE entity_campaign SET data = data || $2::jsonb WHERE id = $1::uuid';
      await tx.query(due, [id, JSON.stringify({ startsAt })]);
      await services.jobs.enqueue(tx, 'broadcast.start', { id }, { key: 'slow start' });
    });
    await expect.poll(async () => (await stateOf(id))['startsAt'], UNTIL).toBe(later);
    await expect.poll(() => services.jobs.isHeld('slow start'), UNTIL).toBe(false);
    expect(await stateOf(id)).toMatchObject({ status: 'scheduled', startsAt: later });
    expect(await services.db.query('SELECT 1 FROM broadcast_run WHERE campaign = $1::uuid', [id])).toEqual(
      [],
    );
  });

  it('what is approved is what was compared, not what its template is a moment later', async () => {
    await rule('never');
    const template = await createRecordId(owner, 'message-templates', {
      ...{ name: `compared_${++number}`, platform: 'multi' },
      messages: [{ type: 'text', text: 'Loy Krathong' }],
    });
    const id = await createRecordId(editor, 'campaigns', {
      ...{ name: `Rule ${++number}`, channel, target: 'manual', people: 'U-1' },
      ...{ content: 'template', template },
    });
    await act(editor, id, 'request-approval');
    // As if somebody else stored it between the comparison and the snapshot.
    services.actions.addHooks('campaign', {
      beforeUpdate: async (write) => {
        if (write.id === id && write.operation === 'approve')
          await write.tx.query(
            `UPDATE entity_message_template SET data = jsonb_set(data, '{messages,0,text}', '"Other words"') WHERE id = $1::uuid`,
            [template],
          );
      },
    });
    expect(await act(moderator, id, 'approve')).toMatchObject({ status: 200 });
    await startScheduled(services, id);
    await expect.poll(async () => (await stateOf(id))['status'], UNTIL).toBe('draft');
    expect((await stateOf(id))['approvalComment']).toMatch(
      /^The message template “.*” was changed after it was approved/,
    );
  });

  it('a full hour does not push it into hours in which nothing is sent', async () => {
    await rule('never');
    const id = await draft(admin, 'U-1');
    expect(await act(admin, id, 'send')).toMatchObject({ status: 200 });
    await services.db.query(
      'INSERT INTO broadcast_place (campaign, at) SELECT gen_random_uuid(), clock_timestamp() FROM generate_series(1, 60)',
    );
    const { body } = await owner('GET', '/api/v1/networks/current');
    const { rule: quiet, said } = quietHoursNow();
    expect(await owner('PUT', '/api/v1/networks/current', { ...body, ...quiet })).toMatchObject({
      status: 200,
    });
    await startScheduled(services, id);
    await expect.poll(async () => (await stateOf(id))['status'], UNTIL).toBe('draft');
    const comment = String((await stateOf(id))['approvalComment']);
    expect(comment).toMatch(/^60 broadcasts began within an hour\. The next free time, /);
    expect(comment).toContain(`${said}.`);
  });
});
