import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderInConsole } from '../../form/testing/renderForm.tsx';
import { RecordLink } from './RecordLink.tsx';

vi.mock('virtual:product', async () => {
  const { testProduct } = await import('../../../../tests/contract/support/testProduct.ts');
  return { product: testProduct };
});

test('a deleted or hidden record is shown as such, without its id', async () => {
  const getMany = () => Promise.resolve({ data: [] });
  renderInConsole(<RecordLink entity="item" id="i1" />, { dataProvider: { getMany } });
  expect(await screen.findByText('Deleted or hidden')).toHaveAttribute(
    'title',
    'This record was deleted or you cannot see it',
  );
  expect(screen.queryByText('i1')).not.toBeInTheDocument();
});

test('a record whose request failed is shown as not loaded, not as deleted', async () => {
  const getMany = () => Promise.reject(new Error('The services cannot be reached'));
  renderInConsole(<RecordLink entity="item" id="i1" />, { dataProvider: { getMany } });
  expect(await screen.findByText('Not loaded')).toBeVisible();
  expect(screen.queryByText('i1')).not.toBeInTheDocument();
});
