import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderInConsole } from '../../form/testing/renderForm.tsx';
import { entityByName } from '../../product.ts';
import { useInlineEdit } from './useInlineEdit.ts';

const RECORD = {
  ...{ id: 'v', version: 3, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  ...{ name: 'pai', scope: 'user' },
};

function Scope() {
  const { save } = useInlineEdit(entityByName('variable'), RECORD, 'scope');
  const [faults, setFaults] = useState<object>();
  return (
    <button onClick={() => void save('user').then(setFaults)}>{JSON.stringify(faults ?? 'Save')}</button>
  );
}

it('a choice that another person made meanwhile is reported as lists show it', async () => {
  const { user } = renderInConsole(<Scope />, {
    path: '/variables',
    dataProvider: {
      editMany: async () => ({ changed: [], unchanged: [], failed: { v: { code: 'STALE', message: 'x' } } }),
      getOne: async () => ({ data: { ...RECORD, version: 4, scope: 'bot' } }),
    },
  });
  await user.click(screen.getByRole('button', { name: '"Save"' }));
  expect(await screen.findByText(/it is “Bot” now/)).toBeInTheDocument();
});
