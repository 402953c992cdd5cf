import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpError, ResourceContextProvider } from 'react-admin';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { loseSession } from '../../../authProvider/session.ts';
import { dispatchMessage } from '../../../dataProvider/socket.ts';
import { startLiveUpdates } from '../../live/liveUpdates.ts';
import { EntityCreate } from '../../edit/EntityCreate.tsx';
import { EntityEdit } from '../../edit/EntityEdit.tsx';
import { renderInConsole } from '../testing/renderForm.tsx';
import { LEAVE_QUESTION } from './LeaveGuard.tsx';

const LIST = '/chatbot/bot-variable';
const stored = {
  id: 'v1',
  version: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  updatedBy: 'Mali',
  name: 'greeting',
  type: 'string',
  value: 'Hello',
  scope: 'bot',
};

type Save = (resource: string, params: { data: object }) => Promise<{ data: object }>;

function openForm(screenElement: 'create' | 'edit', dataProvider: object, queryClient?: QueryClient) {
  const path = screenElement === 'create' ? `${LIST}/create` : `${LIST}/:id`;
  const element = (
    <ResourceContextProvider value="variable">
      {screenElement === 'create' ? <EntityCreate /> : <EntityEdit />}
    </ResourceContextProvider>
  );
  return renderInConsole(element, {
    path,
    at: screenElement === 'create' ? path : `${LIST}/v1`,
    routes: { [LIST]: <h1>The list</h1> },
    dataProvider: { getOne: () => Promise.resolve({ data: stored }), ...dataProvider },
    queryClient,
  });
}

afterEach(() => localStorage.clear());

describe('saving', () => {
  test('a new record is created and the list opens', async () => {
    const create = vi.fn<Save>((_, { data }) => Promise.resolve({ data: { ...data, id: 'n1' } }));
    const { user } = openForm('create', { create });
    await user.type(await screen.findByLabelText('Name'), 'bye');
    await user.type(screen.getByLabelText('Value'), 'So long');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByRole('heading', { name: 'The list' })).toBeVisible();
    expect(create.mock.calls[0]?.[1].data).toEqual({
      name: 'bye',
      type: 'string',
      value: 'So long',
      scope: 'bot',
    });
  });

  test('a rejected name is reported at its field, and the other input stays', async () => {
    const body = { code: 'DUPLICATE', fields: { '/name': 'Variable name already existing' } };
    const { user } = openForm('edit', { update: () => Promise.reject(new HttpError('x', 409, body)) });
    await user.type(await screen.findByLabelText('Value'), '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Name')).toHaveAccessibleDescription(/Variable name already existing/),
    );
    expect(screen.getByLabelText('Value')).toHaveValue('Hello!');
  });
});

describe('a record that someone else changed', () => {
  test('is reviewed field by field and saved with the new version', async () => {
    const theirs = { ...stored, version: 4, value: 'Sawasdee', scope: 'environment' };
    const update = vi
      .fn<Save>((_, { data }) => Promise.resolve({ data }))
      .mockRejectedValueOnce(new HttpError('Stale', 409, { code: 'STALE', current: theirs }));
    const { user } = openForm('edit', { update });
    const value = await screen.findByLabelText('Value');
    await user.clear(value);
    await user.type(value, 'Good day');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const review = await screen.findByRole('dialog', { name: 'This record was changed in the meantime' });
    expect(review).toHaveTextContent('Mali saved it');
    const choice = within(review).getByRole('radiogroup', { name: 'Value' });
    expect(within(choice).getByRole('radio', { name: 'Mine' })).toBeChecked();
    await user.click(within(review).getByRole('button', { name: 'Save merged' }));
    expect(await screen.findByRole('heading', { name: 'The list' })).toBeVisible();
    expect(update.mock.calls[1]?.[1].data).toMatchObject({
      version: 4,
      value: 'Good day',
      scope: 'environment',
    });
  });
});

test('the save key sends nothing while a change of someone else is looked at', async () => {
  const theirs = { ...stored, version: 30, value: 'Sawasdee' };
  const update = vi.fn<Save>().mockRejectedValue(new HttpError('x', 409, { code: 'STALE', current: theirs }));
  const { user } = openForm('edit', { update });
  await user.type(await screen.findByLabelText('Value'), '!{Control>}s{/Control}');
  const review = await screen.findByRole('dialog', { name: 'This record was changed in the meantime' });
  await user.click(within(review).getByRole('radio', { name: 'Theirs' }));
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save', hidden: true })).toBeEnabled());
  expect(update).toHaveBeenCalledOnce();
});

describe('a record that someone else changes while it is open', () => {
  const changeElsewhere = (): void =>
    dispatchMessage({
      event: 'record.changed',
      json: { entity: 'variable', id: 'v1', version: 40, by: null },
    });
  const theirs = { ...stored, version: 40, value: 'Sawasdee' };
  /** The form, with what follows changes in the console; the record is changed once `theirs` is due. */
  async function open() {
    const answers = { record: stored };
    const queryClient = new QueryClient();
    const update = vi.fn<Save>((_, { data }) => Promise.resolve({ data: { ...data, version: 41 } }));
    const dataProvider = { getOne: () => Promise.resolve({ data: answers.record }), update };
    const { user } = openForm('edit', dataProvider, queryClient);
    const stop = startLiveUpdates(queryClient, dataProvider as never);
    return {
      user,
      update,
      stop,
      value: await screen.findByLabelText('Value'),
      change: () => {
        answers.record = theirs;
        changeElsewhere();
      },
    };
  }

  test('takes the place of what is shown, where nothing is typed', async () => {
    const { change, stop } = await open();
    change();
    await waitFor(() => expect(screen.getByLabelText('Value')).toHaveValue('Sawasdee'));
    expect(screen.queryByRole('alert')).toBeNull();
    stop();
  });

  test('leaves the cursor where it is', async () => {
    const { user, change, stop, value } = await open();
    await user.click(value);
    change();
    await waitFor(() => expect(screen.getByLabelText('Value')).toHaveValue('Sawasdee'));
    expect(screen.getByLabelText('Value')).toHaveFocus();
    await user.keyboard('!');
    expect(screen.getByLabelText('Name')).toHaveValue('greeting');
    stop();
  });

  test('never takes the place of what is typed: it is announced and can be reviewed at once', async () => {
    const { user, update, change, stop, value } = await open();
    await user.type(value, ' you');
    change();
    const bar = await screen.findByRole('alert');
    expect(bar).toHaveTextContent('Mali changed this variable. Your unsaved changes are kept.');
    expect(screen.getByLabelText('Value')).toHaveValue('Hello you');
    await user.click(within(bar).getByRole('button', { name: 'Review' }));
    const review = await screen.findByRole('dialog', { name: 'This record was changed in the meantime' });
    await user.click(within(review).getByRole('button', { name: 'Save merged' }));
    expect(await screen.findByRole('heading', { name: 'The list' })).toBeVisible();
    expect(update.mock.calls[0]?.[1].data).toMatchObject({ version: 40, value: 'Hello you' });
    stop();
  });
});

describe('leaving', () => {
  test('asks with unsaved input, and stays or goes as one likes', async () => {
    const { user, history } = openForm('edit', {});
    await user.type(await screen.findByLabelText('Value'), '!');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('alertdialog', { name: LEAVE_QUESTION });
    await user.click(within(question).getByRole('button', { name: 'Stay' }));
    expect(history.current().location.pathname).toBe(`${LIST}/v1`);
    expect(screen.getByLabelText('Value')).toHaveValue('Hello!');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    await user.keyboard('{Escape}');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }));
    expect(await screen.findByRole('heading', { name: 'The list' })).toBeVisible();
  });

  test('asks nothing when nothing was changed', async () => {
    const { user } = openForm('edit', {});
    await screen.findByLabelText('Value');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('heading', { name: 'The list' })).toBeVisible();
  });

  test('closing the page asks too', async () => {
    const { user } = openForm('edit', {});
    await user.type(await screen.findByLabelText('Value'), '!');
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
  });
});

test('input is saved as a draft when the session ends and offered on return', async () => {
  const first = openForm('edit', {});
  await first.user.type(await screen.findByLabelText('Value'), ' there');
  loseSession();
  first.unmount();
  const { user } = openForm('edit', {});
  expect(await screen.findByText('Restore unsaved input?')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  expect(await screen.findByLabelText('Value')).toHaveValue('Hello there');
});

test('a draft of an older version is compared with what others saved meanwhile, and overwrites nothing', async () => {
  const first = openForm('edit', {});
  await first.user.type(await screen.findByLabelText('Value'), ' there');
  loseSession();
  first.unmount();
  const theirs = { ...stored, version: 5, value: 'Sawasdee', updatedBy: 'Krit' };
  const update = vi.fn<Save>((_, { data }) => Promise.resolve({ data }));
  const { user } = openForm('edit', { getOne: () => Promise.resolve({ data: theirs }), update });
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  const review = await screen.findByRole('dialog', { name: 'This record was changed in the meantime' });
  expect(review).toHaveTextContent('Sawasdee');
  expect(update).not.toHaveBeenCalled();
  await user.click(within(review).getByRole('button', { name: 'Save merged' }));
  await waitFor(() => expect(update).toHaveBeenCalledOnce());
  expect(update.mock.calls[0]?.[1].data).toMatchObject({ version: 5, value: 'Hello there' });
});
