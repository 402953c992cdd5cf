import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstReferences } from './support/samples.ts';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';

type Method = Parameters<Call>[0];
interface Parameter {
  name: string;
  in: string;
}
type Item = { parameters?: Parameter[] } & Record<string, { parameters?: Parameter[] }>;

/** Nothing of these can be stored, hence nothing can be there under it. */
const IMPOSSIBLE = ['%00', '018f0000-0000-7000-8000-000000000000%00'];
/** As a reference names it that takes LINE channels only. */
const LINE_CHANNEL = 'channel {"type":"LINE"}';
const METHODS: Method[] = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];

let services: TestServices;
let owner: Call;
let known: Record<string, string> = {};
let operations: { method: Method; path: string; words: string[]; queries: string[] }[] = [];

beforeAll(async () => {
  services = await startServices({ RATE_LIMIT: '0', GRAPH_API_URL: 'http://127.0.0.1:9' });
  owner = await services.as('owner');
  known = await firstReferences(owner, services.product.entities);
  const { paths } = (await owner('GET', '/openapi.json')).body as unknown as { paths: Record<string, Item> };
  operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method.toLowerCase() in item).map((method) => {
      const parameters = [...(item.parameters ?? []), ...(item[method.toLowerCase()]?.parameters ?? [])];
      return {
        ...{ method, path, words: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name) },
        queries: parameters.flatMap((one) => (one.in === 'query' ? [one.name] : [])),
      };
    }),
  );
});
afterAll(() => services.stop());

/** A record that the path may be about, so that no other word of it is refused first. */
const someId = (path: string): string => {
  const model = services.product.entities.find((one) => path.startsWith(`/api/v1/${one.path}/`));
  const own = path.startsWith('/api/v1/richmenus/channels/') ? LINE_CHANNEL : model?.name;
  const id = known[own ?? ''];
  return id ?? '018f0000-0000-7000-8000-000000000000';
};
const filled = (path: string, own: Record<string, string> = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => own[name] ?? someId(path));

/** What a refusal says, in short. */
const describeAnswer = ({ status, body }: Answer): string =>
  `${status} ${String(body['code'])} ${String(body['message'])}`;

describe('addresses that cannot be meant', () => {
  it(
    'answer that nothing is there, whichever word of whichever path it is',
    { timeout: 120_000 },
    async () => {
      const odd: string[] = [];
      let asked = 0;
      for (const { method, path, words } of operations) {
        for (const word of words) {
          for (const value of IMPOSSIBLE) {
            asked += 1;
            const body = method === 'GET' ? undefined : {};
            const description = describeAnswer(await owner(method, filled(path, { [word]: value }), body));
            if (!description.startsWith('404 NOT_FOUND '))
              odd.push(`${method} ${path} ${word}=${value}: ${description}`);
          }
        }
      }
      expect(odd).toEqual([]);
      expect(asked).toBeGreaterThan(300);
    },
  );

  it('with hostile parameters never cause an error of the services', async () => {
    const odd: string[] = [];
    let asked = 0;
    for (const { path, queries } of operations.filter(({ method }) => method === 'GET')) {
      for (const query of queries) {
        for (const value of ['%00', 'nope', '-1', '99999999999999999999', '']) {
          asked += 1;
          const answer = await owner('GET', `${filled(path)}?${query}=${value}`);
          // What others' services would have to answer is told as such.
          if (answer.status === 500) odd.push(`${path}?${query}=${value}: ${describeAnswer(answer)}`);
        }
      }
    }
    expect(odd).toEqual([]);
    expect(asked).toBeGreaterThan(300);
  });

  it('of a list refuse a cursor that nothing is at, each list in the same words', async () => {
    const lists = operations.filter(
      ({ method, queries }) => method === 'GET' && queries.includes('cursorId'),
    );
    const odd: string[] = [];
    for (const { path } of lists) {
      for (const cursor of ['nope', '018f0000-0000-7000-8000-000000000000']) {
        const said = describeAnswer(await owner('GET', `${filled(path)}?cursorId=${cursor}`));
        if (said !== '400 MALFORMED Unknown cursorId') odd.push(`${path}?cursorId=${cursor}: ${said}`);
      }
    }
    expect(odd).toEqual([]);
    expect(lists.length).toBeGreaterThan(20);
  });
});
