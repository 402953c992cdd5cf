import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderInConsole } from '../../form/testing/renderForm.tsx';
import { RecordLink } from '../shared/RecordLink.tsx';

vi.mock('virtual:product', async () => {
  const { testProduct } = await import('../../../../tests/contract/support/testProduct.ts');
  return { product: testProduct };
});

test('a link to a nested record has its title and leads to its own page', async () => {
  const getMany = (_: string, { ids }: { ids: string[] }) =>
    Promise.resolve({ data: ids.map((id) => ({ id, name: 'Ring', order: 'o1' })) });
  renderInConsole(<RecordLink entity="item" id="i1" />, { dataProvider: { getMany } });
  expect(await screen.findByRole('link', { name: 'Ring' })).toHaveAttribute(
    'href',
    '/campaign/orders/o1/items/i1',
  );
});
