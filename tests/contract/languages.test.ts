import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { storedText } from '../../schemas/texts/stored.ts';
import { recordCredentialsCheck } from '../../services/channels/channelState.ts';
import { SYSTEM } from '../../services/engine/resources/write/actor.ts';
import { records } from '../../services/engine/resources/write/records.ts';
import { startServices, type TestServices } from './support/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startServices({ NOTICE_MAIL_MINUTES: '0', LOG_LEVEL: 'error' });
  await services.jobs.start();
}, 180_000);
afterAll(() => services.stop());

interface Asked {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  language?: string;
  payload?: string | object;
  type?: string;
  as?: string;
}

const ask = async ({ method, url, language, payload, type, as = 'chatbot.admin' }: Asked) =>
  services.app.inject({
    method,
    url: `/api/v1/${url}`,
    headers: {
      authorization: `Bearer ${await services.tokenOf(as)}`,
      ...(language && { 'accept-language': language }),
      ...(type && { 'content-type': type }),
    },
    payload,
  });

describe('answers', () => {
  const missing = 'templates/00000000-0000-4000-8000-000000000000';

  it.each([
    ['th-TH,th;q=0.9', 'ไม่พบเทมเพลต'],
    ['en-GB,th;q=0.5', 'Template not found'],
    ['de', 'Template not found'],
    [undefined, 'Template not found'],
  ])('speak the language of %o', async (language, message) => {
    const answer = await ask({ method: 'GET', url: missing, language });
    expect(answer.json()).toMatchObject({ code: 'NOT_FOUND', message });
  });

  it('say in it what is wrong with a field', async () => {
    const payload = { value: 'x', scope: 'bot' };
    const answer = await ask({ method: 'POST', url: 'variables', language: 'th', payload });
    const { fields } = answer.json<{ fields: Record<string, string> }>();
    expect(fields['/name']).toMatch(/^[\u0e00-\u0e7f]/);
  });

  it('say in it that a body cannot be read', async () => {
    const asked = { method: 'POST', url: 'variables', payload: '{', type: 'application/json' } as const;
    const english = (await ask(asked)).json<{ message: string }>().message;
    const thai = (await ask({ ...asked, language: 'th' })).json<{ message: string }>().message;
    expect(english).toMatch(/^[\x20-\x7e“”’]+$/);
    expect(thai).toMatch(/[\u0e00-\u0e7f]/);
  });

  it('say in it what the system sets by itself', async () => {
    const [variable] = (await ask({ method: 'GET', url: 'campaigns?take=1', as: 'owner' })).json<object[]>();
    const payload = { name: 'Its own', ...variable, status: 'executed' };
    const answer = await ask({ method: 'POST', url: 'campaigns', language: 'th', payload, as: 'owner' });
    expect(answer.json()).toMatchObject({
      fields: { '/status': 'ระบบเป็นผู้กำหนด "status" ไม่ต้องส่งมา' },
    });
  });

  it('tell in it how the bot came to its answer', async () => {
    const steps = async (language: string): Promise<string[]> => {
      const payload = { text: 'qwrtpsdfgh zxcvbnmklj' };
      const answer = await ask({ method: 'POST', url: 'intents/try', language, payload });
      return answer.json<{ steps: { text: string }[] }>().steps.map(({ text }) => text);
    };
    expect((await steps('en'))[0]).toMatch(/^No rule fits, of \d+$/);
    const thai = await steps('th');
    expect(thai[0]).toMatch(/^ไม่ตรงกับกฎใดจาก \d+ กฎ$/);
    for (const text of thai) expect(text).toMatch(/^[\u0e00-\u0e7f]/);
  });
});

describe('files', () => {
  it('have headings and choices in the language of the requester', async () => {
    await ask({
      method: 'POST',
      url: 'variables',
      payload: { name: 'spoken', value: 'pai', scope: 'bot' },
    });
    const body = { columns: ['name', 'value', 'scope'], query: { keyword: 'spoken' } };
    const read = async (language: string): Promise<string[]> => {
      const answer = await ask({ method: 'POST', url: 'variables/export', language, payload: body });
      return answer.body
        .replace(/^\uFEFF/, '')
        .trimEnd()
        .split('\r\n');
    };
    expect(await read('en')).toEqual(['Name,Value,Scope', 'spoken,pai,Bot']);
    expect(await read('th')).toEqual(['ชื่อ,ค่า,ขอบเขต', 'spoken,pai,บอต']);
  });

  it.each(['name,value,scope', 'Name,Value,Scope', 'ชื่อ,ค่า,ขอบเขต'])(
    'with the headings %s are understood by who speaks Thai',
    async (head) => {
      const part = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n`;
      const answer = await ask({
        method: 'POST',
        url: 'variables/import',
        language: 'th',
        payload: `${part}${head}\r\nread,pai,บอต\r\n--b--\r\n`,
        type: 'multipart/form-data; boundary=b',
      });
      const { id, mapping, columns } = answer.json<{ id: string; mapping: unknown; columns: object[] }>();
      expect(mapping).toEqual(['name', 'value', 'scope']);
      expect(columns).toContainEqual(expect.objectContaining({ name: 'name', title: 'ชื่อ' }));
      const preview = await ask({
        method: 'POST',
        url: `variables/import/${id}/preview`,
        language: 'th',
        payload: { mapping },
      });
      expect(preview.json()).toMatchObject({ judgements: [{ verdict: 'create' }] });
    },
  );
});

describe('what is stored', () => {
  const read = async <T>(url: string, language: string, as = 'owner'): Promise<T> =>
    (await ask({ method: 'GET', url, language, as })).json<T>();
  type Rows = Record<string, unknown>[];

  it('is in the audit log in the language of whoever reads it, in its file too', async () => {
    const created = await ask({
      ...{ method: 'POST', url: 'variables', as: 'owner' },
      payload: { name: 'noted', value: 'a', scope: 'bot' },
    });
    const variable = created.json<{ id: string }>();
    await ask({
      ...{ method: 'PUT', url: `variables/${variable.id}`, as: 'owner' },
      payload: { ...variable, value: 'b' },
    });
    const url = 'audit-entries?entity=variable&take=2';
    const sentences = async (language: string): Promise<unknown[]> =>
      (await read<Rows>(url, language)).map(({ sentence }) => sentence);
    expect(await sentences('en')).toEqual([
      'Malee Suwannarat changed the value of the variable noted',
      'Malee Suwannarat created the variable noted',
    ]);
    expect(await sentences('th')).toEqual([
      'Malee Suwannarat เปลี่ยนค่าของตัวแปร noted',
      'Malee Suwannarat สร้างตัวแปร noted',
    ]);
    const file = await ask({
      ...{ method: 'POST', url: 'audit-entries/export', language: 'th', as: 'owner' },
      payload: { columns: ['sentence'], query: { entity: 'variable', operation: 'update' } },
    });
    expect(file.body).toContain('เปลี่ยนค่าของตัวแปร noted');
    const exported = await read<Rows>('audit-entries?operation=export&take=1', 'th');
    expect(exported[0]?.['sentence']).toMatch(/^Malee Suwannarat ส่งออก \d+ แถว เป็น CSV/);
  });

  it(
    'is a notice in the language of whoever reads it, and mailed in the one that they chose',
    { timeout: 90_000 },
    async () => {
      const [person] = await read<Rows>('members?username=campaign.moderator', 'en');
      const to = String(person?.['id']);
      const about = {
        to,
        kind: 'approval',
        entity: 'campaign',
        record: to,
        event: 'asked',
        state: 'unread',
      } as const;
      const write = (text: string): Promise<unknown> =>
        records(services.services, 'notice', SYSTEM).create({ ...about, text, deliveryMethods: ['mail'] });
      await services.services.db.query(
        `UPDATE entity_member SET data = jsonb_set(data, '{language}', '"th"') WHERE id = $1::uuid`,
        [to],
      );
      await write('Stored before as a sentence');
      await write(storedText('“{{name}}” waits for your approval', { name: 'Songkran' }));
      const texts = async (language: string, query = ''): Promise<unknown[]> =>
        (await read<Rows>(`notices?sort=createdAt${query}`, language, 'campaign.moderator')).map(
          ({ text }) => text,
        );
      expect(await texts('en')).toEqual([
        'Stored before as a sentence',
        '“Songkran” waits for your approval',
      ]);
      expect(await texts('th')).toEqual(['Stored before as a sentence', '“Songkran” รอการอนุมัติจากคุณ']);
      expect(await texts('th', '&keyword=Songkran” waits')).toHaveLength(1);
      services.mails.length = 0;
      await services.jobs.enqueue(services.services.db, 'notices.mail', { to });
      await vi.waitFor(() => expect(services.mails.length).toBeGreaterThan(0), 60_000);
      const [mail] = services.mails;
      expect(mail?.subject).toBe('การแจ้งเตือน 2 รายการ');
      expect(mail?.text).toContain('- “Songkran” รอการอนุมัติจากคุณ');
      expect(mail?.text).toContain('- Stored before as a sentence');
      expect(mail?.text).toContain('คุณเลือกเรื่องที่จะแจ้งทางอีเมลได้ในโปรไฟล์ผู้ใช้');
    },
  );

  it('is a job, and what came of it, in the language of whoever reads it', { timeout: 120_000 }, async () => {
    await ask({ method: 'POST', url: 'intents/train', language: 'th', payload: {}, as: 'owner' });
    const training = async (language: string): Promise<Record<string, unknown> | undefined> =>
      (await read<Rows>('jobs?sort=-createdAt', language)).find(({ title }) => title === TITLE[language]);
    const TITLE: Record<string, string> = { en: 'Training of the bot', th: 'การฝึกบอต' };
    await vi.waitFor(async () => expect(await training('en')).toMatchObject({ state: 'done' }), 90_000);
    expect((await training('en'))?.['outcome']).toMatch(/^\d+ intents learnt, /);
    expect((await training('th'))?.['outcome']).toMatch(/^เรียนรู้ \d+ อินเทนต์, /);
  });

  it('is logged in English', () => {
    const fault = storedText('It answered %{status}', { status: 500 });
    services.app.log.error({ err: new Error(fault) }, `Webhook: ${fault}`);
    const line = services.logs.at(-1) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      msg: 'Webhook: It answered 500',
      err: { message: 'It answered 500' },
    });
    expect(line).not.toMatch(/[\uFDD0-\uFDD2]/);
  });

  it('may be sent back as it was read', async () => {
    const [channel] = await read<Rows>('channels?type=LINE&take=1', 'en');
    const id = String(channel?.['id']);
    const credentialsNote = storedText('LINE does not know the access token');
    await recordCredentialsCheck(services.services, id, { credentials: 'failed', credentialsNote });
    const body = await read<Record<string, unknown>>(`channels/${id}`, 'th');
    expect(body['credentialsNote']).toBe('LINE ไม่รู้จัก access token');
    const answer = await ask({
      ...{ method: 'PUT', url: `channels/${id}`, language: 'th', as: 'owner' },
      payload: { ...body, name: 'Renamed' },
    });
    expect(answer.json()).toMatchObject({ name: 'Renamed' });
    const stored = await read<Record<string, unknown>>(`channels/${id}`, 'en');
    expect(stored['name']).toBe('Renamed');
  });
});
