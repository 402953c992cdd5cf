import { beforeEach, expect, it } from 'vitest';
import { chooseLocale, locale } from '../i18n/locale.ts';
import { chooseMode, modeChoice } from '../theme/mode.ts';
import { followPreferences } from './preferences.ts';

const nok = { id: '1', username: 'nok', name: 'Nok', email: 'nok@example.com', roles: [] };
const mali = { ...nok, id: '2', username: 'mali', name: 'Mali' };

beforeEach(() => localStorage.clear());

it('takes over those of the profile', () => {
  followPreferences({ ...nok, language: 'th', theme: 'dark' });
  expect([locale(), modeChoice()]).toEqual(['th', 'dark']);
});

it('what the person chose in this browser stays, until the profile says something new', () => {
  followPreferences({ ...nok, language: 'th', theme: 'dark' });
  chooseMode('light');
  chooseLocale('en');
  followPreferences({ ...nok, language: 'th', theme: 'dark' });
  expect([locale(), modeChoice()]).toEqual(['en', 'light']);
  followPreferences({ ...nok, language: 'th', theme: 'system' });
  expect(modeChoice()).toBe('system');
});

it('whoever comes next begins with their own', () => {
  followPreferences({ ...nok, language: 'th', theme: 'dark' });
  followPreferences({ ...mali, language: null, theme: null });
  expect([locale(), modeChoice()]).toEqual(['en', 'system']);
});
