import { describe, expect, it } from 'vitest';
import { segmentOfFilter } from './segmentOfFilter.ts';

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
    // Until within a day: the day is in.
    [
      { 'firstSeen.lte': ['2026-11-20T16:59:59.999Z'] },
      [{ field: 'first-seen', is: 'before', date: '2026-11-21' }],
    ],
    [{ userTags: [] }, []],
  ])('%j', (filters, conditions) => {
    expect(segmentOfFilter(filters)).toEqual({ conditions, leftOut: [] });
  });

  it('leaves out what no condition says, and tells it', () => {
    expect(segmentOfFilter({ keyword: 'tara', channel: ['c1'] }).leftOut).toEqual(['the search']);
  });
});
