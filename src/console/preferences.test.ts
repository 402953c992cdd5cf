import { beforeEach, expect, it, vi } from 'vitest';
import { setColorScheme, readColorSchemePreference } from '../theme/colorScheme.ts';
import { memoryStore } from 'react-admin';
import { followPreferences, forgetOthers, keepFirstPreference } from './preferences.ts';

const nok = { id: '1', username: 'nok', name: 'Nok', email: 'nok@example.com', roles: [] };
const mali = { ...nok, id: '2', username: 'mali', name: 'Mali' };

beforeEach(() => localStorage.clear());

it('takes over those of the profile', () => {
  followPreferences({ ...nok, theme: 'dark' });
  expect(readColorSchemePreference()).toBe('dark');
});

it('what the person chose in this browser stays, until the profile says something new', () => {
  followPreferences({ ...nok, theme: 'dark' });
  setColorScheme('light');
  followPreferences({ ...nok, theme: 'dark' });
  expect(readColorSchemePreference()).toBe('light');
  followPreferences({ ...nok, theme: 'system' });
  expect(readColorSchemePreference()).toBe('system');
});

it('“As the system” is no news to whoever had chosen nothing', () => {
  followPreferences({ ...nok, theme: null });
  setColorScheme('dark');
  followPreferences({ ...nok, theme: 'system' });
  expect(readColorSchemePreference()).toBe('dark');
});

it('whoever comes next begins with their own', () => {
  followPreferences({ ...nok, theme: 'dark' });
  followPreferences({ ...mali, theme: null });
  expect(readColorSchemePreference()).toBe('system');
});

it('whoever comes next does not see lists as somebody else likes them', () => {
  const store = memoryStore();
  store.setup();
  store.setItem('list.variable', { opening: { id: 'v1', query: 'scope=bot' } });
  store.setItem('aside', { width: 500 });
  forgetOthers(nok, store);
  followPreferences(nok);
  forgetOthers(nok, store);
  expect(store.getItem('list.variable')).toBeDefined();
  forgetOthers(mali, store);
  expect(store.getItem('list.variable')).toBeUndefined();
  expect(store.getItem('aside')).toEqual({ width: 500 });
});

it('the page’s own list begins as the services know that the person likes it', () => {
  const views = { views: [], preference: { perPage: 50 } };
  const brought = { of: null, answers: { '/api/v1/variables/views': views } };
  document.body.innerHTML = `<script type="application/json" id="first-data">${JSON.stringify(brought)}</script>`;
  history.replaceState(null, '', '/chatbot/bot-variable');
  // The page has just been opened.
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const store = memoryStore();
  store.setup();
  store.setItem('list.variable', { perPage: 20 });
  store.setItem('list.template', { perPage: 10 });
  keepFirstPreference(store);
  expect(store.getItem('list.variable')).toEqual({ perPage: 50 });
  expect(store.getItem('list.template')).toEqual({ perPage: 10 });
});
