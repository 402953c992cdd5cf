import { expect, it } from 'vitest';
import { MENU_SIZES, PATTERNS, patternsOfSize, pictureSizeError } from './patterns.ts';
import { type MenuCandidate, resolveMenu } from './resolve.ts';

const segment = (id: string, name: string, priority?: string, activeSince = '2026-11-01'): MenuCandidate => ({
  ...{ id, segment: name, activeSince, default: false },
  ...(priority && { priority }),
});
const all = (id: string, activeSince = '2026-11-01'): MenuCandidate => ({ id, default: true, activeSince });
const seen = (links: MenuCandidate[], ...segments: string[]) => resolveMenu(links, new Set(segments));

it('a segment comes before all users, the lowest priority first, of equal ones the newest', () => {
  const links = [all('a'), segment('five', 'north', '05'), segment('two', 'vip', '02')];
  expect(seen(links).winner?.id).toBe('a');
  expect(seen(links, 'north').winner?.id).toBe('five');
  expect(seen(links, 'north', 'vip').verdicts.map(({ link, reason }) => [link.id, reason])).toEqual([
    ['two', 'wins'],
    ['five', 'later'],
    ['a', 'segment-first'],
  ]);
  const ties = [segment('old', 'vip', '01'), segment('new', 'vip', undefined, '2026-11-02')];
  expect(seen(ties, 'vip').winner?.id).toBe('new');
  expect(seen(ties).winner).toBeUndefined();
  expect(seen([all('old'), all('new', '2026-11-02')]).verdicts).toMatchObject([
    { link: { id: 'new' }, reason: 'wins' },
    { link: { id: 'old' }, reason: 'replaced' },
  ]);
});

it('patterns cover their picture, and no area lies over another', () => {
  expect([patternsOfSize('original').length, patternsOfSize('compact').length]).toEqual([8, 5]);
  for (const { size, areas } of Object.values(PATTERNS)) {
    const { width, height } = MENU_SIZES[size];
    expect(areas.reduce((sum, area) => sum + area.width * area.height, 0)).toBe(width * height);
    for (const area of areas) {
      expect(area.x + area.width).toBeLessThanOrEqual(width);
      expect(area.y + area.height).toBeLessThanOrEqual(height);
      const over = areas.filter(
        (other) =>
          other !== area &&
          area.x < other.x + other.width &&
          other.x < area.x + area.width &&
          area.y < other.y + other.height &&
          other.y < area.y + area.height,
      );
      expect(over).toEqual([]);
    }
  }
  expect(pictureSizeError('original', { width: 2500, height: 843 })).toBe('Image size must be 2500 x 1686');
  expect(pictureSizeError('compact', { width: 2500, height: 843 })).toBeUndefined();
});
