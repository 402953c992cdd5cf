import { screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadConfig } from '../config.ts';
import { renderInConsole } from '../resources/form/testing/renderForm.tsx';
import { MenuPanel } from './MenuPanel.tsx';

beforeAll(async () => {
  vi.stubGlobal('fetch', async () => Response.json({}));
  await loadConfig();
  vi.unstubAllGlobals();
});

it('the menu ends with Logout, by its word, or by its name where there is no room for words', () => {
  const { unmount } = renderInConsole(<MenuPanel isCollapsed={false} onSearch={() => undefined} />);
  expect(screen.getAllByRole('button').at(-1)).toHaveTextContent('Logout');
  unmount();
  renderInConsole(<MenuPanel isCollapsed onSearch={() => undefined} />);
  expect(screen.getAllByRole('button').at(-1)).toHaveAccessibleName('Logout');
});
