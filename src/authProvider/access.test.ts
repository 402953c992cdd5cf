import { beforeAll, expect, test, vi } from 'vitest';
import { loadConfig } from '../dataProvider/config.ts';
import { type Access, createAccessLoader } from './access.ts';

const access = (...actions: string[]): Access => ({
  products: {},
  actions,
  user: { id: 'u', username: 'u', name: 'U', email: 'u@example.com', roles: [] },
});

beforeAll(async () => {
  vi.stubGlobal('fetch', async () => Response.json({ services: { management: '' } }));
  await loadConfig();
});

test('the rights are those of the latest request, whichever response comes last', async () => {
  const answers: ((given: Access) => void)[] = [];
  const load = createAccessLoader(
    () =>
      new Promise((done) =>
        answers.push((json) => done({ status: 200, headers: new Headers(), body: '', json })),
      ),
  );
  const first = load.refresh();
  const second = load.refresh();
  answers[1]?.(access('variable:read'));
  await second;
  answers[0]?.(access('variable:read', 'variable:delete'));
  await first;
  expect(load.known()?.actions).toEqual(['variable:read']);
  expect((await load()).actions).toEqual(['variable:read']);
});

test('at a connection notifies only of rights that changed', async () => {
  const answers = [access('variable:read'), access('variable:read'), access('variable:update')];
  const load = createAccessLoader(async () => ({
    ...{ status: 200, headers: new Headers(), body: '' },
    json: answers.shift(),
  }));
  await load();
  const listener = vi.fn();
  load.subscribe(listener);
  await load.refresh(true);
  expect(listener).not.toHaveBeenCalled();
  await load.refresh(true);
  expect(listener).toHaveBeenCalledTimes(1);
});
