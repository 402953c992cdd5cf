import { render, screen } from '@testing-library/react';
import { ErrorBoundary } from 'react-error-boundary';
import { describe, expect, it, vi } from 'vitest';
import { loadable } from './loadable.tsx';

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

describe('a loadable component', () => {
  it('shows its fallback until its code is there', async () => {
    const Part = loadable(async () => Greeting);
    render(<Part name="Mali" fallback={<p>One moment</p>} />);
    expect(screen.getByText('One moment')).toBeInTheDocument();
    expect(await screen.findByText('Hello Mali')).toBeInTheDocument();
  });

  it('is there at once when it was preloaded, and loads once', async () => {
    const load = vi.fn(async () => Greeting);
    const Part = loadable(load);
    await Part.preload();
    render(<Part name="Anong" fallback={<p>One moment</p>} />);
    expect(screen.getByText('Hello Anong')).toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('hands a failure to the boundary and can be tried again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('offline'));
    const Part = loadable(load);
    render(
      <ErrorBoundary fallback={<p>Broken</p>}>
        <Part name="Niran" />
      </ErrorBoundary>,
    );
    expect(await screen.findByText('Broken')).toBeInTheDocument();
    await Part.preload();
    expect(load).toHaveBeenCalledTimes(2);
  });
});
