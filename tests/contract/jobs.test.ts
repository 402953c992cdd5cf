import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createBackgroundMailer } from '../../services/engine/builtIn/mail.ts';
import type { Mailer, Message } from '../../services/engine/mail/mailer.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

const until = { timeout: 20_000, interval: 50 };
let services: TestServices;
let editor: Call;
let moderator: Call;
let administrator: Call;
let mailer: Mailer;
const sent: Message[] = [];
let refuses = 0;

const person = async (call: Call): Promise<{ id: string; name: string }> =>
  (await call('GET', '/permissions/access')).body['user'] as { id: string; name: string };
const titles = async (call: Call, query = ''): Promise<unknown[]> => {
  const { body } = await call('GET', `/api/v1/jobs?${query}`);
  return (body as unknown as Record<string, unknown>[]).map(({ title }) => title);
};

beforeAll(async () => {
  services = await startServices();
  editor = await services.as('chatbot.editor');
  moderator = await services.as('chatbot.moderator');
  administrator = await services.as('cim.admin');
  const { jobs, db } = services;
  jobs.register('wait', { run: async () => ({ text: '3 rows' }) });
  services.mailer.send = async (message) => {
    if (refuses > 0) {
      refuses--;
      throw Object.assign(new Error('550 no such mailbox'), { responseCode: 550 });
    }
    sent.push(message);
  };
  mailer = createBackgroundMailer(jobs, db, {});
  await jobs.start();
}, 180_000);
afterAll(() => services.stop());

describe('the list of jobs', () => {
  it('shows everybody their own, and an administrator all', async () => {
    const { db, jobs } = services;
    const by = await person(editor);
    await db.transaction((tx) => jobs.enqueue(tx, 'wait', { secret: 1 }, { title: 'Import of a.csv', by }));
    await vi.waitFor(
      async () => expect(await titles(editor, 'state=done')).toEqual(['Import of a.csv']),
      until,
    );
    expect(await titles(moderator)).toEqual([]);
    expect(await titles(administrator)).toEqual(['Import of a.csv']);
    const [job] = (await editor('GET', '/api/v1/jobs')).body as unknown as Record<string, unknown>[];
    expect(job).toMatchObject({ state: 'done', outcome: '3 rows', name: by.name, dismissed: false });
    expect(JSON.stringify(job)).not.toContain('secret');
    const url = `/api/v1/jobs/${String(job?.['id'])}`;
    expect((await moderator('GET', url)).status).toBe(404);
    expect((await moderator('POST', `${url}/dismiss`)).status).toBe(404);
    expect((await administrator('POST', `${url}/dismiss`)).status).toBe(403);
    expect((await editor('POST', `${url}/cancel`)).status).toBe(409);
    expect((await editor('POST', `${url}/dismiss`)).status).toBe(200);
    expect(await titles(editor, 'dismissed=false')).toEqual([]);
    expect((await editor('DELETE', url)).status).toBe(403);
  });

  it('lets a person cancel a job that waits', async () => {
    const { db, jobs } = services;
    const by = await person(moderator);
    const at = new Date(Date.now() + 3_600_000);
    const id = await db.transaction((tx) => jobs.enqueue(tx, 'wait', {}, { title: 'Later', by, at }));
    expect((await editor('POST', `/api/v1/jobs/${id}/cancel`)).status).toBe(404);
    expect((await moderator('POST', `/api/v1/jobs/${id}/cancel`)).body).toMatchObject({ state: 'cancelled' });
    expect(await titles(moderator, 'state=cancelled')).toEqual(['Later']);
  });
});

describe('mail', () => {
  const mail: Message = { to: 'somchai@example.com', subject: 'Your account', text: 'Welcome-2026' };
  const traces = () => services.db.query(`SELECT * FROM job_run WHERE name = 'mail'`);

  it('is sent when its change is committed, and leaves nothing behind', async () => {
    const { db } = services;
    const undone = db.transaction(async (tx) => {
      await mailer.send({ ...mail, to: 'nobody@example.com' }, tx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await db.transaction((tx) => mailer.send(mail, tx));
    await vi.waitFor(() => expect(sent).toEqual([mail]), until);
    await vi.waitFor(async () => expect(await traces()).toEqual([]), until);
  });

  it('that is finally rejected is notified to administrators, without its contents', async () => {
    refuses = 1;
    await mailer.send(mail);
    await vi.waitFor(
      async () => expect(await titles(administrator, 'state=failed')).toEqual(['Mail']),
      until,
    );
    const [job] = (await administrator('GET', '/api/v1/jobs?state=failed')).body as unknown as object[];
    expect(job).toMatchObject({
      failure: 'The mail to somchai@example.com was not sent: 550 no such mailbox',
    });
    expect(JSON.stringify(await traces())).not.toContain('Welcome-2026');
    expect(await titles(editor, 'state=failed')).toEqual([]);
  });
});
