import { describe, expect, it } from 'vitest';
import { scopedQuery, withScopedQuery } from './listScope.ts';

const BOTH =
  '?keyword=hi&sort=-name&_tab=ticket&ticket:keyword=late&ticket:createdAt.gte=2026-01-01T00:00:00Z';

describe('lists that share one URL', () => {
  it.each([
    ['the list of the screen', '', 'keyword=hi&sort=-name'],
    ['a list in a tab', 'ticket', 'keyword=late&createdAt.gte=2026-01-01T00:00:00Z'],
    ['a list without parameters', 'note', ''],
  ])('%s reads its own parameters', (_, scope, own) => {
    expect(scopedQuery(BOTH, scope)).toBe(own);
  });

  it.each([
    [
      'a list in a tab leaves the others alone',
      'ticket',
      'sort=name',
      'keyword=hi&sort=-name&_tab=ticket&ticket:sort=name',
    ],
    ['another tab is added', 'note', 'keyword=x', `${BOTH.slice(1)}&note:keyword=x`],
    [
      "the screen's list keeps the tab and its list",
      '',
      'keyword=you',
      '_tab=ticket&ticket:keyword=late&ticket:createdAt.gte=2026-01-01T00:00:00Z&keyword=you',
    ],
  ])('%s', (_, scope, own, whole) => {
    expect(withScopedQuery(BOTH, scope, own)).toBe(whole);
  });
});
