import { afterEach, expect, test, vi } from 'vitest';
import { entityByName } from '../../product.ts';
import { draftKey, writeDraft, readDraft, removeExpiredDrafts, dropSecrets } from './drafts.ts';

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const [name, value] = entityByName('variable').fields;
if (!name || !value) throw new Error('variable has fields');
const fields = [name, { ...value, name: 'token', secret: true }];

test('a typed secret is not part of a draft, the mask of a stored one is', () => {
  const savedDraft = dropSecrets(fields, { name: 'Shop', token: 'typed' }, { token: '••••1234' });
  expect(savedDraft).toEqual({ name: 'Shop', token: '••••1234' });
  expect(dropSecrets(fields, { name: 'Shop', token: 'typed' })).toEqual({ name: 'Shop' });
});

test('drafts that are too old are taken away, whoever made them; what else is stored stays', () => {
  vi.useFakeTimers();
  const [old, fresh] = [draftKey('u1', 'variable', 'v1'), draftKey('u2', 'variable', undefined)];
  localStorage.setItem('mode', 'dark');
  writeDraft(old, { values: { name: 'a' }, at: new Date().toISOString() });
  vi.advanceTimersByTime(7 * 24 * 3_600_000);
  writeDraft(fresh, { values: { name: 'b' }, at: new Date().toISOString() });
  removeExpiredDrafts();
  expect(localStorage.getItem(old)).toBeNull();
  expect(readDraft(fresh)?.values).toEqual({ name: 'b' });
  expect(localStorage.getItem('mode')).toBe('dark');
});
