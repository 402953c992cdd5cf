import { expect, test } from 'vitest';
import { createI18nProvider, loadTexts } from './i18nProvider.ts';

await loadTexts();
const { translate } = createI18nProvider();

test.each([
  ['ra.action.create', {}, 'Create'],
  ['ra.notification.http_error', {}, 'Please check your internet connection, or try again later.'],
  ['ra.notification.deleted', { smart_count: 1 }, 'Element deleted'],
  ['ra.notification.deleted', { smart_count: 3 }, '3 elements deleted'],
  ['Already a sentence, 100 %', {}, 'Already a sentence, 100 %'],
  ['my.key', { _: 'Hello %{name}', name: 'Nok' }, 'Hello Nok'],
])('%s %o reads "%s"', (key, options, text) => {
  expect(translate(key, options)).toBe(text);
});
