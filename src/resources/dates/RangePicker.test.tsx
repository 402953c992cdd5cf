import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Range } from './rangeModel.ts';
import { RangePicker } from './RangePicker.tsx';

/** 21 November 2026, 16:38 in Bangkok. */
const now = (): Date => new Date('2026-11-21T09:38:00.000Z');

const open = async (value?: Range, { at = now, min }: { at?: () => Date; min?: string } = {}) => {
  const user = userEvent.setup();
  const chosen: Range[] = [];
  render(
    <RangePicker label="Custom" value={value} now={at} min={min} onChange={(range) => chosen.push(range)} />,
  );
  await user.click(screen.getByRole('button'));
  return { user, chosen, panel: await screen.findByRole('dialog', { name: 'Custom' }) };
};

afterEach(() => vi.unstubAllEnvs());

describe('a range', () => {
  it('is chosen with the mouse: start, end, time, Apply', async () => {
    const { user, chosen, panel } = await open();
    const inside = within(panel);
    expect(inside.getByRole('button', { name: 'Apply' })).toBeDisabled();
    await user.click(inside.getByRole('button', { name: 'Saturday, 14 November 2026' }));
    expect(inside.getByRole('button', { name: /^Start/ })).toHaveTextContent('14 Nov 2026 00 : 00');
    expect(inside.getByRole('button', { name: /^End/ })).toHaveAttribute('aria-pressed', 'true');
    await user.click(inside.getByRole('button', { name: 'Saturday, 21 November 2026' }));
    await user.click(inside.getByRole('option', { name: '16 : 00' }));
    expect(inside.getByRole('status')).toHaveTextContent('UTC+7:00, 7 days 16 hours');
    await user.click(inside.getByRole('button', { name: 'Apply' }));
    expect(chosen).toEqual([{ start: '2026-11-13T17:00:00.000Z', end: '2026-11-21T09:00:00.000Z' }]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('is chosen with the keyboard, over the end of a month', async () => {
    const { user, chosen, panel } = await open();
    const inside = within(panel);
    expect(inside.getByRole('button', { name: 'Saturday, 21 November 2026' })).toHaveFocus();
    await user.keyboard('{PageUp}{End}{ArrowDown}{Enter}');
    expect(inside.getByRole('button', { name: /^Start/ })).toHaveTextContent('01 Nov 2026 00 : 00');
    await user.keyboard('{ArrowRight}{Enter}');
    inside.getByRole('option', { selected: true }).focus();
    await user.keyboard('{ArrowUp}{Enter}');
    expect(inside.getByRole('button', { name: /^End/ })).toHaveTextContent('02 Nov 2026 23 : 00');
    inside.getByRole('button', { name: 'Apply' }).focus();
    await user.keyboard('{Enter}');
    expect(chosen).toEqual([{ start: '2026-10-31T17:00:00.000Z', end: '2026-11-02T16:00:00.000Z' }]);
  });

  it('disables days and times that cannot be chosen', async () => {
    const { user, panel } = await open();
    const inside = within(panel);
    const tomorrow = inside.getByRole('button', { name: 'Sunday, 22 November 2026' });
    expect(tomorrow).toHaveAttribute('aria-disabled', 'true');
    await user.click(tomorrow);
    expect(inside.getByRole('button', { name: /^Start/ })).toHaveTextContent('–');
    await user.click(inside.getByRole('button', { name: 'Saturday, 21 November 2026' }));
    expect(inside.getByRole('option', { name: '17 : 00' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('applies a preset with one click', async () => {
    const { user, chosen, panel } = await open();
    await user.click(within(panel).getByRole('button', { name: 'Last 7 days' }));
    expect(chosen).toEqual([{ start: '2026-11-14T09:38:00.000Z', end: '2026-11-21T09:38:00.000Z' }]);
  });

  it('shows the current range, which Escape leaves unchanged', async () => {
    const value = { start: '2026-11-14T02:00:00.000Z', end: '2026-11-15T02:00:00.000Z' };
    const { user, chosen, panel } = await open(value);
    expect(within(panel).getByRole('button', { name: /^End/ })).toHaveTextContent('15 Nov 2026 09 : 00');
    await user.keyboard('{Escape}');
    expect(chosen).toEqual([]);
    expect(screen.getByRole('button')).toHaveTextContent('14 Nov 2026 09 : 00 – 15 Nov 2026 09 : 00');
  });
});

describe.each(['UTC', 'America/New_York', 'Pacific/Kiritimati'])('in a browser in %s', (zone) => {
  /** 2 January 2027, 00:10 in Bangkok: still the first in UTC, and in New York. */
  const at = (): Date => new Date('2027-01-01T17:10:00.000Z');

  it('chooses by mouse across the end of a year, up to the last half hour', async () => {
    vi.stubEnv('TZ', zone);
    const { user, chosen, panel } = await open(undefined, { at, min: '2026-12-30' });
    const inside = within(panel);
    const day = (name: string) => inside.getByRole('button', { name });
    expect(day('Sunday, 3 January 2027')).toHaveAttribute('aria-disabled', 'true');
    await user.click(inside.getByRole('button', { name: 'Previous month' }));
    expect(day('Tuesday, 29 December 2026')).toHaveAttribute('aria-disabled', 'true');
    await user.click(day('Tuesday, 29 December 2026'));
    expect(inside.getByRole('button', { name: /^Start/ })).toHaveTextContent('–');
    await user.click(day('Thursday, 31 December 2026'));
    await user.click(inside.getByRole('button', { name: 'Next month' }));
    await user.click(day('Saturday, 2 January 2027'));
    expect(inside.getByRole('button', { name: /^End/ })).toHaveTextContent('02 Jan 2027 00 : 00');
    expect(inside.getByRole('option', { name: '00 : 30' })).toHaveAttribute('aria-disabled', 'true');
    await user.click(inside.getByRole('button', { name: 'Apply' }));
    expect(chosen).toEqual([{ start: '2026-12-30T17:00:00.000Z', end: '2027-01-01T17:00:00.000Z' }]);
  });

  it('chooses the last day of February by keyboard; an end before the start becomes the new start', async () => {
    vi.stubEnv('TZ', zone);
    const { user, chosen, panel } = await open(undefined, { at: () => new Date('2028-03-31T05:00:00.000Z') });
    const inside = within(panel);
    expect(inside.getByRole('button', { name: 'Friday, 31 March 2028' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(inside.getByRole('button', { name: /^Start/ })).toHaveTextContent('31 Mar 2028 12 : 00');
    await user.keyboard('{PageUp}{Enter}');
    expect(inside.getByRole('button', { name: /^Start/ })).toHaveTextContent('29 Feb 2028 00 : 00');
    expect(inside.getByRole('button', { name: /^End/ })).toHaveTextContent('–');
    expect(inside.getByRole('button', { name: 'Apply' })).toBeDisabled();
    await user.keyboard('{ArrowRight}{Enter}');
    inside.getByRole('button', { name: 'Apply' }).focus();
    await user.keyboard('{Enter}');
    expect(chosen).toEqual([{ start: '2028-02-28T17:00:00.000Z', end: '2028-03-01T16:30:00.000Z' }]);
  });
});
