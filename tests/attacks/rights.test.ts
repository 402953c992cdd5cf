import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
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
  services.actions.onEntity('variable', {
    afterCreate: async ({ afterwards }) => {
      variables += 1;
      const count = variables;
      afterwards(() => onVariable(count));
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
  return row ?? {};
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
  it('is not handed to its person once they may not see what it tells of', async () => {
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
      (await services.db.query('SELECT data FROM entity_report WHERE id = $1::uuid', [lostReport]))[0];
    const failed = { data: { status: 'FAILED', failure: 'The account was deleted' } };
    await vi.waitFor(async () => expect(await stateOf()).toMatchObject(failed), until);
  });
});
