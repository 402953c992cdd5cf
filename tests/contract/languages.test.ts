import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from './support/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startServices();
}, 180_000);
afterAll(() => services.stop());

interface Asked {
  method: 'GET' | 'POST';
  url: string;
  language?: string;
  payload?: string | object;
  type?: string;
}

const ask = async ({ method, url, language, payload, type }: Asked) =>
  services.app.inject({
    method,
    url: `/api/v1/${url}`,
    headers: {
      authorization: `Bearer ${await services.tokenOf('chatbot.admin')}`,
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
});

describe('files', () => {
  it('have headings and choices in the language of who asks for them', async () => {
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
