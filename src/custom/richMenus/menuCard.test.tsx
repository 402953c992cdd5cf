import { screen, within } from '@testing-library/react';
import { RecordContextProvider } from 'react-admin';
import { expect, it } from 'vitest';
import { renderInConsole } from '../../resources/form/testing/renderForm.tsx';
import { MenuCard } from './MenuCard.tsx';

const AREAS = [
  { action: { type: 'uri', label: 'Home', uri: 'https://shop.example/home' } },
  { action: { type: 'template_action', label: 'Stores', templateName: 't1' } },
  { action: { type: 'message', label: 'Hello', text: 'say hello' } },
  {},
];

it('a menu beside its list shows its picture, and a line with the action of each area', async () => {
  const menu = {
    id: 'm1',
    size: 'original',
    pattern: 'L2',
    areas: AREAS,
    image: { url: '/files/f1/menu.png' },
  };
  renderInConsole(
    <RecordContextProvider value={menu}>
      <MenuCard />
    </RecordContextProvider>,
    { dataProvider: { getMany: async () => ({ data: [{ id: 't1', name: 'stores' }] }) } },
  );
  expect(await screen.findByText('Template stores')).toBeVisible();
  const card = screen.getByRole('region', { name: 'Menu' });
  expect(card.querySelector('img')).toHaveAttribute('src', '/files/f1/menu.png');
  expect(
    within(card)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'AHomeshop.example/home',
    'BStoresTemplate stores',
    'CHelloMessage say hello',
    'DNo action yet',
  ]);
});
