import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInConsole } from '../form/testing/renderForm.tsx';
import { loadForm } from '../form/useFormValidator.ts';
import { entityByName } from '../product.ts';
import { RecordFacts } from '../RecordFacts.tsx';

it('in one line under the title facts leave out what the line above says', async () => {
  await loadForm('job');
  const at = '2026-11-23T15:24:00.000Z';
  const job = {
    id: 'j1',
    version: 1,
    name: 'Malee',
    startedAt: at,
    endedAt: at,
    createdAt: at,
    updatedAt: at,
  };
  renderInConsole(<RecordFacts inLine model={entityByName('job')} record={job} />);
  const facts = screen.getByRole('region', { name: 'Facts' });
  expect(within(facts).getAllByTitle('23 Nov 2026 22 : 24 UTC+7:00')).toHaveLength(2);
  expect(facts).not.toHaveTextContent('Malee');
  expect(within(facts).getByRole('button', { name: 'Copy ID' })).toBeVisible();
});
