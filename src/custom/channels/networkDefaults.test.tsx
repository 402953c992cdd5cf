import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderRecordForm } from '../../resources/form/testing/renderForm.tsx';
import { NetworkDefaults } from './NetworkDefaults.tsx';

const CHANNELS = [
  { id: 'c1', name: 'Shop', type: 'LINE', active: true, credentials: 'works' },
  { id: 'c2', name: 'Portal', type: 'CUSTOM', active: false, credentials: 'works' },
  { id: 'c4', name: 'Old portal', type: 'CUSTOM', active: false, credentials: 'missing' },
  { id: 'c3', name: 'Page', type: 'FACEBOOK', active: true, credentials: 'missing' },
];
const NETWORK = { id: 'n1', version: 1, defaultMode: 'BOT', globalDelay: 2, confidenceThreshold: 0.6 };

it('shows the effect of the chosen default mode on each channel, and the other defaults', async () => {
  const { user } = await renderRecordForm(
    'network-mode',
    { mode: 'edit', record: { defaultMode: 'BOT' }, header: <NetworkDefaults /> },
    {
      getList: async () => ({ data: CHANNELS, total: CHANNELS.length }),
      getOne: async () => ({ data: NETWORK }),
    },
  );
  expect(await screen.findByText(/^Where the bot is not sure/)).toBeVisible();
  const line = async (name: string) => (await screen.findByText(name)).closest('li') ?? document.body;
  expect(await within(await line('Shop')).findByText('Bot')).toBeVisible();
  expect(await line('Portal')).toHaveTextContent('Off, nobody answers');
  expect(await line('Page')).toHaveTextContent('Not connected, nothing is sent');
  expect(within(await line('Page')).getByRole('link')).toHaveAttribute(
    'href',
    '/channel-management/channels/c3',
  );
  expect(await line('Old portal')).toHaveTextContent('Off, nobody answers');
  const delay = await screen.findByText('Global delay');
  expect(delay.nextElementSibling).toHaveTextContent('2 s');
  expect(screen.getByText('None, the bot stays silent')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Change in Setting' })).toHaveAttribute('href', '/bot-setting');

  await user.click(await screen.findByRole('button', { name: 'Live Chat' }));
  expect(await screen.findByText(/^Your team answers in Live Chat/)).toBeVisible();
  expect(await within(await line('Shop')).findByText('Live Chat')).toBeVisible();
});
