import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { setYears, formatYear } from '../i18n/years.ts';
import { loadable } from './loadable.tsx';

const Page = () => <p>The page</p>;

afterEach(() => setYears('common'));

describe('loadable', () => {
  it('is rendered at once where it was preloaded', async () => {
    const Lazy = loadable(() => Promise.resolve(Page));
    await Lazy.preload();
    render(<Lazy fallback="wait" />);
    expect(screen.getByText('The page')).toBeVisible();
  });

  it('renders the fallback while it loads', async () => {
    let arrive: (page: typeof Page) => void = () => undefined;
    const Lazy = loadable(() => new Promise<typeof Page>((resolve) => (arrive = resolve)));
    render(<Lazy fallback="wait" />);
    expect(screen.getByText('wait')).toBeVisible();
    arrive(Page);
    expect(await screen.findByText('The page')).toBeVisible();
  });

  it('is rendered again when the workspace counts years in another era', async () => {
    const Lazy = loadable(() => Promise.resolve(() => <p>{formatYear('2026')}</p>));
    await Lazy.preload();
    render(<Lazy />);
    expect(screen.getByText('2026')).toBeVisible();
    act(() => setYears('buddhist'));
    expect(screen.getByText('2569')).toBeVisible();
  });

  it('throws a failure to the boundary and retries the next time', async () => {
    let tries = 0;
    const Lazy = loadable(() => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(Page);
    });
    await expect(Lazy.preload()).rejects.toThrow('offline');
    render(<Lazy fallback="wait" />);
    expect(await screen.findByText('The page')).toBeVisible();
  });
});
