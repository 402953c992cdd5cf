import { screen, waitFor } from '@testing-library/react';
import { RecordContextProvider, ResourceContextProvider } from 'react-admin';
import { expect, it } from 'vitest';
import { loadValidator } from '../../resources/form/useFormValidator.ts';
import { everyRight, renderInConsole } from '../../resources/form/testing/renderForm.tsx';
import { RecordPreview } from './RecordPreview.tsx';

it('the messages of a read-only record are drawn in a phone', async () => {
  await loadValidator('campaign');
  renderInConsole(
    <ResourceContextProvider value="campaign">
      <RecordContextProvider
        value={{
          ...{ id: 'b1', version: 1, createdAt: '2026-11-20T05:00:00Z', updatedAt: '2026-11-20T05:00:00Z' },
          ...{ name: 'Night market', status: 'executed', target: 'everyone', content: 'written' },
          ...{ platform: 'LINE', messages: [{ type: 'text', text: 'The night market is open until ten.' }] },
        }}
      >
        <RecordPreview />
      </RecordContextProvider>
    </ResourceContextProvider>,
    {
      dataProvider: { getList: async () => ({ data: [], total: 0 }) },
      access: everyRight,
    },
  );
  expect(await screen.findByText('The night market is open until ten.')).toBeInTheDocument();
  expect(screen.getByRole('tab', { name: /LINE/ })).toBeInTheDocument();
  expect(screen.queryByText('Write message')).toBeNull();
});

it('notes that the template may have changed since', async () => {
  await Promise.all(['campaign', 'message-template'].map((name) => loadValidator(name)));
  const stamps = { createdAt: '2026-11-20T05:00:00Z', updatedAt: '2026-11-20T05:00:00Z' };
  const template = {
    ...{ id: 't1', version: 1, ...stamps, name: 'Welcome', platform: 'LINE' },
    messages: [{ type: 'text', text: 'Welcome to the shop.' }],
  };
  renderInConsole(
    <ResourceContextProvider value="campaign">
      <RecordContextProvider
        value={{
          ...{
            id: 'b1',
            version: 1,
            ...stamps,
            name: 'Night market',
            status: 'executed',
            target: 'everyone',
          },
          ...{ content: 'template', template: 't1' },
        }}
      >
        <RecordPreview />
      </RecordContextProvider>
    </ResourceContextProvider>,
    {
      dataProvider: {
        getList: async () => ({ data: [], total: 0 }),
        getOne: async () => ({ data: template }),
      },
      access: everyRight,
    },
  );
  expect(await screen.findByText('Welcome to the shop.')).toBeInTheDocument();
  expect(screen.getByText('Drawn from the template as it is now.')).toBeInTheDocument();
});

it('shows no success on a channel that is not connected', async () => {
  await loadValidator('campaign');
  const stamps = { createdAt: '2026-11-20T05:00:00Z', updatedAt: '2026-11-20T05:00:00Z' };
  renderInConsole(
    <ResourceContextProvider value="campaign">
      <RecordContextProvider
        value={{
          ...{ id: 'b1', version: 1, ...stamps, name: 'Night market', status: 'draft', target: 'everyone' },
          ...{
            content: 'written',
            platform: 'LINE',
            channel: 'c1',
            messages: [{ type: 'text', text: 'Open.' }],
          },
        }}
      >
        <RecordPreview />
      </RecordContextProvider>
    </ResourceContextProvider>,
    {
      dataProvider: {
        getList: async () => ({ data: [], total: 0 }),
        getOne: async () => ({
          data: { id: 'c1', version: 1, ...stamps, name: 'Siam', type: 'LINE', credentials: 'missing' },
        }),
      },
      access: everyRight,
    },
  );
  expect(await screen.findByText('Open.')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(/^Sent as made/)).toBeNull());
  expect(screen.queryByRole('list', { name: 'How it is sent' })).toBeNull();
  // With a single channel, there is nothing to choose.
  expect(screen.getByLabelText('As LINE shows it')).toBeInTheDocument();
  expect(screen.queryByRole('tab')).toBeNull();
});
