import { beforeEach, expect, it, vi } from 'vitest';
import { setColorScheme, readColorSchemePreference } from '../theme/colorScheme.ts';
import { memoryStore } from 'react-admin';
import { applyPreferences, removeOthersPreferences, storeEmbeddedPreference } from './preferences.ts';

const nok = { id: '1', username: 'nok', name: 'Nok', email: 'nok@example.com', roles: [] };
const mali = { ...nok, id: '2', username: 'mali', name: 'Mali' };

beforeEach(() => localStorage.clear());

it('are those of the profile', () => {
  applyPreferences({ ...nok, theme: 'dark' });
  expect(readColorSchemePreference()).toBe('dark');
});

it('of this browser remain, until the profile changes', () => {
  applyPreferences({ ...nok, theme: 'dark' });
  setColorScheme('light');
  applyPreferences({ ...nok, theme: 'dark' });
  expect(readColorSchemePreference()).toBe('light');
  applyPreferences({ ...nok, theme: 'system' });
  expect(readColorSchemePreference()).toBe('system');
});

it('remain where the profile changes from nothing to “As the system”', () => {
  applyPreferences({ ...nok, theme: null });
  setColorScheme('dark');
  applyPreferences({ ...nok, theme: 'system' });
  expect(readColorSchemePreference()).toBe('dark');
});

it('of the next person are their own', () => {
  applyPreferences({ ...nok, theme: 'dark' });
  applyPreferences({ ...mali, theme: null });
  expect(readColorSchemePreference()).toBe('system');
});

it('of lists are not shown to the next person', () => {
  const store = memoryStore();
  store.setup();
  store.setItem('list.variable', { opening: { id: 'v1', query: 'scope=bot' } });
  store.setItem('aside', { width: 500 });
  removeOthersPreferences(nok, store);
  applyPreferences(nok);
  removeOthersPreferences(nok, store);
  expect(store.getItem('list.variable')).toBeDefined();
  removeOthersPreferences(mali, store);
  expect(store.getItem('list.variable')).toBeUndefined();
  expect(store.getItem('aside')).toEqual({ width: 500 });
});

it('of the page’s own list are those that the services have embedded', () => {
  const views = { views: [], preference: { perPage: 50 } };
  const preloaded = { of: null, answers: { '/api/v1/variables/views': views } };
  document.body.innerHTML = `<script type="application/json" id="first-data">${JSON.stringify(preloaded)}</script>`;
  history.replaceState(null, '', '/chatbot/bot-variable');
  // The page has just been opened.
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const store = memoryStore();
  store.setup();
  store.setItem('list.variable', { perPage: 20 });
  store.setItem('list.template', { perPage: 10 });
  storeEmbeddedPreference(store);
  expect(store.getItem('list.variable')).toEqual({ perPage: 50 });
  expect(store.getItem('list.template')).toEqual({ perPage: 10 });
});
