import { describe, expect, it } from 'vitest';
import { type Access, mayEnter } from './access.ts';
import { createAuthProvider } from './authProvider.ts';
import { endSession, startSession } from './session.ts';

const access: Access = {
  products: { chatbot: ['entry', 'template'], livechat: ['entry'] },
  actions: ['template:read', 'template:update', 'intent:train'],
  user: { id: 'u1', username: 'somchai', name: 'Somchai', email: 's@example.com', roles: ['chatbot.editor'] },
};
const provider = createAuthProvider(() => Promise.resolve(access));
const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('rights', () => {
  it.each([
    ['list', 'template', true],
    ['show', 'template', true],
    ['export', 'template', true],
    ['edit', 'template', true],
    ['create', 'template', false],
    ['delete', 'template', false],
    ['train', 'intent', true],
    ['list', 'intent', false],
  ])('%s on %s: %s', async (action, resource, expected) => {
    expect(await provider.canAccess?.({ action, resource })).toBe(expected);
  });

  it('open pages by product or by one of its resources', () => {
    expect(mayEnter(access, ['chatbot.template'])).toBe(true);
    expect(mayEnter(access, ['campaign', 'livechat'])).toBe(true);
    expect(mayEnter(access, ['chatbot.intent'])).toBe(false);
    expect(mayEnter(access, ['cim'])).toBe(false);
  });
});

describe('the person', () => {
  it('is who the services say', async () => {
    expect(await provider.getIdentity?.()).toMatchObject({ id: 'u1', fullName: 'Somchai' });
  });

  it('has to sign in without a session, and not with one', async () => {
    endSession();
    expect(await rejection(provider.checkAuth({}))).toMatchObject({ redirectTo: '/login' });
    startSession({ token: 't', refreshToken: 'r', username: 'somchai' });
    expect(await rejection(provider.checkAuth({}))).toBeUndefined();
  });

  it('is not asked to sign in by other failures than 401', async () => {
    expect(await rejection(provider.checkError({ status: 403 }))).toBeUndefined();
    expect(await rejection(provider.checkError({ status: 500 }))).toBeUndefined();
    expect(await rejection(provider.checkError({ status: 401 }))).toMatchObject({
      logoutUser: false,
      message: false,
    });
  });
});
