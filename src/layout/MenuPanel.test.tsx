import { screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadConfig } from '../dataProvider/config.ts';
import { everyRight, renderInConsole } from '../resources/form/testing/renderForm.tsx';
import { MenuPanel } from './MenuPanel.tsx';

beforeAll(async () => {
  vi.stubGlobal('fetch', async () => Response.json({}));
  await loadConfig();
  vi.unstubAllGlobals();
});

it('the menu ends with Logout, as a label, or as an accessible name where it is narrow', () => {
  const { unmount } = renderInConsole(<MenuPanel isCollapsed={false} onSearch={() => undefined} />);
  expect(screen.getAllByRole('button').at(-1)).toHaveTextContent('Logout');
  unmount();
  renderInConsole(<MenuPanel isCollapsed onSearch={() => undefined} />);
  expect(screen.getAllByRole('button').at(-1)).toHaveAccessibleName('Logout');
});

it('shows the person’s picture, else their initials', () => {
  const { user } = everyRight;
  const own = {
    ...everyRight,
    user: { ...user, name: 'Mali Dee', pictureUrl: '/files/a/face.png?width=240' },
  };
  const { unmount } = renderInConsole(<MenuPanel isCollapsed={false} onSearch={() => undefined} />, {
    access: own,
  });
  const account = (): HTMLElement => screen.getByRole('link', { name: /^User profile of/ });
  expect(account().querySelector('img')).toHaveAttribute('src', '/files/a/face.png?width=240');
  expect(account()).not.toHaveTextContent('MD');
  unmount();
  renderInConsole(<MenuPanel isCollapsed={false} onSearch={() => undefined} />, {
    access: { ...own, user: { ...own.user, pictureUrl: null } },
  });
  expect(account()).toHaveTextContent('MD');
});
