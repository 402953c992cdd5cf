import { beforeEach, expect, it, vi } from 'vitest';

const asked: { action: string; body: Record<string, string> }[] = [];
const answers: Record<string, () => Response> = {};

beforeEach(() => {
  vi.resetModules();
  asked.length = 0;
  const config = { userPool: { userPoolId: 'local_console', clientId: 'console', endpoint: '/user-pool/' } };
  vi.stubGlobal('fetch', (url: string, init?: { headers: Record<string, string>; body: string }) => {
    if (url === '/config.json') return Promise.resolve(Response.json(config));
    const action = init?.headers['X-Amz-Target']?.split('.')[1] ?? '';
    asked.push({ action, body: JSON.parse(init?.body ?? '{}') });
    return Promise.resolve(answers[action]?.() ?? Response.json({}));
  });
  answers['ForgotPassword'] = () => Response.json({ CodeDeliveryDetails: { Destination: 'a***' } });
  answers['ConfirmForgotPassword'] = () => Response.json({});
});

const open = async () => {
  await (await import('../dataProvider/config.ts')).loadConfig();
  return import('./passwordReset.ts');
};

it('requests a code, then sets the password with it', async () => {
  const reset = await open();
  expect(reset.hasPendingReset()).toBe(false);
  await reset.requestReset('a@example.com');
  expect(reset.hasPendingReset()).toBe(true);
  await reset.submitReset('123456', 'Another-2026');
  expect(reset.hasPendingReset()).toBe(false);
  expect(asked.map(({ action }) => action)).toEqual(['ForgotPassword', 'ConfirmForgotPassword']);
  expect(asked[1]?.body).toMatchObject({
    Username: 'a@example.com',
    ConfirmationCode: '123456',
    Password: 'Another-2026',
  });
});

it('stays pending after a wrong code', async () => {
  const reset = await open();
  await reset.requestReset('a@example.com');
  answers['ConfirmForgotPassword'] = () =>
    Response.json({ __type: 'CodeMismatchException', message: 'Invalid verification code' }, { status: 400 });
  await expect(reset.submitReset('0', 'Another-2026')).rejects.toMatchObject({
    code: 'CodeMismatchException',
  });
  expect(reset.hasPendingReset()).toBe(true);
});

it('fails without a pending reset', async () => {
  const [reset, { signInError }] = [await open(), await import('./signInErrors.ts')];
  const error = await reset.submitReset('123456', 'Another-2026').catch((reason: unknown) => reason);
  expect(signInError(error)?.message).toBe('Email is required please go back to previous page and try again');
  expect(asked).toEqual([]);
});
