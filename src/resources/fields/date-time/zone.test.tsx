import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { entityByName } from '../../product.ts';
import { number } from '../number/index.tsx';
import { relativeText, relativeTime } from '../relative-time/index.tsx';
import { dateTime } from './index.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const any = entityByName('variable').fields[0];
if (!any) throw new Error('variable has fields');
const field = { ...any, type: 'date-time' as const, options: { timeZone: '+07:00' } };
const AT = '2026-11-21T18:30:00.000Z';
const tools = { text: () => '', titleOf: () => undefined };

test('cells and texts show a time on the clock of its field', () => {
  const { container } = render(<dateTime.Cell field={field} value={AT} />);
  expect(container).toHaveTextContent('22 Nov 2026 01 : 30');
  expect(dateTime.toText(AT, field, tools)).toBe('22 Nov 2026 01 : 30');
});

test.each([
  ['2026-11-21T18:30:00.000Z', '2026-11-23T01:00:00.000Z', 'Yesterday'],
  ['2026-11-05T18:30:00.000Z', '2026-11-23T01:00:00.000Z', '06 Nov'],
  ['2024-03-05T18:30:00.000Z', '2026-11-23T01:00:00.000Z', '06 Mar 2024'],
  ['2026-11-23T18:30:00.000Z', '2026-11-22T01:00:00.000Z', '24 Nov 01 : 30'],
  ['2026-11-23T03:00:00.000Z', '2026-11-22T01:00:00.000Z', 'Tomorrow 10 : 00'],
])('%s is said at %s as %s, on the calendar of its field', (at, now, said) => {
  expect(relativeText(new Date(at), '+07:00', Date.parse(now))).toBe(said);
});

test.each([
  ['2026-11-23', 'Today'],
  ['2026-11-22', 'Yesterday'],
  ['2026-11-24', 'Tomorrow'],
  ['2026-11-05', '05 Nov'],
  ['2024-03-05', '05 Mar 2024'],
])('the day %s, which has no time, is said in days as %s', (day, said) => {
  vi.stubEnv('TZ', 'America/New_York');
  vi.useFakeTimers({ now: new Date('2026-11-22T18:00:00.000Z'), toFake: ['Date'] });
  const dated = { ...any, type: 'date' as const, display: 'relative-time' };
  const { container } = render(<relativeTime.Cell field={dated} value={day} />);
  expect(container).toHaveTextContent(new RegExp(`^${said}$`));
  expect(container.querySelector('time')).toHaveAttribute('datetime', day);
  expect(relativeTime.toText('2026-11-05', dated, tools)).toBe('05 Nov 2026');
});

test('long numbers are short in cells, with the full one on hover', () => {
  const { container, rerender } = render(<number.Cell field={any} value={123456} />);
  expect(container).toHaveTextContent('123.5K');
  expect(container.querySelector('[title="123,456"]')).not.toBeNull();
  rerender(<number.Cell field={any} value={99999} />);
  expect(container).toHaveTextContent('99,999');
});
