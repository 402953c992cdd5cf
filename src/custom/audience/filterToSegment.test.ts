import { describe, expect, it } from 'vitest';
import { filterToSegment } from './filterToSegment.ts';

describe('a filter as a segment', () => {
  it.each([
    [{ channel: ['c1', 'c2'] }, [{ field: 'channel', is: 'any', channels: ['c1', 'c2'] }]],
    [{ userTags: 'vip' }, [{ field: 'tag', is: 'any', tags: ['vip'] }]],
    [{ language: ['th'] }, [{ field: 'language', is: 'any', languages: ['th'] }]],
    [{ followState: ['blocked'] }, [{ field: 'follow-state', is: 'is', state: 'blocked' }]],
    [
      { followState: ['blocked', 'unknown'] },
      [
        {
          ...{ field: 'group', match: 'any' },
          conditions: [
            { field: 'follow-state', is: 'is', state: 'blocked' },
            { field: 'follow-state', is: 'is', state: 'unknown' },
          ],
        },
      ],
    ],
    [
      { 'lastSeen.gte': ['2026-11-09T17:00:00.000Z'], 'lastSeen.lt': ['2026-11-19T17:00:00.000Z'] },
      [
        { field: 'last-seen', is: 'after', date: '2026-11-10' },
        { field: 'last-seen', is: 'before', date: '2026-11-20' },
      ],
    ],
    // An end within a day includes that day.
    [
      { 'firstSeen.lte': ['2026-11-20T16:59:59.999Z'] },
      [{ field: 'first-seen', is: 'before', date: '2026-11-21' }],
    ],
    [{ userTags: [] }, []],
  ])('%j', (filters, conditions) => {
    expect(filterToSegment(filters)).toEqual({ conditions, leftOut: [] });
  });

  it('lists filters without a condition as left out', () => {
    expect(filterToSegment({ keyword: 'tara', channel: ['c1'] }).leftOut).toEqual(['the search']);
  });
});
