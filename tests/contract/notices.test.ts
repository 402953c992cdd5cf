import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordCredentialsCheck } from '../../services/channels/channelState.ts';
import { notifyOfEvent } from '../../services/engine/resources/notifyOfEvent.ts';
import { SYSTEM } from '../../services/engine/resources/write/actor.ts';
import { records } from '../../services/engine/resources/write/records.ts';
import { runInTransaction } from '../../services/engine/resources/write/transaction.ts';
import type { Context } from '../../services/engine/modules/module.ts';
import { withdraw } from '../../services/products/campaigns/approval.ts';
import { connectSocket, listenAnywhere } from './support/sockets.ts';
import { confirmed } from './support/confirmed.ts';
import { startServices, type Answer, type TestServices } from './support/services.ts';

type Body = Record<string, unknown>;
const rows = ({ body }: Answer): Body[] => body as unknown as Body[];

let services: TestServices;
let ids: Record<string, string>;
const noticesOf = async (role: string, query = ''): Promise<Body[]> =>
  rows(await (await services.as(role))('GET', `/api/v1/notices${query}`));
const textsOf = async (role: string): Promise<unknown[]> => (await noticesOf(role)).map(({ text }) => text);
let count = 0;
const draft = async (role = 'campaign.editor'): Promise<Body> => {
  count += 1;
  const call = await services.as(role);
  const [channel] = rows(await (await services.as('owner'))('GET', '/api/v1/channels?take=1&type=LINE'));
  const { status, body, text } = await call('POST', '/api/v1/campaigns', {
    ...{ name: `Told ${count}`, channel: channel?.['id'], target: 'manual', people: 'U1' },
    ...{ content: 'written', messages: [{ type: 'text', text: 'Hello' }] },
  });
  expect(text && status).toBe(201);
  return body;
};
const act = async (role: string, { id }: Body, verb: string, input: object = {}): Promise<void> => {
  const { status, text } = await (
    await services.as(role)
  )('POST', `/api/v1/campaigns/${String(id)}/${verb}`, confirmed(verb, input));
  expect(text && status).toBe(200);
};

beforeAll(async () => {
  services = await startServices({ NOTICE_MAIL_MINUTES: '0' });
  const members = rows(await (await services.as('owner'))('GET', '/api/v1/members?take=100'));
  ids = Object.fromEntries(members.map(({ username, id }) => [String(username), String(id)]));
});
afterAll(() => services.stop());

describe('who is notified', () => {
  it('of a question: those who may answer it, and nobody once one has', async () => {
    const one = await draft();
    await act('campaign.editor', one, 'request-approval');
    const text = `“${String(one['name'])}” waits for your approval`;
    const [firstNotice] = await noticesOf('campaign.moderator');
    expect(firstNotice).toMatchObject({
      ...{ text, kind: 'approval', state: 'unread', to: ids['campaign.moderator'] },
      link: expect.stringContaining(String(one['id'])),
    });
    expect(await textsOf('campaign.admin')).toContain(text);
    for (const role of ['campaign.editor', 'chatbot.admin', 'cim.user'])
      expect(await textsOf(role)).not.toContain(text);
    await act('campaign.moderator', one, 'return', { approvalComment: 'Too long' });
    for (const role of ['campaign.moderator', 'campaign.admin'])
      expect(await textsOf(role)).not.toContain(text);
    expect((await textsOf('campaign.editor'))[0]).toBe(`“${String(one['name'])}” was returned: Too long`);
  });

  it('of a question: none of those whom a rule keeps from answering this one', async () => {
    const owner = await services.as('owner');
    const rule = async (approvalRule: string): Promise<void> => {
      const { body } = await owner('GET', '/api/v1/networks/current');
      const answer = await owner('PUT', '/api/v1/networks/current', { ...body, approvalRule });
      expect(answer.status).toBe(200);
    };
    const isNotified = async (role: string, { name }: Body): Promise<boolean> =>
      (await textsOf(role)).includes(`“${String(name)}” waits for your approval`);
    await rule('always');
    // Written by an administrator, changed and asked about by an editor.
    const one = await draft('campaign.admin');
    const editor = await services.as('campaign.editor');
    const messages = [{ type: 'text', text: 'Changed' }];
    const path = `/api/v1/campaigns/${String(one['id'])}`;
    expect((await editor('PUT', path, { ...one, messages })).status).toBe(200);
    await act('campaign.editor', one, 'request-approval');
    expect(await isNotified('campaign.admin', one)).toBe(false);
    expect(await isNotified('campaign.moderator', one)).toBe(true);
    expect(await isNotified('owner', one)).toBe(true);
    // Where nobody is kept from it, its author may answer too.
    await rule('never');
    const two = await draft('campaign.admin');
    await act('campaign.editor', two, 'request-approval');
    for (const role of ['campaign.admin', 'campaign.moderator'])
      expect(await isNotified(role, two)).toBe(true);
  });

  it('of a question that is no longer asked: nobody, and once more where it is asked again', async () => {
    const one = await draft();
    const text = `“${String(one['name'])}” waits for your approval`;
    const told = async (): Promise<number> =>
      (await textsOf('campaign.moderator')).filter((said) => said === text).length;
    const path = `/api/v1/campaigns/${String(one['id'])}`;
    const editor = await services.as('campaign.editor');
    const other = [{ type: 'text', text: 'Other' }];
    expect(await editor('PUT', path, { ...one, messages: other })).toMatchObject({ status: 200 });
    await act('campaign.editor', one, 'request-approval');
    expect(await told()).toBe(1);
    const context = { services: () => services.services } as Context;
    await withdraw(context, (await editor('GET', path)).body as never, 'Its template was changed');
    expect(await told()).toBe(0);
    await act('campaign.editor', one, 'request-approval');
    expect(await told()).toBe(1);
    const historyId = rows(await editor('GET', `${path}/history`)).find(
      ({ operation }) => operation === 'update',
    )?.['id'];
    const { version } = (await editor('GET', path)).body;
    expect(await editor('POST', `${path}/restore`, { historyId, version })).toMatchObject({ status: 200 });
    expect(await told()).toBe(0);
  });

  it('of an answer: its author; and of the record that is deleted nothing is left', async () => {
    const one = await draft();
    await act('campaign.editor', one, 'request-approval');
    await act('campaign.admin', one, 'approve');
    expect((await textsOf('campaign.editor'))[0]).toBe(`“${String(one['name'])}” was approved`);
    const two = await draft();
    await act('campaign.editor', two, 'request-approval');
    await (
      await services.as('campaign.admin')
    )('DELETE', `/api/v1/campaigns/${String(two['id'])}`);
    expect(await textsOf('campaign.moderator')).not.toContain(
      `“${String(two['name'])}” waits for your approval`,
    );
  });

  it('of a channel that is no longer connected, once, until it is again', async () => {
    const [channel] = rows(await (await services.as('owner'))('GET', '/api/v1/channels?take=1&type=LINE'));
    const id = String(channel?.['id']);
    const check = (credentials: 'works' | 'failed') =>
      recordCredentialsCheck(services.services, id, { credentials, credentialsNote: 'It says so.' });
    await check('works');
    await Promise.all([check('failed'), check('failed')]);
    const text = `${String(channel?.['name'])} is no longer connected. It says so.`;
    expect((await textsOf('cim.admin')).filter((one) => one === text)).toHaveLength(1);
    expect(await textsOf('cim.user')).not.toContain(text);
    await check('works');
    expect(await textsOf('cim.admin')).not.toContain(text);
  });

  it('of a quota once a month, whoever asks at the same time', async () => {
    const [channel] = rows(await (await services.as('owner'))('GET', '/api/v1/channels?take=1&type=LINE'));
    const record = { ...channel, id: String(channel?.['id']), used: 800, limit: 1000 };
    const dedupeSince = new Date(Date.now() - 60_000).toISOString();
    const tell = () =>
      runInTransaction(services.services, (unit) =>
        notifyOfEvent(services.services, unit, 'channel', { event: 'quota-80', record, dedupeSince }),
      );
    await Promise.all([tell(), tell()]);
    await tell();
    const text = `${String(channel?.['name'])} has used 800 of the 1000 messages of this month`;
    expect((await textsOf('cim.admin')).filter((one) => one === text)).toHaveLength(1);
  });

  it('not at all where the change was rolled back', async () => {
    const one = await draft();
    const failed = runInTransaction(services.services, async (unit) => {
      const record = { ...one, id: String(one['id']), createdBy: ids['campaign.editor'] };
      await notifyOfEvent(services.services, unit, 'campaign', { event: 'finish', record });
      throw new Error('stopped');
    });
    await expect(failed).rejects.toThrow('stopped');
    expect(await textsOf('campaign.editor')).not.toContain(`“${String(one['name'])}” was sent`);
  });
});

describe('a person’s notifications', () => {
  it('are read one by one and together, and nobody else’s', async () => {
    const [one, two] = [await draft(), await draft()];
    for (const each of [one, two]) await act('campaign.editor', each, 'request-approval');
    const moderator = await services.as('campaign.moderator');
    const [newest] = await noticesOf('campaign.moderator', '?state=unread');
    const id = String(newest?.['id']);
    const other = await services.as('campaign.admin');
    expect((await other('GET', `/api/v1/notices/${id}`)).status).toBe(404);
    expect((await other('POST', `/api/v1/notices/${id}/mark-read`)).status).toBe(404);
    expect((await moderator('POST', `/api/v1/notices/${id}/mark-read`)).status).toBe(200);
    expect((await moderator('GET', `/api/v1/notices/${id}`)).body['state']).toBe('read');
    await moderator('POST', '/api/v1/notices/mark-all-read');
    expect((await moderator('GET', '/api/v1/notices/counts?by=state')).body['unread']).toBe(0);
    expect((await noticesOf('campaign.admin', '?state=unread')).length).toBeGreaterThan(0);
    expect((await moderator('DELETE', `/api/v1/notices/${id}`)).status).toBe(403);
    expect((await moderator('POST', '/api/v1/notices', { text: 'x' })).status).toBe(403);
  });

  it('are sent to their open consoles only', async () => {
    const url = await listenAnywhere(services.app);
    const mine = await connectSocket(url, await services.tokenOf('campaign.moderator'));
    const others = await connectSocket(url, await services.tokenOf('cim.admin'));
    const one = await draft();
    await act('campaign.editor', one, 'request-approval');
    const isNotice = ({ event, json }: { event: string; json: unknown }): boolean =>
      event === 'record.changed' && (json as Body)['entity'] === 'notice';
    await mine.waitFor(isNotice);
    expect(others.received.filter(isNotice)).toEqual([]);
    mine.socket.close();
    others.socket.close();
  });

  it('come by mail, several in one, and not at all in the console, as the person chose', async () => {
    const moderator = await services.as('campaign.moderator');
    const choose = async (values: Body): Promise<void> => {
      const { status, text } = await moderator('PUT', '/api/v1/members/me', values);
      expect(text && status).toBe(200);
    };
    await choose({ noticesByMail: ['approval'], noticesLeftOut: ['approval'] });
    const [one, two] = [await draft(), await draft()];
    for (const each of [one, two]) await act('campaign.editor', each, 'request-approval');
    expect(
      await noticesOf('campaign.moderator', `?deliveryMethods=console&record=${String(two['id'])}`),
    ).toEqual([]);
    services.mails.length = 0;
    await services.jobs.start();
    await vi.waitFor(() => expect(services.mails.length).toBeGreaterThan(0), 20_000);
    const mails = services.mails.filter(({ text }) => text.includes(String(one['name'])));
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ text: expect.stringContaining(String(two['name'])) });
  });

  it('come in as many mails as they need, each notice in one of them', async () => {
    const to = String(ids['campaign.moderator']);
    const texts = Array.from({ length: 60 }, (_, at) => `Waiting ${at}.`);
    for (const text of texts)
      await records(services.services, 'notice', SYSTEM).create({
        ...{ to, text, kind: 'approval', entity: 'campaign', record: to, event: 'asked' },
        ...{ deliveryMethods: ['mail'], state: 'unread' },
      });
    services.mails.length = 0;
    await act('campaign.editor', await draft(), 'request-approval');
    await vi.waitFor(() => {
      const mailed = services.mails.map(({ text }) => text).join('');
      for (const text of texts) expect(mailed.split(text)).toHaveLength(2);
    }, 20_000);
  });

  it('tell who started a job what came of it', async () => {
    const owner = await services.as('owner');
    const answer = await owner('POST', '/api/v1/intents/train', {});
    expect(answer.status).toBeLessThan(300);
    await vi.waitFor(async () => expect((await textsOf('owner'))[0]).toMatch(/^Training of the bot/), 30_000);
    expect(await textsOf('chatbot.admin')).not.toContainEqual(expect.stringMatching(/^Training of the bot/));
  });
});
