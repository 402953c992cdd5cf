import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RecordLink } from '../../resources/fields/shared/RecordLink.tsx';
import { renderInConsole } from '../../resources/form/testing/renderForm.tsx';
import { RowMark } from '../../resources/list/RowMark.tsx';
import { entityByName } from '../../resources/product.ts';
import './index.tsx';

const CHANNEL = {
  ...{ id: 'c1', version: 1, name: 'Siam Lifestyle', type: 'LINE' },
  ...{ createdAt: '2026-11-01T00:00:00.000Z', updatedAt: '2026-11-01T00:00:00.000Z' },
};

it('the mark of its type is before the name of a channel, wherever a record references it', async () => {
  renderInConsole(<RecordLink entity="channel" id="c1" />, {
    dataProvider: { getMany: async () => ({ data: [CHANNEL] }) },
  });
  const link = await screen.findByRole('link', { name: 'Siam Lifestyle' });
  expect(screen.getByText('L')).toBeVisible();
  expect(screen.getByText('L').compareDocumentPosition(link)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('and in its row of the list', () => {
  renderInConsole(<RowMark model={entityByName('channel')} record={CHANNEL} />);
  expect(screen.getByText('L')).toBeVisible();
});
