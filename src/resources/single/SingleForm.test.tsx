import { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { expect, test, vi } from 'vitest';
import { AccessRefreshProvider } from '../../authProvider/AccessContext.ts';
import { dispatchMessage } from '../../dataProvider/socket.ts';
import { replaceRecord } from '../live/recordCache.ts';
import { renderInConsole } from '../form/testing/renderForm.tsx';
import { loadForm } from '../form/useFormValidator.ts';
import { startLiveUpdates } from '../live/liveUpdates.ts';
import { modelNamed } from '../product.ts';
import { SingleForm } from './SingleForm.tsx';

const stored = {
  ...{ id: 'm1', version: 1, createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
  ...{ name: 'Mali', email: 'mali@example.com', username: 'mali', updatedBy: 'Owner' },
};

/** One's own data, of which the form holds a part. */
async function open(refresh: () => Promise<void> = () => Promise.resolve()) {
  await loadForm('user-profile');
  const queryClient = new QueryClient();
  const services = { record: { ...stored } };
  const update = vi.fn((_: string, { data }: { data: object }) => {
    services.record = { ...services.record, ...data, version: services.record.version + 1 };
    return Promise.resolve({ data: services.record });
  });
  const shown = renderInConsole(
    <AccessRefreshProvider value={refresh}>
      <SingleForm model={modelNamed('user-profile')} />
    </AccessRefreshProvider>,
    { queryClient, dataProvider: { getOne: () => Promise.resolve({ data: services.record }), update } },
  );
  const name = await screen.findByLabelText('Name');
  return { ...shown, name, queryClient, update, services };
}

const save = () => screen.getByRole('button', { name: 'Save' });

test('a save ends though nobody answers what the person may do from now on', async () => {
  const { user, name, update } = await open(() => Promise.reject(new Error('The network is away')));
  await user.type(name, ' S');
  await user.click(save());
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
  await user.type(screen.getByLabelText('Name'), 'u');
  expect(save()).toBeEnabled();
  expect(update).toHaveBeenCalledOnce();
});

test('a save that stays leaves the cursor where it is', async () => {
  const { user, name } = await open();
  await user.type(name, ' S{Control>}s{/Control}');
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
  expect(screen.getByLabelText('Name')).toHaveFocus();
  expect(screen.getByLabelText('Name')).toHaveValue('Mali S');
});

test('a change elsewhere is shown, though the record was requested by an alias', async () => {
  const { queryClient, services } = await open();
  const dataProvider = { getOne: () => Promise.resolve({ data: services.record }) };
  const stop = startLiveUpdates(queryClient, dataProvider as never);
  services.record = { ...stored, version: 5, name: 'Mali Suwan' };
  dispatchMessage({ event: 'record.changed', json: { entity: 'member', id: 'm1', version: 5, by: null } });
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Mali Suwan'));
  stop();
});

test('what the person changed of the record beside the form is their own', async () => {
  const { user, name, queryClient } = await open();
  await user.type(name, ' S');
  act(() => replaceRecord(queryClient, 'member', { ...stored, phone: '+66812345678', version: 7 }, 'me'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^You changed this user profile somewhere else/);
});

test('what the form does not hold is changed beside it without being in its way', async () => {
  const { user, name, queryClient, update } = await open();
  await user.type(name, ' S');
  act(() => replaceRecord(queryClient, 'member', { ...stored, roles: ['cim.user'], version: 7 }, 'me'));
  await user.click(save());
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(update.mock.calls[0]?.[1].data).toMatchObject({ name: 'Mali S', version: 7 });
  expect(update.mock.calls[0]?.[1].data).not.toHaveProperty('roles');
});

test('a save that is refused for it goes on by itself', async () => {
  const { user, name, update } = await open();
  const current = { ...stored, roles: ['cim.user'], version: 7 };
  update.mockImplementationOnce(() =>
    Promise.reject(new HttpError('Somebody changed it', 409, { code: 'STALE', current })),
  );
  await user.type(name, ' S');
  await user.click(save());
  await waitFor(() => expect(update).toHaveBeenCalledTimes(2));
  expect(update.mock.calls[1]?.[1].data).toMatchObject({ name: 'Mali S', version: 7 });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a save whose answer was lost is one’s own', async () => {
  const { user, name, update, services } = await open();
  update.mockImplementationOnce((_, { data }) => {
    services.record = { ...services.record, ...data, version: 2, updatedBy: 'Owner' };
    return Promise.reject(new HttpError('The network is away', 0));
  });
  update.mockImplementationOnce(() =>
    Promise.reject(new HttpError('x', 409, { code: 'STALE', current: services.record })),
  );
  await user.type(name, ' S');
  await user.click(save());
  await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(save()).toBeEnabled());
  await user.type(screen.getByLabelText('Name'), 'u');
  await user.click(save());
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(services.record).toMatchObject({ name: 'Mali Su', version: 3 });
});
