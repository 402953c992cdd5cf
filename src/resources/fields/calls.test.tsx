import { screen, waitFor } from '@testing-library/react';
import { RecordContextProvider, ResourceContextProvider } from 'react-admin';
import { expect, test, vi } from 'vitest';
import { RecordForm } from '../form/RecordForm.tsx';
import { renderInConsole } from '../form/testing/renderForm.tsx';
import { loadForm } from '../form/useFormValidator.ts';
import { entityByName } from '../product.ts';

/** The form of a stored record, whose editors ask the services. */
async function open(entity: string, record: { id: string } & Record<string, unknown>, ask: object) {
  const check = await loadForm(entity);
  const form = (
    <ResourceContextProvider value={entity}>
      <RecordContextProvider value={record}>
        <RecordForm
          model={entityByName(entity)}
          validator={check}
          mode="edit"
          record={record as never}
          onSave={() => Promise.resolve(undefined)}
        />
      </RecordContextProvider>
    </ResourceContextProvider>
  );
  return renderInConsole(form, { dataProvider: { query: ask } });
}

const facebook = { id: 'c1', name: 'Page', type: 'FACEBOOK', token: '••••abcd', active: true };

test('a value that is worked out is copied with a button', async () => {
  const callback = 'https://chat.example/webhooks/facebook/c1';
  const { user } = await open('channel', { ...facebook, facebookAddress: callback }, vi.fn());
  const input = await screen.findByRole('textbox', { name: 'Callback URL' });
  expect(input).toHaveValue(callback);
  expect(input).toHaveAttribute('readonly');
  await user.click(screen.getByRole('button', { name: 'Copy callback url' }));
  expect(await screen.findByText('Callback URL copied')).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe(callback);
});

test('choices come from the services, which are asked with what the form holds', async () => {
  const ask = vi.fn().mockResolvedValue([{ id: '1045', name: 'ร้านสยามไลฟ์สไตล์' }]);
  const { user } = await open('channel', facebook, ask);
  await user.click(await screen.findByRole('button', { name: 'Choose page' }));
  await user.click(await screen.findByRole('menuitem', { name: /ร้านสยามไลฟ์สไตล์/ }));
  expect(screen.getByRole('textbox', { name: 'Page id' })).toHaveValue('1045');
  // The stored token is known to the services alone.
  expect(ask).toHaveBeenLastCalledWith('channel', null, 'facebook/pages', { body: { record: 'c1' } });
  await user.click(screen.getByRole('button', { name: 'Replace access token' }));
  await user.type(screen.getByLabelText('Access token'), 'a new token');
  ask.mockRejectedValue(new Error('Facebook does not accept the access token.'));
  await user.click(screen.getByRole('button', { name: 'Choose page' }));
  expect(await screen.findByText('Facebook does not accept the access token.')).toBeVisible();
  const body = { record: 'c1', token: 'a new token' };
  expect(ask).toHaveBeenLastCalledWith('channel', null, 'facebook/pages', { body });
});

test('an address is tested as it stands in the form', async () => {
  const ask = vi.fn().mockResolvedValue({ works: true, note: 'Works, 12 ms' });
  const { user } = await open('network', { id: 'n1', enrichUrl: 'https://crm.example/enrich' }, ask);
  expect(await screen.findByRole('button', { name: 'Test outgoing' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Test enrich' }));
  expect(await screen.findByText('Works, 12 ms')).toBeVisible();
  expect(ask).toHaveBeenCalledWith('network', null, 'test-webhook', {
    body: { field: 'enrichUrl', url: 'https://crm.example/enrich' },
  });
  ask.mockResolvedValue({ works: false, note: 'It answered 503' });
  await user.type(screen.getByLabelText('Enrich'), '2');
  // What was found is of another address by now.
  expect(screen.queryByText('Works, 12 ms')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Test enrich' }));
  await waitFor(() => expect(screen.getByText('It answered 503')).toBeVisible());
});
