import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from './support/services.ts';

const folder = mkdtempSync(join(tmpdir(), 'page-'));
const PAGE = `<!doctype html><html lang="en"><head><meta name="csp-nonce" nonce="__CSP_NONCE__">
<link rel="preload" href="/config.json" as="fetch" crossorigin="use-credentials" /></head>
<body><div id="root"><div id="frame" hidden><i></i></div></div></body></html>`;
const PARTS = {
  visitor: ['assets/visitor-1.js'],
  console: ['assets/console-1.js', 'assets/shared-1.js'],
  list: ['assets/list-1.js', 'assets/shared-1.js'],
  form: ['assets/form-1.js'],
  'schema:variable': ['assets/variable-1.js'],
};
let services: TestServices;

beforeAll(async () => {
  for (const part of ['assets', '.vite']) mkdirSync(join(folder, part));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, '.vite/screens.json'), JSON.stringify(PARTS));
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), 'export {};');
  writeFileSync(join(folder, 'assets', 'main-abc123.js.br'), 'compressed');
  services = await startServices({ STATIC_DIR: folder, CORS_ORIGINS: 'https://console.example' });
});
afterAll(async () => {
  await services.stop();
  rmSync(folder, { recursive: true });
});

describe('the console', () => {
  const browse = (url: string) => services.app.inject({ url, headers: { accept: 'text/html,*/*' } });

  it.each(['/', '/chatbot/bot-variable', '/members/1'])(
    'opens at %s with a nonce of its own',
    async (url) => {
      const [one, two] = [await browse(url), await browse(url)];
      const nonce = /nonce="([\w-]{20,})"/.exec(one.body)?.[1];
      expect(one.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(one.headers['content-security-policy']).toMatch(
        /default-src 'self'.*script-src 'self'.*object-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/,
      );
      expect(one.headers['cache-control']).toBe('no-store');
      expect(two.body).not.toBe(one.body);
    },
  );

  it('serves its hashed files for good, compressed where the browser takes it', async () => {
    const response = await services.app.inject({
      url: '/assets/main-abc123.js',
      headers: { 'accept-encoding': 'br' },
    });
    expect(response.body).toBe('compressed');
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    });
  });

  it.each(['/api/v1/nosuch/1/2/3', '/assets/nosuch.js'])('does not stand in for %s', async (url) => {
    expect((await browse(url)).headers['content-type']).toContain('json');
  });

  it.each(['/../package.json', '/%2e%2e/package.json', '/..%2fpackage.json', '/.env'])(
    'serves nothing outside its folder: %s',
    async (url) => {
      const response = await services.app.inject({ url });
      expect(response.statusCode).toBeGreaterThanOrEqual(400);
    },
  );
});

describe('preloaded data of the page', () => {
  interface Preloaded {
    of: string | null;
    answers: Record<string, unknown>;
  }

  /** What a person with this session is given at an address. */
  const open = async (url: string, username?: string, headers: Record<string, string> = {}) => {
    const token = username && (await services.tokenOf(username));
    const page = await services.app.inject({
      url,
      headers: { accept: 'text/html', ...(token && { cookie: `mode=dark; session=${token}` }), ...headers },
    });
    const [, data = '', more] = page.body.split(
      /<script type="application\/json" id="first-data">|<\/script>/,
    );
    return { page, data, more, brought: JSON.parse(data) as Preloaded };
  };
  const fetched = (html: string) =>
    [...html.matchAll(/<link rel="modulepreload" crossorigin href="\/([^"]+)">/g)].map(([, file]) => file);

  it('to a visitor is the configuration, and the code of the sign-in screen', async () => {
    const { page, brought } = await open('/chatbot/bot-variable');
    expect(Object.keys(brought.answers)).toEqual(['/config.json']);
    expect(brought.of).toBeNull();
    expect(fetched(page.body)).toEqual(PARTS.visitor);
    expect(page.body).toContain('<div id="frame" hidden>');
    expect(page.body).not.toContain('as="fetch"');
  });

  it('to a person is what the console would ask first, answered by the same routes', async () => {
    const { page, brought } = await open('/chatbot/bot-variable?keyword=a&take=10', 'owner');
    expect(Object.keys(brought.answers)).toEqual([
      '/config.json',
      '/permissions/access',
      '/api/v1/variables/views',
      expect.stringMatching(/^\/api\/v1\/variables\?.*keyword=a&take=11&sort=/),
      '/api/v1/variables/total?keyword=a',
    ]);
    const owner = await services.as('owner');
    for (const [url, answer] of Object.entries(brought.answers))
      expect(answer).toEqual((await owner('GET', url)).body);
    expect((await services.tokenOf('owner')).endsWith(brought.of ?? '?')).toBe(true);
    expect(fetched(page.body)).toEqual([...new Set([...PARTS.console, ...PARTS.list])]);
    expect(page.body).toContain('<div id="frame"><i>');
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      vary: expect.stringContaining('Cookie'),
    });
  });

  it('is also what the rows name in their columns', async () => {
    const { brought } = await open('/audience?take=10', 'owner');
    const [, rows] = Object.entries(brought.answers).find(([url]) => url.startsWith('/api/v1/audiences?'))!;
    const named = Object.entries(brought.answers).find(([url]) => url.startsWith('/api/v1/channels?id='));
    expect(named, 'the channels of the rows').toBeDefined();
    const ids = new Set((rows as { channel: string }[]).map(({ channel }) => channel));
    expect(new Set((named![1] as { id: string }[]).map(({ id }) => id))).toEqual(ids);
    const owner = await services.as('owner');
    expect(named![1]).toEqual((await owner('GET', named![0])).body);
  });

  it('is also how many rows there are, where those that are shown are not all', async () => {
    const owner = await services.as('owner');
    const { brought } = await open('/audience?take=10&followState=following', 'owner');
    const counted = (await owner('GET', '/api/v1/audiences/total?followState=following')).body;
    expect(brought.answers['/api/v1/audiences/total?followState=following']).toEqual(counted);
    const { brought: few } = await open('/chatbot/bot-variable?keyword=nobody-has-this', 'owner');
    expect(Object.keys(few.answers).filter((url) => url.includes('/total'))).toEqual([]);
  });

  it('at the address of a record is the record, and the code of its form', async () => {
    const owner = await services.as('owner');
    const [one] = (await owner('GET', '/api/v1/variables?take=1')).body as unknown as { id: string }[];
    const route = services.model('variable').routes;
    const { page, brought } = await open(route ? route.edit.replace(':id', one!.id) : '', 'owner');
    expect(brought.answers[`/api/v1/variables/${one!.id}`]).toEqual(one);
    expect(fetched(page.body)).toEqual(expect.arrayContaining([...PARTS.form, ...PARTS['schema:variable']]));
  });

  it('runs nothing, whatever records hold', async () => {
    const owner = await services.as('owner');
    const value = '</script><script>alert(1)</script><!--<script>\u2028"$&';
    await owner('POST', '/api/v1/variables', { name: 'hostile_page', value, scope: 'bot' });
    const { data, more, brought } = await open(
      '/chatbot/bot-variable?keyword=hostile_page&x=</script>',
      'owner',
    );
    expect(data).not.toMatch(/[<>\u2028]/);
    expect(more).toMatch(/^<\/body>/);
    const { brought: found } = await open('/chatbot/bot-variable?keyword=hostile_page', 'owner');
    expect(Object.values(found.answers)).toContainEqual([expect.objectContaining({ value })]);
    // An address that the routes refuse is left for the console to ask.
    expect(Object.keys(brought.answers)).toEqual([
      '/config.json',
      '/permissions/access',
      '/api/v1/variables/views',
    ]);
  });

  it('is asked as the person prefers the list', async () => {
    const editor = await services.as('chatbot.editor');
    const callOf = async (url: string): Promise<string | undefined> =>
      Object.keys((await open(url, 'chatbot.editor')).brought.answers).find((call) => call.includes('take='));
    await editor('PUT', '/api/v1/variables/views/preference', { perPage: 50 });
    expect(await callOf('/chatbot/bot-variable')).toMatch(/take=51/);
    expect(await callOf('/chatbot/bot-variable?take=10')).toMatch(/take=11/);
    const opening = { id: 'v1', query: '?scope=environment' };
    await editor('PUT', '/api/v1/variables/views/preference', { opening });
    expect(await callOf('/chatbot/bot-variable')).toMatch(/scope=environment.*take=21/);
    await editor('PUT', '/api/v1/variables/views/preference', {});
  });

  it('is no more than the person may read', async () => {
    const { brought } = await open('/members', 'chatbot.editor');
    expect(Object.keys(brought.answers).toSorted()).toEqual(['/config.json', '/permissions/access']);
  });

  it.each([
    ['another site asks', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbouring site asks', { 'sec-fetch-site': 'same-site' }],
    ['code asks', { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }],
    ['an allowed origin asks', { origin: 'https://console.example' }],
    ['the session has ended', { cookie: 'session=aaa.bbb.ccc' }],
  ])('is nothing of the person where %s', async (_, headers) => {
    const { brought } = await open('/chatbot/bot-variable', 'owner', headers);
    expect(Object.keys(brought.answers)).toEqual(['/config.json']);
  });
});
