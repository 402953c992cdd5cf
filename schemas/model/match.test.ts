import { describe, expect, it } from 'vitest';
import { matches } from './match.ts';
import type { Match } from './types.ts';

const record = {
  status: 'draft',
  count: 3,
  tags: ['vip', 'th'],
  title: '',
  target: { kind: 'all' },
  at: '2026-01-02',
  role: 'cim.admin',
  price: '$user.id',
};
const context = { root: { platform: 'LINE' }, user: { id: 'u1', roles: ['cim.admin'] }, now: '2026-06-01' };

describe('matches', () => {
  it.each<[string, Match, boolean]>([
    ['an empty condition holds', {}, true],
    ['equal value', { status: 'draft' }, true],
    ['other value', { status: 'sent' }, false],
    ['one of several', { status: ['sent', 'draft'] }, true],
    ['a list equals what it contains', { tags: 'vip' }, true],
    ['nested path', { 'target.kind': 'all' }, true],
    ['all keys have to hold', { status: 'draft', count: 4 }, false],
    ['present', { status: { exists: true } }, true],
    ['an empty text is not present', { title: { exists: false } }, true],
    ['absent equals null', { missing: null }, true],
    ['greater or equal', { count: { gte: 3, lt: 4 } }, true],
    ['a text is no number', { status: { gt: 1 } }, false],
    ['not equal', { status: { ne: 'sent' } }, true],
    ['in', { count: { in: [1, 3] } }, true],
    ['contains in a text', { status: { contains: 'raf' } }, true],
    ['contains in a list', { tags: { contains: 'th' } }, true],
    ['any', { any: [{ status: 'sent' }, { count: 3 }] }, true],
    ['not', { not: { status: 'draft' } }, false],
    ['from the root', { '/platform': ['LINE', 'multi'] }, true],
    ['the person', { '$user.roles': 'cim.admin' }, true],
    ['now as a value', { at: { lt: { context: 'now' } } }, true],
    ['the person as a value', { status: { ne: { context: 'user.id' } } }, true],
    ['one of what the person has', { role: { in: { context: 'user.roles' } } }, true],
    ['a text that begins with a dollar sign', { price: '$user.id' }, true],
    ['an unknown operator never holds', { count: { near: 3 } }, false],
  ])('%s', (_, match, expected) => {
    expect(matches(match, record, context)).toBe(expected);
  });

  it('does not read what an object inherits', () => {
    expect(matches({ constructor: { exists: true } }, record)).toBe(false);
  });
});
