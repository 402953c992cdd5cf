import { QueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { HttpError, ResourceContextProvider, useSaveContext } from 'react-admin';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { EntityEdit } from './EntityEdit.tsx';
import { renderInConsole } from '../form/testing/renderForm.tsx';
import { registerPanel } from '../panels/registry.ts';
import { entityByName } from '../product.ts';
import { Notifications } from '../../ui/Notifications.tsx';

const stored = {
  id: 'v1',
  version: 3,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  updatedBy: 'Mali',
  name: 'greeting',
  type: 'string',
  value: 'Hello',
  scope: 'bot',
};

/** What somebody adds who knows react-admin: a button that saves a value by its hook. */
function Shout() {
  const { save } = useSaveContext();
  const [answer, setAnswer] = useState('');
  const shout = async () => setAnswer(JSON.stringify(await save?.({ value: 'HELLO' })));
  return (
    <>
      <button onClick={() => void shout()}>Shout</button>
      <output>{answer}</output>
    </>
  );
}
registerPanel('shout', () => Promise.resolve(Shout));
Object.assign(entityByName('variable'), { banner: { panel: 'shout', label: 'Shout' } });

function open(update: object) {
  const queryClient = new QueryClient();
  const getOne = vi.fn(() => Promise.resolve({ data: stored }));
  const element = (
    <ResourceContextProvider value="variable">
      <EntityEdit />
      <Notifications />
    </ResourceContextProvider>
  );
  const path = '/chatbot/bot-variable/:id';
  const dataProvider = { getOne, update };
  return {
    getOne,
    ...renderInConsole(element, { path, at: '/chatbot/bot-variable/v1', dataProvider, queryClient }),
  };
}

test("react-admin's save of a panel sends the record with its version, and the form shows what is stored", async () => {
  const update = vi.fn((_: string, { data }: { data: object }) =>
    Promise.resolve({ data: { ...data, version: 4 } }),
  );
  const { user } = open(update);
  await user.click(await screen.findByRole('button', { name: 'Shout' }));
  expect(await screen.findByDisplayValue('HELLO')).toBeVisible();
  expect(update.mock.calls[0]?.[1].data).toEqual({ ...stored, value: 'HELLO' });
  expect(await screen.findByText('Variable saved')).toBeVisible();
});

test('a rejection is reported by field, and a record that another person changed is refetched', async () => {
  const refusals = [
    new HttpError('Invalid', 422, { fields: { '/value': 'Use small letters' } }),
    new HttpError('Mali changed it meanwhile', 409, { code: 'STALE', message: 'Mali changed it meanwhile' }),
  ];
  const { user, getOne } = open(() => Promise.reject(refusals.shift()!));
  await user.click(await screen.findByRole('button', { name: 'Shout' }));
  expect(await screen.findByText('{"value":"Use small letters"}')).toBeVisible();
  const asked = getOne.mock.calls.length;
  await user.click(screen.getByRole('button', { name: 'Shout' }));
  expect(await screen.findByText('Mali changed it meanwhile')).toBeVisible();
  expect(getOne.mock.calls.length).toBeGreaterThan(asked);
  expect(screen.getByLabelText('Value')).toHaveValue('Hello');
});
