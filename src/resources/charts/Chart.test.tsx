import { ThemeProvider } from '@mui/material/styles';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { getTheme } from '../../theme/theme.ts';
import type { ColorScheme } from '../../theme/tokens.ts';
import { Chart } from './Chart.tsx';
import type { ChartKind, ChartProps } from './types.ts';

// Loaded up front: charts load it lazily.
beforeAll(() => import('./ChartDrawing.tsx'));

const props: ChartProps = {
  title: 'Total messages',
  description: 'per day, UTC+7:00',
  kind: 'area',
  series: [
    { key: 'now', label: 'These days' },
    { key: 'past', label: 'Days before', isPrevious: true },
  ],
  points: [
    { label: '14 Nov', fullLabel: '14 Nov 2026', values: { now: 1200, past: 900 } },
    { label: '15 Nov', fullLabel: '15 Nov 2026', values: { now: 13840, past: null } },
    { label: '16 Nov', fullLabel: '16 Nov 2026', values: { now: 0, past: 20 } },
  ],
};
const show = (rest: Partial<ChartProps> = {}, mode: ColorScheme = 'light') => {
  const user = userEvent.setup();
  // No animations in tests.
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), {
        media,
        matches: media.includes('reduced-motion'),
        onchange: null,
      }) as unknown as MediaQueryList,
  );
  const { container } = render(
    <ThemeProvider theme={getTheme(mode)}>
      <Chart {...props} {...rest} />
    </ThemeProvider>,
  );
  return { user, container };
};

describe.each<ChartKind>(['area', 'line', 'bar', 'pie'])('a chart of kind %s', (kind) => {
  it.each<ColorScheme>(['light', 'dark'])(
    'is drawn in the %s theme, with the table behind it',
    async (mode) => {
      const { container } = show({ kind }, mode);
      await screen.findByRole('group', { name: /^Total messages: 3 points/ });
      expect(container.querySelector('svg.recharts-surface')).toBeInTheDocument();
      const table = screen.getByRole('table', { name: 'Total messages' });
      expect(within(table).getByRole('row', { name: /15 Nov 2026/ })).toHaveTextContent('13,840');
    },
  );
});

describe('a chart', () => {
  it('marks points with their labels, and lists no points without values', async () => {
    const { user, container } = show({
      kind: 'bar',
      series: [{ key: 'now', label: 'Parts' }],
      points: [
        { label: '09 : 00', values: { now: 1 }, mark: { label: 'slowed', as: 'dot' } },
        { label: '09 : 01', values: { now: 0 }, mark: { label: 'now', as: 'line' } },
        { label: '09 : 02', values: { now: null } },
      ],
    });
    const drawing = await screen.findByRole('group', { name: /3 points/ });
    expect(container.querySelectorAll('.recharts-reference-dot')).toHaveLength(1);
    expect(container.querySelectorAll('.recharts-reference-line')).toHaveLength(1);
    expect(container.querySelector('svg.recharts-surface')).toHaveTextContent('now');
    // A maximum of 1 has the ticks 0 and 1.
    const texts = [...container.querySelectorAll('svg text')].map(({ textContent }) => textContent);
    expect(texts.filter((text) => /^\d+$/.test(text))).toEqual(['0', '1']);
    expect(screen.getAllByRole('row')).toHaveLength(3);
    expect(screen.getByRole('row', { name: '09 : 00, slowed 1' })).toBeInTheDocument();
    expect(screen.getByText('slowed')).toBeInTheDocument();
    drawing.focus();
    await user.keyboard('{Home}');
    expect(screen.getByRole('status')).toHaveTextContent('09 : 00: Parts 1, slowed');
  });

  it('announces its points to keyboard users', async () => {
    const { user } = show();
    const drawing = await screen.findByRole('group', { name: /^Total messages/ });
    drawing.focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(screen.getByRole('status')).toHaveTextContent(
      '15 Nov 2026: These days 13,840, Days before unknown',
    );
    await user.keyboard('{End}{ArrowRight}');
    expect(screen.getByRole('status')).toHaveTextContent('16 Nov 2026: These days 0, Days before 20');
    await user.keyboard('{Home}');
    expect(screen.getByRole('status')).toHaveTextContent('14 Nov 2026');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('announces the point nearest to the pointer', async () => {
    show();
    const drawing = await screen.findByRole('group', { name: /^Total messages/ });
    const statusAt = (clientX: number): string | null => {
      fireEvent.pointerMove(drawing, { clientX });
      return screen.getByRole('status').textContent;
    };
    // Of 640 pixels the axis has 56 on the left and 8 on the right.
    expect([60, 56 + 288, 630].map(statusAt)).toEqual([
      expect.stringContaining('14 Nov 2026'),
      expect.stringContaining('15 Nov 2026'),
      expect.stringContaining('16 Nov 2026'),
    ]);
    expect(statusAt(20)).toBe('');
    statusAt(344);
    fireEvent.mouseLeave(drawing);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('is a table on demand', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Show as table' }));
    expect(screen.getByRole('table', { name: 'Total messages' })).toBeVisible();
    expect(screen.queryByRole('group', { name: /^Total messages/ })).not.toBeInTheDocument();
  });

  it('shows a placeholder while it loads', () => {
    show({ isPending: true, points: [] });
    expect(screen.getByRole('figure', { name: 'Total messages' })).toBeInTheDocument();
    expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('shows why it could not be loaded, and retries', async () => {
    const onRetry = vi.fn<() => void>();
    const { user } = show({ error: new Error('The services are away'), points: [], onRetry });
    expect(screen.getByRole('alert')).toHaveTextContent('The services are away');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it.each([
    ['no points', []],
    ['points of nothing', [{ label: 'a', values: { now: 0, past: null } }]],
  ])('shows the empty text for %s', (_, points) => {
    show({ points, emptyText: 'No messages in these days' });
    expect(screen.getByText('No messages in these days')).toBeVisible();
  });
});
