import { afterAll, beforeAll, expect, it } from 'vitest';
import { MIXED_WORDS } from '../../schemas/model/testThaiWords.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

let services: TestServices;
let editor: Call;
beforeAll(async () => {
  services = await startServices();
  editor = await services.as('chatbot.editor');
  for (const [at, value] of MIXED_WORDS.toReversed().entries()) {
    const { status } = await editor('POST', '/api/v1/variables', { name: `thai_${at}`, value, scope: 'bot' });
    expect(status).toBe(201);
  }
}, 240_000);
afterAll(() => services.stop());

const LIST = '/api/v1/variables?keyword=thai_&take=10';

/** The values of every page, in the order in which they come. */
const paged = async (sort: string): Promise<unknown[]> => {
  const values: unknown[] = [];
  let page = (await editor('GET', `${LIST}&sort=${sort}`)).body as unknown as { id: string; value: string }[];
  while (page.length > 0) {
    values.push(...page.map(({ value }) => value));
    const next = `${LIST}&sort=${sort}&cursorId=${page.at(-1)?.id}&skip=1`;
    page = (await editor('GET', next)).body as unknown as typeof page;
  }
  return values;
};

it.each([
  ['value', MIXED_WORDS],
  ['-value', MIXED_WORDS.toReversed()],
])('a list by %s has the order of a Thai dictionary over all of its pages', async (sort, words) => {
  expect(await paged(sort)).toEqual(words);
});

it('a text that was stored with its marks in another order stays so, and is found', async () => {
  const value = 'ท\u0e48\u0e35รัก น\u0e49\u0e4d\u0e32หวาน';
  const { body } = await editor('POST', '/api/v1/variables', { name: 'typed', value, scope: 'bot' });
  expect(body).toMatchObject({ value });
  for (const keyword of ['ที่รัก', 'น้ำหวาน', value]) {
    const found = await editor('GET', `/api/v1/variables?keyword=${encodeURIComponent(keyword)}`);
    expect(found.body).toMatchObject([{ name: 'typed', value }]);
  }
});
