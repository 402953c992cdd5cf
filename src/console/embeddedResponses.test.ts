import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '../authProvider/session.ts';

const bring = (brought: object): void => {
  document.body.innerHTML = `<script type="application/json" id="first-data">${JSON.stringify(brought)}</script>`;
};
const LIST = '/api/v1/variables?scope=bot&status=a&status=b&take=21&sort=-createdAt';
const ROWS = [{ id: '1', name: 'one' }];

/** A client whose service answers everything with `asked`. */
const client = async () => {
  // The responses belong to one page.
  vi.resetModules();
  const { withEmbeddedResponses: withFirstData } = await import('./embeddedResponses.ts');
  const asked = vi.fn(async () => ({
    status: 200,
    headers: new Headers(),
    body: '"asked"',
    json: 'asked' as unknown,
  }));
  const http = withFirstData(asked);
  return { asked, answer: async (url: string, options?: RequestInit) => (await http(url, options)).json };
};

describe('the responses embedded in the page', () => {
  beforeEach(() => {
    // The page has just been opened.
    vi.spyOn(performance, 'now').mockReturnValue(1_000);
    startSession({ token: 'head.body.signature-0123456789', refreshToken: 'r', username: 'owner' });
  });

  it('answer the same request, once, whatever the order of its parameters', async () => {
    bring({ of: 'signature-0123456789', answers: { [LIST]: ROWS } });
    const { answer, asked } = await client();
    expect(await answer('/api/v1/variables?status=a&status=b&take=21&sort=-createdAt&scope=bot')).toEqual(
      ROWS,
    );
    expect(asked).not.toHaveBeenCalled();
    expect(await answer(LIST)).toBe('asked');
  });

  it('do not answer another request', async () => {
    bring({ of: 'signature-0123456789', answers: { [LIST]: ROWS } });
    const { answer } = await client();
    expect(await answer(LIST.replace('take=21', 'take=51'))).toBe('asked');
    expect(await answer(LIST.replace('status=a&status=b', 'status=b&status=a'))).toBe('asked');
    expect(await answer(LIST, { method: 'POST' })).toBe('asked');
  });

  it('are dropped after a change', async () => {
    bring({ of: 'signature-0123456789', answers: { [LIST]: ROWS } });
    const { answer } = await client();
    await answer('/config.json');
    await answer('/api/v1/variables/1', { method: 'DELETE' });
    expect(await answer(LIST)).toBe('asked');
  });

  it('have the records that rows reference, once, and leave rows to their request', async () => {
    const named = [{ id: 'c1', name: 'Channel' }];
    bring({
      of: 'signature-0123456789',
      answers: { [LIST]: ROWS, '/api/v1/channels?id=c1&take=1': named },
    });
    const { answer } = await client();
    const { takeEmbeddedRecords: takeRecords } = await import('./embeddedResponses.ts');
    expect(takeRecords()).toEqual([['channels', named]]);
    expect(takeRecords()).toEqual([]);
    expect(await answer(LIST)).toEqual(ROWS);
  });

  it('are ignored when somebody else has signed in since', async () => {
    bring({ of: 'signature-of-another', answers: { [LIST]: ROWS } });
    expect(await (await client()).answer(LIST)).toBe('asked');
  });

  it('are missing where the services do not serve the page', async () => {
    document.body.innerHTML = '';
    expect(await (await client()).answer(LIST)).toBe('asked');
  });
});
