import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderInConsole } from '../../form/testing/renderForm.tsx';
import { RecordLink } from './RecordLink.tsx';

vi.mock('virtual:product', async () => {
  const { testProduct } = await import('../../../../tests/contract/support/testProduct.ts');
  return { product: testProduct };
});

test('a record that is gone, or that the member may not see, is told in words, without its id', async () => {
  const getMany = () => Promise.resolve({ data: [] });
  renderInConsole(<RecordLink entity="item" id="i1" />, { dataProvider: { getMany } });
  expect(await screen.findByText('Deleted or hidden')).toHaveAttribute(
    'title',
    'This record was deleted or you cannot see it',
  );
  expect(screen.queryByText('i1')).not.toBeInTheDocument();
});

test('a record that could not be asked for is told as not loaded, not as gone', async () => {
  const getMany = () => Promise.reject(new Error('The services cannot be reached'));
  renderInConsole(<RecordLink entity="item" id="i1" />, { dataProvider: { getMany } });
  expect(await screen.findByText('Not loaded')).toBeVisible();
  expect(screen.queryByText('i1')).not.toBeInTheDocument();
});
