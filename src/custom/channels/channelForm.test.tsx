import { screen, waitFor, within } from '@testing-library/react';
import { HttpError, ResourceContextProvider } from 'react-admin';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { EntityCreate } from '../../resources/edit/EntityCreate.tsx';
import { EntityEdit } from '../../resources/edit/EntityEdit.tsx';
import { findPicture } from '../../resources/form/layout/pictures.ts';
import { everyRight, renderInConsole } from '../../resources/form/testing/renderForm.tsx';
import { loadForm } from '../../resources/form/useFormValidator.ts';
import { entityByName } from '../../resources/product.ts';
import './index.tsx';

const LIST = '/channel-management';
const RIGHTS = {
  ...everyRight,
  actions: [...everyRight.actions, 'channel:test', 'channel:new-api-key'],
};
const STORED = {
  ...{ id: 'c1', version: 1, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  ...{ name: 'Siam', type: 'LINE', token: '••••wxyz', active: true, credentials: 'unchecked' },
  lineAddress: 'https://console.example/webhooks/line/c1',
};

// Forms fetch them when they are shown; here they are there from the start.
beforeAll(() =>
  Promise.all([
    loadForm('channel'),
    import('../../resources/form/layout/StepsLayout.tsx'),
    import('../../resources/changes/actionIcons.tsx'),
  ]),
);

function open(at: string, dataProvider: object = {}, access = RIGHTS) {
  let stored: object = STORED;
  const provider = {
    getOne: vi.fn(async () => ({ data: stored })),
    usedBy: async () => ({ usedBy: [], hidden: 0 }),
    create: vi.fn(async (_: string, { data }: { data: object }) => {
      stored = { ...STORED, ...data, token: '••••wxyz' };
      return { data: stored };
    }),
    update: vi.fn(async (_: string, { data }: { data: object }) => {
      stored = { ...stored, ...data, version: 2 };
      return { data: stored };
    }),
    action: vi.fn(async (..._: unknown[]) => {
      const found = { credentials: 'works', credentialsNote: 'Token is valid, for @siam' };
      stored = { ...stored, ...found };
      return found;
    }),
    ...dataProvider,
  };
  const within_ = (screenOf: React.ReactNode) => (
    <ResourceContextProvider value="channel">{screenOf}</ResourceContextProvider>
  );
  const shown = renderInConsole(within_(<EntityCreate />), {
    path: `${LIST}/create`,
    at,
    routes: { [LIST]: <p>The list</p>, [`${LIST}/channels/:id`]: within_(<EntityEdit />) },
    dataProvider: provider,
    access,
  });
  return { ...shown, provider };
}

const step = async (name: string) => within(await screen.findByRole('region', { name }));
const steps = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const type = async (user: ReturnType<typeof open>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));

it('every picture of a step exists', async () => {
  const names = entityByName('channel').form.main.flatMap(({ picture = [] }) => picture);
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) expect(await findPicture(name)).toBeTypeOf('function');
  expect(await findPicture('nobody-drew-this')).toBeUndefined();
});

const kinds: [label: string, type: string, expected: string[]][] = [
  ['LINE', 'LINE', ['Copy what connects it from LINE', 'Paste our address at LINE', 'Test']],
  ['Facebook', 'FACEBOOK', ['Copy what connects it from Facebook', 'Paste our address at Facebook', 'Test']],
  ['Webchat', 'WEBCHAT', ['Paste the script into your website', 'Test', 'A chat of your own']],
  ['Custom', 'CUSTOM', ['Where we send messages', 'Send us what people write', 'Test']],
];

describe('a new channel', () => {
  it('begins in a dialog with its name and type, without numbers', async () => {
    const { user } = open(`${LIST}/create`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Create channel' }));
    expect(await dialog.findByLabelText('Channel name')).toBeInTheDocument();
    const types = await dialog.findByRole('group', { name: 'Type' });
    expect(within(types).getAllByRole('button')).toHaveLength(4);
    await type(user, 'LINE');
    expect(dialog.getByRole('button', { name: 'LINE' })).toHaveAttribute('aria-pressed', 'true');
    expect(dialog.getAllByRole('textbox')).toHaveLength(1);
    expect(dialog.queryByText('optional')).toBeNull();
  });

  it('continues on its page, where it is connected, with one Save', async () => {
    const { user, provider } = open(`${LIST}/create`);
    await user.type(await screen.findByLabelText('Channel name'), 'Siam');
    await type(user, 'LINE');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await step('Paste our address at LINE');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText('Webhook address')).toHaveValue('https://console.example/webhooks/line/c1');
    expect(screen.getByRole('link', { name: 'Channels' })).toHaveAttribute('href', LIST);
    expect(screen.getAllByRole('button', { name: /^(Save|Done)$/ })).toHaveLength(1);
    expect(provider.create).toHaveBeenCalledTimes(1);
    expect(provider.create.mock.calls[0]?.[1].data).toMatchObject({ name: 'Siam', type: 'LINE' });
  });
});

describe('the page of a channel', () => {
  const at = `${LIST}/channels/c1`;
  const stored = (values: object) => ({ getOne: async () => ({ data: { ...STORED, ...values } }) });

  it.each(kinds)('has the steps that connect it: %s', async (_, kind, expected) => {
    open(at, stored({ type: kind }));
    await step('Name and type');
    expect(steps()).toEqual(['Name and type', ...expected]);
  });

  it.each([
    ['LINE', 'LINE', /^Under Messaging API/],
    ['Facebook', 'FACEBOOK', /^The page’s/],
  ])(
    'has no optional field among those that connect it, and only help for its own type: %s',
    async (label, kind, help) => {
      open(at, stored({ type: kind, token: undefined }));
      const own = await step(`Copy what connects it from ${label}`);
      expect(own.queryByText('optional')).toBeNull();
      expect(own.getByLabelText('Access token')).toHaveAccessibleDescription(help);
      expect(screen.queryByText(/The LINE channel access token or the Facebook/)).toBeNull();
      expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(0);
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  it('shows where a value is found, and marks the focused field', async () => {
    const { user } = open(at);
    const line = await step('Copy what connects it from LINE');
    const where = await line.findByRole('button', { name: 'Where is this?' });
    expect(where).toHaveAttribute('aria-expanded', 'false');
    await user.click(where);
    const picture = line.getByRole('img', { name: /LINE Developers console/ });
    const marked = () => [...picture.querySelectorAll('[data-marked]')].map((one) => one.textContent);
    expect(marked()).toHaveLength(3);
    await user.click(line.getByLabelText('Access token'));
    expect(marked()).toEqual([expect.stringContaining('Channel access token')]);
  });

  it('shows the end of a generated key, and creates a new one beside it', async () => {
    const { user, provider } = open(at, stored({ type: 'CUSTOM', apiKey: '••••k3y9' }));
    const key = within((await screen.findByText('API key')).closest<HTMLElement>('[data-field]')!);
    expect(key.getByRole('group', { name: 'API key' })).toHaveTextContent('••••k3y9');
    expect(key.queryByRole('textbox')).toBeNull();
    // The form is saved first: the key changes the record's version.
    await user.type(screen.getByLabelText('Webhook URL'), 'https://siam.example/in');
    await user.click(key.getByRole('button', { name: 'Refresh API key' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Refresh API key' }));
    await waitFor(() =>
      expect(provider.action.mock.calls[0]?.slice(0, 3)).toEqual(['channel', 'c1', 'new-api-key']),
    );
    expect(provider.update.mock.calls[0]?.[1].data).toMatchObject({ webhookUrl: 'https://siam.example/in' });
    expect(provider.update.mock.invocationCallOrder[0]).toBeLessThan(
      provider.action.mock.invocationCallOrder[0] ?? 0,
    );
  });

  it('creates the first key without a warning about an earlier one', async () => {
    const { user, provider } = open(`${LIST}/channels/c1`, stored({ type: 'CUSTOM' }));
    await user.click(await screen.findByRole('button', { name: 'Create API key' }));
    await waitFor(() =>
      expect(provider.action.mock.calls[0]?.slice(0, 3)).toEqual(['channel', 'c1', 'new-api-key']),
    );
  });
});

describe('a test in the form of a channel', () => {
  const at = `${LIST}/channels/c1`;

  it('shows its result in its place, and is offered nowhere else', async () => {
    const { user, provider } = open(at);
    const test = await step('Test');
    expect(test.getByRole('status')).toHaveTextContent('Not checked');
    await user.click(test.getByRole('button', { name: 'Test connection' }));
    await waitFor(() => expect(test.getByRole('status')).toHaveTextContent('WorksToken is valid, for @siam'));
    expect(provider.update).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Actions for Siam' }));
    await screen.findByRole('menuitem', { name: 'Delete' });
    expect(screen.queryByRole('menuitem', { name: 'Test connection' })).toBeNull();
  });

  it('saves the form first', async () => {
    const { user, provider } = open(at);
    await user.click(await screen.findByRole('button', { name: 'Replace access token' }));
    await user.type(screen.getByLabelText('Access token'), 'another-token');
    await user.click(screen.getByRole('button', { name: 'Save and test connection' }));
    expect(await screen.findByText('Token is valid, for @siam')).toBeInTheDocument();
    expect(provider.update).toHaveBeenCalledTimes(1);
    expect(provider.update.mock.calls[0]?.[1].data).toMatchObject({ token: 'another-token' });
    expect(provider.update.mock.invocationCallOrder[0]).toBeLessThan(
      provider.action.mock.invocationCallOrder[0] ?? 0,
    );
  });

  it('shows once why it was refused', async () => {
    const action = () => Promise.reject(new HttpError('Somebody is testing it already', 409, {}));
    const { user } = open(at, { action });
    const test = await step('Test');
    await user.click(test.getByRole('button', { name: 'Test connection' }));
    expect(await screen.findAllByText('Somebody is testing it already')).toHaveLength(1);
    expect(test.getByRole('status')).toHaveTextContent(/^Somebody is testing it already$/);
    expect(test.getByRole('button', { name: 'Test connection' })).toBeEnabled();
  });

  it('has no help for filling in for readers', async () => {
    const looking = everyRight.actions.filter(
      (right) => !/^channel:(create|update|delete|write)$/.test(right),
    );
    open(at, {}, { ...RIGHTS, actions: [...looking, 'channel:test'] });
    const line = await step('Copy what connects it from LINE');
    expect(line.getByLabelText('Access token')).toHaveValue('••••wxyz');
    expect(line.queryByText(/Basic settings|Developers console/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Where is this?' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Test connection' })).toBeInTheDocument();
  });

  it('is no step for people who may not run it', async () => {
    open(at, {}, everyRight);
    await step('Paste our address at LINE');
    expect(steps()).not.toContain('Test');
  });
});
