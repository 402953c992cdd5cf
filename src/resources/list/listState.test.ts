import { describe, expect, it } from 'vitest';
import { entityByName } from '../product.ts';
import { formatListState, isNarrowed, parseListState, toRequestFilter } from './listState.ts';
import { whereFilter } from '../../../schemas/model/listCalls.ts';

const model = entityByName('profile');

describe('the state of a list in the address', () => {
  it('is nothing for the plain list', () => {
    const state = parseListState(model, '');
    expect(formatListState(model, state)).toBe('');
    expect(isNarrowed(state)).toBe(false);
    expect(state).toMatchObject({ sort: model.list.sort, perPage: model.list.pageSize, page: undefined });
  });

  it('comes back as it was written', () => {
    const search =
      'keyword=hi+there&channel=c1&channel=c2&lastSeen.gte=2026-01-01T00%3A00%3A00.000Z&sort=displayName&take=50&_page=3&_columns=displayName,lastSeen&_view=cards';
    const state = parseListState(model, search);
    expect(state).toEqual({
      keyword: 'hi there',
      filters: { channel: { '': ['c1', 'c2'] }, lastSeen: { gte: ['2026-01-01T00:00:00.000Z'] } },
      sort: { field: 'displayName', order: 'ASC' },
      perPage: 50,
      page: 3,
      columns: ['displayName', 'lastSeen'],
      as: 'cards',
    });
    expect(parseListState(model, formatListState(model, state))).toEqual(state);
  });

  it.each(['take=37', 'sort=nonsense', '_page=-1', '_columns=gone', '_view=pie', 'unknown=1'])(
    'passes over %s',
    (search) => {
      expect(formatListState(model, parseListState(model, search))).toBe('');
    },
  );

  it('searches no more of a text than the services take', () => {
    const { keyword } = parseListState(model, `keyword=${'x'.repeat(600)}`);
    expect(keyword).toBe('x'.repeat(500));
  });

  it('asks the services in their own grammar', () => {
    const state = parseListState(model, 'keyword=x&followState=FOLLOWING&lastSeen.lte=2026-02-01');
    expect(toRequestFilter(model, state)).toMatchObject({ keyword: 'x', 'lastSeen.lte': ['2026-02-01'] });
  });

  it('turns a fixed condition into a filter', () => {
    expect(whereFilter({ status: 'draft', kind: ['a', 'b'], count: { gte: 3 }, tag: { in: ['x'] } })).toEqual(
      {
        status: 'draft',
        kind: ['a', 'b'],
        'count.gte': 3,
        tag: ['x'],
      },
    );
  });
});
