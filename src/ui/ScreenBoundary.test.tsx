import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createTestRouter } from '../routing/testRouter.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';

let isBroken = true;
const draw = vi.fn<() => ReactNode>();
/** What the screen does; mocks are made new for every test. */
const drawing = (): ReactNode => {
  if (isBroken) throw new Error('This screen is broken');
  return <h1>Whole again</h1>;
};
const Screen = () => draw();

beforeEach(() => {
  isBroken = true;
  draw.mockReset().mockImplementation(drawing);
  // React's development build logs caught errors.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

it('shows that a screen is broken, without rendering it again, and retries on request', async () => {
  const { element } = createTestRouter(
    '/broken',
    <>
      <nav>Menu</nav>
      <ScreenBoundary>
        <Screen />
      </ScreenBoundary>
    </>,
  );
  render(element);
  expect(await screen.findByRole('heading', { name: /Oops/ })).toBeInTheDocument();
  expect(screen.getByRole('navigation')).toBeInTheDocument();
  // The development build draws a failed screen a second time; a screen drawn on and on would hang the tab.
  expect(draw.mock.calls.length).toBeLessThanOrEqual(4);
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Whole again' })).toBeInTheDocument();
});

it('renders again at another address', async () => {
  const { element, history } = createTestRouter(
    '/broken',
    <ScreenBoundary>
      <Screen />
    </ScreenBoundary>,
  );
  render(element);
  await screen.findByRole('heading', { name: /Oops/ });
  isBroken = false;
  act(() => history.push('/other'));
  expect(await screen.findByRole('heading', { name: 'Whole again' })).toBeInTheDocument();
});
