import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../services/products/demo/people.ts';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';

const PATH = '/api/v1/members';
let services: TestServices;
let owner: Call;
let admin: Call;
let count = 0;

beforeAll(async () => {
  services = await startServices();
  owner = await services.as('owner');
  admin = await services.as('cim.admin');
});
afterAll(() => services.stop());

interface Member {
  id: string;
  username: string;
  version: number;
  [field: string]: unknown;
}
const memberOf = (answer: Answer): Member => answer.body as unknown as Member;
const listOf = (answer: Answer): Member[] => answer.body as unknown as Member[];
const passwordIn = ({ body }: Answer): string => (body['once'] as { value: string }).value;
const draft = (more: Record<string, unknown> = {}): Record<string, unknown> => {
  count += 1;
  const username = `new.person${count}`;
  return { username, name: 'New Person', email: `${username}@demo.example`, roles: ['cim.user'], ...more };
};
const named = async (username: string): Promise<Member> => {
  const [member] = listOf(await owner('GET', `${PATH}?username=${username}`));
  expect(member).toBeDefined();
  return member!;
};
const latest = async (id: string): Promise<Member> => memberOf(await owner('GET', `${PATH}/${id}`));
const put = async (id: string, changes: Record<string, unknown>, by = owner): Promise<Answer> =>
  by('PUT', `${PATH}/${id}`, { ...(await latest(id)), ...changes });
/** A member who has set a password and is signed in. */
const newcomer = async (more: Record<string, unknown> = {}): Promise<{ member: Member; call: Call }> => {
  const created = await owner('POST', PATH, draft(more));
  expect(created).toMatchObject({ status: 201 });
  const member = memberOf(created);
  await services.userPool.setPassword(member.username, DEMO_PASSWORD, true);
  return { member, call: await services.as(member.username) };
};

describe('creating a member', () => {
  it('shows a temporary password once, with which the first sign-in asks for another', async () => {
    const created = await owner('POST', PATH, draft());
    expect(created).toMatchObject({
      status: 201,
      body: { active: true, joinDate: expect.any(String), once: { title: 'Temporary password' } },
    });
    const member = memberOf(created);
    const signedIn = await services.signIn(member.username, passwordIn(created));
    expect(signedIn).toMatchObject({ ChallengeName: 'NEW_PASSWORD_REQUIRED' });
    expect(await latest(member.id)).not.toHaveProperty('once');
    const history = await owner('GET', `${PATH}/${member.id}/history`);
    expect(history.text).not.toContain(passwordIn(created));
  });

  it('mails the temporary password too', async () => {
    const created = await owner('POST', PATH, draft());
    await services.userPool.background.whenIdle();
    const mail = services.mails.find(({ to }) => to === created.body['email']);
    expect(mail?.text).toContain(passwordIn(created));
    expect(created.body['once']).toMatchObject({ sentTo: created.body['email'] });
  });

  it('joins the default team', async () => {
    const { member } = await newcomer();
    const [team] = listOf(await owner('GET', '/api/v1/teams?default=true'));
    expect(team?.['members']).toContain(member.id);
  });

  it.each([
    ['username', 'owner', 'Username already existing'],
    ['email', 'OWNER@demo.example', 'Email already existing'],
  ])('refuses a %s that is taken, and leaves nothing behind', async (field, value, message) => {
    const sent = draft({ [field]: value });
    const answer = await owner('POST', PATH, sent);
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE', fields: { [`/${field}`]: message } },
    });
    expect(await owner('POST', PATH, { ...sent, [field]: draft()[field] })).toMatchObject({ status: 201 });
  });

  it.each([
    ['/username', { username: 'New Person' }, 'Username must be lowercase a-z, digits, dot only, no spaces'],
    ['/email', { email: undefined }, 'Email is required'],
    ['/email', { email: 'nobody' }, 'Email is not valid'],
    ['/phone', { phone: '0812345678' }, 'Phone must be in +country code format'],
    ['/roles', { roles: [] }, 'Role is required'],
    ['/roles', { roles: ['chatbot.editor', 'chatbot.admin'] }, 'At most one role per product'],
    ['/roles/0', { roles: ['cim.owner'] }, 'Role must be one of the choices'],
  ])('refuses at %s what the rules do not allow', async (pointer, fields, message) => {
    const answer = await owner('POST', PATH, draft(fields));
    expect(answer).toMatchObject({ status: 422, body: { fields: { [pointer]: message } } });
  });
});

describe('a member who is changed', () => {
  it('has the new roles at once in an open session', async () => {
    const { member, call } = await newcomer();
    expect((await call('GET', '/api/v1/templates')).status).toBe(403);
    expect(await put(member.id, { roles: ['chatbot.editor'] })).toMatchObject({ status: 200 });
    expect((await call('GET', '/api/v1/templates')).status).toBe(200);
    expect((await call('GET', PATH)).status).toBe(403);
  });

  it('signs in with the new e-mail address', async () => {
    const { member } = await newcomer();
    const email = `moved.${member.username}@demo.example`;
    await put(member.id, { email, name: 'Moved' });
    expect(await services.userPool.find(email)).toMatchObject({ username: member.username, name: 'Moved' });
  });

  it('keeps the record when the address is taken in the pool', async () => {
    const { member } = await newcomer();
    const answer = await put(member.id, { email: 'Owner@demo.example' });
    expect(answer).toMatchObject({ status: 409, body: { fields: { '/email': 'Email already existing' } } });
    expect(await latest(member.id)).toEqual(await named(member.username));
    expect((await latest(member.id))['email']).toBe(member['email']);
  });
});

describe('deactivating', () => {
  it('ends open sessions at once and keeps the person out until activated', async () => {
    const { member, call } = await newcomer();
    const answer = await owner('POST', `${PATH}/${member.id}/deactivate`);
    expect(answer).toMatchObject({ status: 200, body: { active: false } });
    expect((await call('GET', '/permissions/access')).status).toBe(401);
    expect(await services.signIn(member.username, DEMO_PASSWORD)).toMatchObject({
      message: 'User is disabled.',
    });
    expect(await owner('POST', `${PATH}/${member.id}/deactivate`)).toMatchObject({
      status: 409,
      body: { code: 'STATE' },
    });
    await owner('POST', `${PATH}/${member.id}/activate`);
    expect(await services.signIn(member.username, DEMO_PASSWORD)).toHaveProperty('AuthenticationResult');
  });
});

describe('resetting a password', () => {
  it('mails a code where there is a mail server, and ends open sessions', async () => {
    const { member, call } = await newcomer();
    const answer = await owner('POST', `${PATH}/${member.id}/reset-password`);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).not.toHaveProperty('once');
    await services.userPool.background.whenIdle();
    expect(services.mails.at(-1)).toMatchObject({ to: member['email'], subject: 'Your verification code' });
    expect((await call('GET', '/permissions/access')).status).toBe(401);
    expect(await services.signIn(member.username, DEMO_PASSWORD)).toMatchObject({
      message: 'Password reset required for the user',
    });
  });
});

describe('without a mail server', () => {
  it('a new temporary password is shown once instead', async () => {
    const { member, call } = await newcomer();
    services.mailer.outbox = '/nowhere';
    const answer = await owner('POST', `${PATH}/${member.id}/reset-password`);
    const created = await owner('POST', PATH, draft());
    delete services.mailer.outbox;
    expect(answer).toMatchObject({ status: 200, body: { once: { title: 'Temporary password' } } });
    expect(answer.body['once']).not.toHaveProperty('sentTo');
    expect(created.body['once']).not.toHaveProperty('sentTo');
    expect((await call('GET', '/permissions/access')).status).toBe(401);
    expect(await services.signIn(member.username, passwordIn(answer))).toMatchObject({
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
    });
  });
});

describe('the workspace', () => {
  it('is renamed by administrators, and the permissions tell its name', async () => {
    const [workspace] = listOf(await owner('GET', '/api/v1/workspaces'));
    const url = `/api/v1/workspaces/${workspace!.id}`;
    const user = await services.as('cim.user');
    expect((await user('PUT', url, { ...workspace, name: 'Mine' })).status).toBe(403);
    expect(await owner('PUT', url, { ...workspace, name: 'Renamed' })).toMatchObject({ status: 200 });
    expect(await user('GET', '/permissions/access')).toMatchObject({
      body: { user: { workspace: 'Renamed', workspaceId: workspace!.id } },
    });
  });
});

describe('how the workspace counts years', () => {
  const yearsOf = async (call: typeof owner): Promise<unknown> =>
    ((await call('GET', '/permissions/access')).body['user'] as { years?: unknown }).years;

  it('is the common era until administrators change it, which everybody receives with their rights', async () => {
    const [workspace] = listOf(await owner('GET', '/api/v1/workspaces'));
    const url = `/api/v1/workspaces/${workspace!.id}`;
    const user = await services.as('cim.user');
    expect(['common', null]).toContain(await yearsOf(user));
    const body = { name: workspace!['name'], version: workspace!['version'] };
    expect((await user('PUT', url, { ...body, years: 'buddhist' })).status).toBe(403);
    expect(await owner('PUT', url, { ...body, years: 'lunar' })).toMatchObject({
      ...{ status: 422, body: { fields: { '/years': expect.stringMatching(/./) } } },
    });
    const saved = await owner('PUT', url, { ...body, years: 'buddhist' });
    expect(saved).toMatchObject({ status: 200, body: { years: 'buddhist' } });
    expect(await yearsOf(user)).toBe('buddhist');
    expect(await yearsOf(await services.as('livechat.agent'))).toBe('buddhist');
    const back = { ...body, version: saved.body['version'], years: 'common' };
    expect(await owner('PUT', url, back)).toMatchObject({ status: 200 });
    expect(await yearsOf(user)).toBe('common');
  });
});

describe('administrators', () => {
  it('cannot delete, deactivate or demote themselves', async () => {
    const me = await named('owner');
    const refusals = [
      await owner('DELETE', `${PATH}/${me.id}`),
      await owner('POST', `${PATH}/${me.id}/deactivate`),
      await put(me.id, { roles: ['chatbot.admin'] }),
    ];
    for (const refusal of refusals) expect(refusal).toMatchObject({ status: 409, body: { code: 'SELF' } });
    expect(await put(me.id, { about: 'Still here' })).toMatchObject({ status: 200 });
  });

  it('always leave one: of two who demote each other at once, one stays', async () => {
    const [first, second] = [await named('owner'), await named('cim.admin')];
    const answers = await Promise.all([
      put(second.id, { roles: ['cim.user'] }, owner),
      put(first.id, { roles: ['chatbot.admin'] }, admin),
    ]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(1);
    expect(['LAST_ADMIN', 'FORBIDDEN']).toContain(refused[0]?.body['code']);
  });
});

describe('deleting a member', () => {
  it('takes the sign-in and the memberships along', async () => {
    const by = (await owner('GET', PATH)).status === 200 ? owner : admin;
    const [team] = listOf(await by('GET', '/api/v1/teams?default=true'));
    const created = memberOf(await by('POST', PATH, draft()));
    expect(created.id).toBeTypeOf('string');
    const answer = await by('DELETE', `${PATH}/${created.id}`);
    expect(answer).toMatchObject({ status: 200 });
    expect(await services.userPool.find(created.username)).toBeUndefined();
    const after = memberOf(await by('GET', `/api/v1/teams/${team!.id}`));
    expect(after['members']).toEqual(team!['members']);
  });
});

describe('teams', () => {
  it('have one default among them', async () => {
    const by = (await owner('GET', PATH)).status === 200 ? owner : admin;
    const created = await by('POST', '/api/v1/teams', { name: 'Newest', default: true });
    expect(created).toMatchObject({ status: 201 });
    expect(listOf(await by('GET', '/api/v1/teams?default=true')).map(({ id }) => id)).toEqual([
      created.body['id'],
    ]);
  });
});

describe('own data', () => {
  it('is read and changed by anybody who is signed in', async () => {
    const call = await services.as('livechat.agent');
    const changed = await call('PUT', `${PATH}/me`, { about: 'ทดสอบ', theme: 'dark' });
    expect(changed).toMatchObject({ status: 200, body: { about: 'ทดสอบ', theme: 'dark' } });
    expect(await call('GET', `${PATH}/me`)).toMatchObject({
      status: 200,
      body: { username: 'livechat.agent', theme: 'dark' },
    });
  });

  it('has no other fields and no other values', async () => {
    const call = await services.as('livechat.agent');
    expect(await call('PUT', `${PATH}/me`, { roles: ['cim.admin'] })).toMatchObject({
      status: 422,
      body: { fields: { '/roles': expect.any(String) } },
    });
    expect(await call('PUT', `${PATH}/me`, { name: '', theme: 'xx' })).toMatchObject({
      status: 422,
      body: { fields: { '/name': 'Name is required', '/theme': expect.any(String) } },
    });
  });
});
