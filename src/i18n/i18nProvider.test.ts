import english from 'ra-language-english';
import { afterEach, describe, expect, test, vi } from 'vitest';
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

const keysOf = (texts: object, above = ''): string[] =>
  Object.entries(texts).flatMap(([part, text]: [string, string | object]) =>
    typeof text === 'string' ? [above + part] : keysOf(text, `${above}${part}.`),
  );

describe('in Thai', () => {
  /** Loads the provider as in a page that starts in Thai: code reads its texts once. */
  const inThai = async () => {
    vi.resetModules();
    const { chooseLanguage } = await import('./language.ts');
    await chooseLanguage('th');
    return (await import('./texts.ts')).createTexts();
  };
  afterEach(() => {
    localStorage.clear();
    document.documentElement.lang = 'en';
    vi.resetModules();
  });

  test('react-admin has no English texts', async () => {
    const thai = await inThai();
    const values = { name: 'ชื่อ', item: 'ชื่อ', recordRepresentation: 'ชื่อ', options: 'ก', pattern: 'ก' };
    const more = { field_lower_first: 'ชื่อ', order: 'ก', smart_count: 2 };
    const untranslated = keysOf(english)
      .map((key) => [key, thai.translate(key, { ...values, ...more })] as const)
      .filter(([, text]) => /[a-z]{2}/i.test(text.replace(/%\{\w+\}|\btoken\b|\bURL\b|regexp/g, '')));
    expect(untranslated).toEqual([]);
  });

  test('a count of one has no singular form', async () => {
    const thai = await inThai();
    const translations = [1, 3].map((count) =>
      thai.translate('ra.notification.deleted', { smart_count: count }),
    );
    expect(translations).toEqual(['ลบแล้ว 1 รายการ', 'ลบแล้ว 3 รายการ']);
    expect(thai.getLocale()).toBe('th');
  });
});
