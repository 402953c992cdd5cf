import { screen } from '@testing-library/react';
import { RecordContextProvider } from 'react-admin';
import { expect, it, vi } from 'vitest';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { Notifications } from '../../ui/Notifications.tsx';
import { Detail } from '../../resources/fieldKit/Value.tsx';
import { everyRight, renderInConsole, renderList } from '../../resources/form/testing/renderForm.tsx';
import { entityByName } from '../../resources/product.ts';
import './index.ts';

it('a list shows the best guess in percent, and the number of others', async () => {
  const missed = { id: 'm1', version: 1, sentence: 'a branch in Hat Yai?', count: 3, status: 'open' };
  const thought = 'store_location 0.52 · delivery_area 0.31 · opening_hours 0.12';
  renderList('missed-sentence', '/chatbot/not-understood', {
    dataProvider: { getList: () => Promise.resolve({ data: [{ ...missed, thought }], total: 1 }) },
  });
  expect(await screen.findByText(/store_location 52%/)).toHaveTextContent(/52%\s*\+2/);
});

it('on a record, one press teaches the sentence to a guessed intent', async () => {
  const record = { id: 'm1', version: 4, sentence: 'a branch in Hat Yai?', count: 3, status: 'open' };
  const thought = 'store_location 0.52 · delivery_area 0.31';
  const action = vi.fn(() => Promise.resolve({ ...record, version: 5, status: 'taught' }));
  const field = entityByName('missed-sentence').fields.find(({ name }) => name === 'thought') as FieldModel;
  const { user } = renderInConsole(
    <RecordContextProvider value={record}>
      <Detail field={field} value={thought} />
      <Notifications />
    </RecordContextProvider>,
    {
      access: {
        ...everyRight,
        actions: ['missed-sentence:read', 'missed-sentence:update', 'missed-sentence:teach'],
      },
      dataProvider: {
        action,
        query: async () => ({
          intents: [
            { id: 'i1', name: 'store_location', score: 0.78 },
            { id: 'i2', name: 'delivery_area', score: 0.31 },
          ],
          alike: [],
        }),
      },
    },
  );
  const best = await screen.findByRole('button', { name: 'Teach it to store_location' });
  expect(best).toHaveTextContent('52% then · 78% now');
  expect(screen.getByRole('button', { name: 'Teach it to delivery_area' })).toHaveTextContent(
    /^delivery_area31%$/,
  );
  await user.click(best);
  expect(await screen.findByText('Taught. Train the bot to use it')).toBeVisible();
  const input = { to: 'existing', intent: 'i1' };
  expect(action).toHaveBeenCalledWith('missed-sentence', 'm1', 'teach', input, { version: 4 });
});

it('a sentence that fits no guess is taught in the form, which offers all intents', async () => {
  const record = { id: 'm1', version: 4, sentence: 'a branch in Hat Yai?', count: 3, status: 'open' };
  const field = entityByName('missed-sentence').fields.find(({ name }) => name === 'thought') as FieldModel;
  const { user } = renderInConsole(
    <RecordContextProvider value={record}>
      <Detail field={field} value="" />
    </RecordContextProvider>,
    {
      access: {
        ...everyRight,
        actions: ['missed-sentence:read', 'missed-sentence:update', 'missed-sentence:teach'],
      },
      dataProvider: { query: async () => ({ intents: [], alike: [] }) },
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Choose an intent' }));
  expect(await screen.findByRole('dialog', { name: 'Teach' })).toBeVisible();
});
