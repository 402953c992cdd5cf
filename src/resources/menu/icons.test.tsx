import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { product } from '../product.ts';
import { Icon } from './icons.tsx';

it('every entry of the menu has a sign of its own', () => {
  const entries = product.entities.flatMap(({ name, menu }) => (menu ? [{ name, icon: menu.icon }] : []));
  const drawn = entries.map(({ name, icon }) => {
    const { container } = render(<Icon name={icon} />);
    return [container.querySelector('path')?.getAttribute('d'), name] as const;
  });
  expect(entries.length).toBeGreaterThan(10);
  const shared = drawn.filter(([sign], at) => drawn.findIndex(([other]) => other === sign) < at);
  expect(shared).toEqual([]);
});
