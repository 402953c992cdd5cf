import { expect, it } from 'vitest';
import { linkWarnings } from './linkWarnings.ts';
import { menu, ofSegment } from './management/testing/channelLinks.tsx';

it('linking a rich menu warns about links that it replaces or conflicts with', () => {
  const others = [
    menu('1'),
    menu('2', { ...ofSegment, state: 'upcoming', triggerTime: '2026-12-28T02:00:00Z' }),
  ];
  expect(linkWarnings({ default: true }, others)).toEqual([expect.stringContaining('Menu 1 is replaced')]);
  const meeting = { default: false, segment: 's1', triggerTime: '2026-12-28T02:00:00.000Z' };
  expect(linkWarnings(meeting, others)).toEqual([
    expect.stringContaining('Menu 2 is linked to the same audience'),
  ]);
  expect(linkWarnings({ ...meeting, segment: 's2' }, others)).toEqual([]);
});
