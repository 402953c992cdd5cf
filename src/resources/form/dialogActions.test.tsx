import { screen } from '@testing-library/react';
import { ResourceContextProvider } from 'react-admin';
import { expect, it } from 'vitest';
import { EntityEdit } from '../edit/EntityEdit.tsx';
import { everyRight, renderInConsole } from './testing/renderForm.tsx';

const STORED = {
  ...{ id: 'm1', version: 1, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  ...{ sentence: 'a branch in Hat Yai?', status: 'open', count: 3, why: 'unsure' },
};

it('what can be done with a record in a dialog stands at its end, and nothing says that it cannot be edited', async () => {
  renderInConsole(
    <ResourceContextProvider value="missed-sentence">
      <EntityEdit />
    </ResourceContextProvider>,
    {
      path: '/chatbot/not-understood/:id',
      at: '/chatbot/not-understood/m1',
      dataProvider: {
        getOne: async () => ({ data: STORED }),
        usedBy: async () => ({ usedBy: [], hidden: 0 }),
      },
      access: {
        ...everyRight,
        actions: [...everyRight.actions, 'missed-sentence:teach', 'missed-sentence:ignore'],
      },
    },
  );
  const ignore = await screen.findByRole('button', { name: 'Ignore' });
  expect(ignore.closest('[data-bar]')).toBeVisible();
  expect(screen.queryByText('View only')).toBeNull();
  expect(screen.queryByText('Sentences are kept as people wrote them')).toBeNull();
});
