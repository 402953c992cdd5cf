import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setTexts, t } from '../../../schemas/texts/translate.ts';
import { inLanguage, currentLanguage, languageOf, readLanguages, registerLanguages } from './languages.ts';

beforeAll(() => {
  const schemas = mkdtempSync(join(tmpdir(), 'languages-'));
  mkdirSync(join(schemas, 'texts'));
  writeFileSync(join(schemas, 'texts', 'th.json'), JSON.stringify({ 'Not found': 'ไม่พบ' }));
  readLanguages([schemas]);
});
afterAll(() => setTexts(undefined));

test.each([
  ['th', 'th'],
  ['th-TH,th;q=0.9,en;q=0.8', 'th'],
  ['en-GB,en;q=0.9,th;q=0.8', undefined],
  ['de,th;q=0.5', 'th'],
  ['th;q=0', undefined],
  ['en; q=0.2, th ; Q=0.9', 'th'],
  ['en;q=0.2, th;q=0.9', 'th'],
  ['de', undefined],
  ['', undefined],
  [undefined, undefined],
  [';;;q=,=', undefined],
])('Accept-Language %o speaks %o', (header, language) => {
  expect(languageOf(header)).toBe(language);
});

test('concurrent requests get responses in their own language, with and without a body', async () => {
  const app = fastify();
  registerLanguages(app);
  const answer = async () => {
    await new Promise((done) => setImmediate(done));
    return { text: t('Not found'), language: currentLanguage() };
  };
  app.get('/', answer);
  app.post('/', answer);
  const askIn = async (method: 'GET' | 'POST', language: string) => {
    const payload = method === 'POST' ? { a: 1 } : undefined;
    const response = await app.inject({
      method,
      url: '/',
      headers: { 'accept-language': language },
      payload,
    });
    return response.json<unknown>();
  };
  const thai = { text: 'ไม่พบ', language: 'th' };
  const english = { text: 'Not found', language: 'en' };
  await expect(
    Promise.all([askIn('GET', 'th'), askIn('GET', 'en'), askIn('POST', 'th'), askIn('POST', 'de')]),
  ).resolves.toEqual([thai, english, thai, english]);
});

test('asynchronous work keeps the language in which it was started', async () => {
  await inLanguage('th', async () => {
    await Promise.resolve();
    expect(t('Not found')).toBe('ไม่พบ');
  });
  expect(inLanguage('xx', () => t('Not found'))).toBe('Not found');
});
