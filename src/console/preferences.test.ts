import { beforeEach, expect, it } from 'vitest';
import { locale } from '../i18n/locale.ts';
import { modeChoice } from '../theme/mode.ts';
import { followPreferences } from './preferences.ts';

const person = { id: '1', username: 'nok', name: 'Nok', email: 'nok@example.com', roles: [] };

beforeEach(() => localStorage.clear());

it('a browser without choices takes over those of the profile', () => {
  followPreferences({ ...person, language: 'th', theme: 'dark' });
  expect([locale(), modeChoice()]).toEqual(['th', 'dark']);
});

it('what was chosen in this browser stays', () => {
  localStorage.setItem('locale', 'en');
  localStorage.setItem('mode', 'light');
  followPreferences({ ...person, language: 'th', theme: 'dark' });
  expect([locale(), modeChoice()]).toEqual(['en', 'light']);
});
