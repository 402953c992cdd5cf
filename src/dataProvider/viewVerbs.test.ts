import { expect, it } from 'vitest';
import type { HttpClient } from './httpClient.ts';
import { viewVerbs } from './viewVerbs.ts';

it('saves of a list’s preferences wait for the one before, also where that one fails', async () => {
  const sent: unknown[] = [];
  const answers: ((failed?: Error) => void)[] = [];
  const http: HttpClient = (_address, options) => {
    sent.push(JSON.parse(String(options?.body)));
    return new Promise((resolve, reject) =>
      answers.push((failed) =>
        failed ? reject(failed) : resolve({ status: 200, headers: new Headers(), body: '', json: {} }),
      ),
    );
  };
  const { savePreference } = viewVerbs({ http, url: (resource) => `/${resource}` });
  const first = savePreference('variable', { perPage: 10 });
  const second = savePreference('variable', { perPage: 25 });
  void savePreference('template', {});
  await expect.poll(() => sent).toEqual([{ perPage: 10 }, {}]);
  answers[0]?.(new Error('no line'));
  await expect(first).rejects.toThrow('no line');
  await expect.poll(() => sent).toEqual([{ perPage: 10 }, {}, { perPage: 25 }]);
  answers[2]?.();
  await expect(second).resolves.toBeUndefined();
});
