import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderList } from '../../resources/form/testing/renderForm.tsx';
import './index.ts';

it('a list says the best guess of a sentence in percent, and how many more there are', async () => {
  const missed = { id: 'm1', version: 1, sentence: 'a branch in Hat Yai?', count: 3, status: 'open' };
  const thought = 'store_location 0.52 · delivery_area 0.31 · opening_hours 0.12';
  renderList('missed-sentence', '/chatbot/not-understood', {
    dataProvider: { getList: () => Promise.resolve({ data: [{ ...missed, thought }], total: 1 }) },
  });
  expect(await screen.findByText(/store_location 52%/)).toHaveTextContent(/52%\s*\+2/);
});
