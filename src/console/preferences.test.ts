import { beforeEach, expect, it } from 'vitest';
import { chooseMode, modeChoice } from '../theme/mode.ts';
import { followPreferences } from './preferences.ts';

const nok = { id: '1', username: 'nok', name: 'Nok', email: 'nok@example.com', roles: [] };
const mali = { ...nok, id: '2', username: 'mali', name: 'Mali' };

beforeEach(() => localStorage.clear());

it('takes over those of the profile', () => {
  followPreferences({ ...nok, theme: 'dark' });
  expect(modeChoice()).toBe('dark');
});

it('what the person chose in this browser stays, until the profile says something new', () => {
  followPreferences({ ...nok, theme: 'dark' });
  chooseMode('light');
  followPreferences({ ...nok, theme: 'dark' });
  expect(modeChoice()).toBe('light');
  followPreferences({ ...nok, theme: 'system' });
  expect(modeChoice()).toBe('system');
});

it('whoever comes next begins with their own', () => {
  followPreferences({ ...nok, theme: 'dark' });
  followPreferences({ ...mali, theme: null });
  expect(modeChoice()).toBe('system');
});
