import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { translateStoredValue } from '../../schemas/texts/stored.ts';
import { cachedProduct } from '../../schemas/testProduct.ts';
import { SYSTEM } from '../../services/engine/resources/write/actor.ts';
import { Records } from '../../services/engine/resources/write/records.ts';
import { startServices, type Answer, type Call, type TestServices } from '../contract/support/services.ts';
import { uploadTo } from '../contract/support/upload.ts';

const until = { timeout: 30_000, interval: 50 };
const VARIABLES = '/api/v1/variables';
/** Rows of an import, more than one batch of 100 reads. */
const ROWS = 350;

let services: TestServices;
let owner: Call;
/** Run after the commit of a variable, with how many there were since the test began. */
let onVariable: (count: number) => Promise<void> = async () => {};
let variables = 0;
/** Asked for by somebody who was deleted before its job ran. */
let lostReport: unknown;

beforeAll(async () => {
  services = await startServices({ RATE_LIMIT: '0' });
  owner = await services.as('owner');
  services.actions.addHooks('variable', {
    afterCreate: async ({ afterCommit }) => {
      variables += 1;
      const count = variables;
      afterCommit(() => onVariable(count));
    },
  });
  await giveRoles('campaign.admin', ['chatbot.admin', 'campaign.admin']);
  lostReport = (await generate(await services.as('campaign.admin'))).body['id'];
  await remove('campaign.admin');
  await services.jobs.start();
}, 180_000);
afterAll(() => services.stop());
beforeEach(() => {
  variables = 0;
  onVariable = async () => {};
});

const rowsOf = ({ body }: Answer): Record<string, unknown>[] => body as never;
async function memberOf(username: string): Promise<Record<string, unknown>> {
  const [member] = rowsOf(await owner('GET', `/api/v1/members?username=${username}`));
  if (!member) throw new Error(`No member ${username}`);
  return member;
}
async function giveRoles(username: string, roles: string[]): Promise<void> {
  const member = await memberOf(username);
  const answer = await owner('PUT', `/api/v1/members/${String(member['id'])}`, { ...member, roles });
  expect(answer).toMatchObject({ status: 200 });
}
const generate = (call: Call): Promise<Answer> =>
  call('POST', '/api/v1/reports/generate', { type: 'campaigns', timeframe: 'daily' });
async function remove(username: string): Promise<void> {
  const { id } = await memberOf(username);
  expect(await owner('DELETE', `/api/v1/members/${String(id)}`)).toMatchObject({ status: 200 });
}
const jobOf = async (id: unknown): Promise<Record<string, unknown>> => {
  const [row] = await services.db.query('SELECT state, failure FROM job_run WHERE id = $1::uuid', [id]);
  return translateStoredValue(row ?? {});
};
const endOf = async (id: unknown): Promise<Record<string, unknown>> => {
  await vi.waitFor(async () => expect(['done', 'failed']).toContain((await jobOf(id))['state']), until);
  return jobOf(id);
};

describe('an import of somebody', () => {
  async function importAs(username: string, prefix: string): Promise<unknown> {
    const call = await services.as(username);
    const lines = Array.from({ length: ROWS }, (_, row) => `${prefix}_${row},x`);
    const content = ['name,value', ...lines].join('\n');
    const token = await services.tokenOf(username);
    const { body } = await uploadTo(services.app, `${VARIABLES}/import`, { content, name: 'v.csv', token });
    const { mapping } = body;
    return (await call('POST', `${VARIABLES}/import/${String(body['id'])}/apply`, { mapping })).body['job'];
  }
  const stored = async (prefix: string): Promise<unknown> =>
    (await owner('GET', `${VARIABLES}/total?exact=true&keyword=${prefix}_`)).body['total'];

  it.each([
    ['was deleted', 'chatbot.developer', 'The account was deleted', () => remove('chatbot.developer')],
    [
      'lost the role',
      'chatbot.editor',
      'You may no longer create variables',
      () => giveRoles('chatbot.editor', ['chatbot.moderator']),
    ],
  ])('who %s ends with the batch', async (_, username, failure, act) => {
    const prefix = username.replace('.', '_');
    onVariable = async (count) => {
      if (count === 150) await act();
    };
    const job = await importAs(username, prefix);
    expect(await endOf(job)).toEqual({ state: 'failed', failure });
    expect(await stored(prefix)).toBe(200);
  });
});

describe('a report', () => {
  it('is not returned to its person once they may not see its subject', async () => {
    await giveRoles('chatbot.admin', ['chatbot.admin', 'campaign.admin']);
    const call = await services.as('chatbot.admin');
    const { body: asked } = await generate(call);
    const url = `/api/v1/reports/${String(asked['id'])}`;
    await vi.waitFor(
      async () => expect((await call('GET', url)).body).toMatchObject({ status: 'GENERATED' }),
      until,
    );
    const file = String((await call('GET', url)).body['exportedFileUrl']);
    expect((await call('GET', file)).status).toBe(200);
    await giveRoles('chatbot.admin', ['chatbot.admin']);
    expect(await call('GET', url)).toMatchObject({ status: 200, body: { status: 'GENERATED' } });
    expect((await call('GET', file)).status).toBe(403);
  });

  it('is not made for somebody who was deleted since', async () => {
    const stateOf = async () =>
      translateStoredValue(
        (await services.db.query('SELECT data FROM entity_report WHERE id = $1::uuid', [lostReport]))[0],
      );
    const failed = { data: { status: 'FAILED', failure: 'The account was deleted' } };
    await vi.waitFor(async () => expect(await stateOf()).toMatchObject(failed), until);
  });
});

describe('a deleted record that is restored', () => {
  const staged = cachedProduct().entities.filter(
    ({ lifecycle, features }) => lifecycle !== undefined && features.history,
  );
  let number = 0;
  const make = async (url: string, values: object): Promise<Record<string, unknown>> => {
    const answer = await owner('POST', url, values);
    expect(answer).toMatchObject({ status: 201 });
    return answer.body;
  };
  const line = () => make('/api/v1/channels', { name: `Line ${++number}`, type: 'LINE' });
  const menu = async (): Promise<[string, object]> => {
    const create = { width: 2500, height: 1686, channels: 3, background: '#0b6a78' } as const;
    const file = await uploadTo(services.app, '/api/v1/files?entity=rich-menu&field=image', {
      content: await sharp({ create }).png().toBuffer(),
      name: 'a.png',
      token: await services.tokenOf('owner'),
    });
    const areas = [{ action: { type: 'message', label: 'Go', text: 'Go' } }];
    const image = file.body['id'];
    return ['/api/v1/richmenus', { name: `Menu ${++number}`, size: 'original', pattern: 'L7', image, areas }];
  };
  /** Address and values of a new record. */
  const NEW: Record<string, () => Promise<[string, object]>> = {
    campaign: async () => [
      '/api/v1/campaigns',
      {
        name: `Broadcast ${++number}`,
        channel: (await line())['id'],
        target: 'everyone',
        messages: [{ type: 'text', text: 'Hello' }],
      },
    ],
    'rich-menu': menu,
    'rich-menu-link': async () => [
      `/api/v1/richmenus/channels/${String((await line())['id'])}/links`,
      // At a time of its own: without one it is active in the transaction that makes it.
      {
        ...{ richmenu: (await make(...(await menu())))['id'], chatBarText: 'Menu' },
        triggerTime: new Date(Date.now() + 86_400_000).toISOString(),
      },
    ],
  };
  const timeOf = (type: string): unknown => (type === 'date-time' ? '2026-01-01T00:00:00.000Z' : undefined);

  it('is tried of each entity with a lifecycle', () => {
    expect(staged.map(({ name }) => name).sort()).toEqual(Object.keys(NEW).sort());
  });

  it.each(staged.map((model) => [model.name, model] as const))(
    'begins as a new %s does, whichever state it was in',
    async (name, model) => {
      const { field, initial } = model.lifecycle ?? { field: '', initial: '' };
      const readOnlyFields = model.fields.filter(
        ({ readOnly, live, computed }) => readOnly && !live && !computed,
      );
      const states = model.fields.find((one) => one.name === field)?.choices ?? [];
      for (const { value: state } of states) {
        const [url, values] = (await NEW[name]?.()) ?? ['', {}];
        const created = await make(url, values);
        const id = String(created['id']);
        // As if it had come so far, with what the services note on the way.
        const noted = Object.fromEntries(
          readOnlyFields.flatMap(({ name: own, type }) => [[own, timeOf(type)]]),
        );
        await services.db.query(
          `UPDATE entity_${name.replaceAll('-', '_')} SET data = data || $1::jsonb WHERE id = $2`,
          [JSON.stringify({ ...noted, [field]: state }), id],
        );
        await new Records(services.services, services.services.catalog.require(name), SYSTEM).remove(id);
        const [entry] = rowsOf(await owner('GET', `${url}/${id}/history`));
        const answer = await owner('POST', `${url}/${id}/restore`, { historyId: entry?.['id'], version: 1 });
        expect(answer).toMatchObject({ status: 200, body: { [field]: initial } });
        const kinds = (record: Record<string, unknown>) =>
          readOnlyFields.map((one) => [one.name, record[one.name]]);
        expect(kinds(answer.body)).toEqual(kinds(created));
      }
    },
  );
});
