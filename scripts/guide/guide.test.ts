import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cachedProduct } from '../../schemas/testProduct.ts';
import { readCatalogues } from '../../schemas/texts/catalogues.ts';
import { fill } from '../../schemas/texts/translate.ts';
import {
  GUIDE_DIR,
  guideLanguages,
  guidePages,
  imagesFolder,
  picturedPages,
  pictureSteps,
  readGuideSteps,
} from './steps.ts';

const product = cachedProduct();
const pages = guidePages();
const textOf = (page: string): string => readFileSync(join(GUIDE_DIR, `${page}.md`), 'utf8');

/** Every text in the compiled schemas: titles, labels, choices, what is made of field names too. */
const schemaTexts = new Set<string>();
JSON.stringify(product, (_, value: unknown) => {
  if (typeof value === 'string') schemaTexts.add(value);
  return value;
});

const sources = ['src', 'schemas', 'services']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|testing|generated/.test(file))
  .map((file) => readFileSync(file, 'utf8'));

const lowerTexts = new Set([...schemaTexts].map((text) => text.toLowerCase()));

/** Whether a text stands on the screen: in a schema, or whole between quotes or tags of the code. */
function isOnScreen(text: string): boolean {
  // The button of a list says what it adds.
  if (text.startsWith('Add ') && lowerTexts.has(text.slice('Add '.length))) return true;
  const literal = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const whole = new RegExp(`(?:['"\`>]|^)\\s*${literal}\\s*(?:['"\`<]|$)`, 'm');
  return schemaTexts.has(text) || sources.some((source) => whole.test(source));
}

test('the menu names every page, and every page is in the list', () => {
  expect(pages.toSorted()).toEqual(product.guides.toSorted());
  const list = readFileSync(join(GUIDE_DIR, 'README.md'), 'utf8');
  const titles = product.guides.map((page) => `[${/^# (.+)$/m.exec(textOf(page))?.[1]}](${page}.md)`);
  expect(titles.filter((link) => !list.includes(link))).toEqual([]);
});

const FOLDERS = [...new Set(picturedPages().map(({ folder }) => folder))];

test.each(FOLDERS)('every picture of %s is taken by the steps of a page', (folder) => {
  const taken = picturedPages()
    .filter((page) => page.folder === folder)
    .flatMap((page) =>
      pictureSteps(readGuideSteps(page.name, page.folder)).map(({ picture }) => `${picture}.png`),
    );
  expect(readdirSync(imagesFolder({ folder })).toSorted()).toEqual(taken.toSorted());
});

test('the pictures of Thai screens are shown in the document about Thai, in their order', () => {
  const taken = pictureSteps(readGuideSteps('thai', 'docs')).map(({ picture }) => picture);
  expect(taken).toHaveLength(12);
  const shown = [...readFileSync('docs/thai.md', 'utf8').matchAll(/!\[[^\]]+\]\(images\/([\w-]+)\.png\)/g)];
  expect(shown.map(([, name]) => name)).toEqual(taken);
});

describe.each(pages)('the page %s', (page) => {
  test('names the pictures that its steps take, in their order', () => {
    const named = [...textOf(page).matchAll(/!\[[^\]]+\]\(images\/([\w-]+)\.png\)/g)].map(([, name]) => name);
    expect(named).toEqual(pictureSteps(readGuideSteps(page)).map(({ picture }) => picture));
  });

  test('names what is on the screen by its exact words', () => {
    const labels = [...textOf(page).matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => label);
    expect(labels.filter((label) => !isOnScreen(label))).toEqual([]);
  });

  test('numbers its steps without a gap', () => {
    const numbers = [...textOf(page).matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });
});

describe.each(guideLanguages())('the guide in %s', (language) => {
  const catalogue = readCatalogues(['schemas']).get(language);
  const read = (page: string): string => readFileSync(join(GUIDE_DIR, language, `${page}.md`), 'utf8');
  const translations = new Set(catalogue?.values());
  const add = catalogue?.get('Add %{noun}') ?? 'Add %{noun}';
  /** Whether it stands on the screen: a text, or the button of a list with what it adds. */
  const isLabel = (text: string): boolean =>
    translations.has(text) || [...translations].some((noun) => fill(add, { noun }) === text);

  test('has every page, and a list of them by their titles', () => {
    const files = readdirSync(join(GUIDE_DIR, language));
    expect(files.toSorted()).toEqual([...pages.map((page) => `${page}.md`), 'README.md'].toSorted());
    const titles = product.guides.map((page) => `[${/^# (.+)$/m.exec(read(page))?.[1]}](${page}.md)`);
    expect(titles.filter((link) => !read('README').includes(link))).toEqual([]);
  });

  test.each(pages)('names in %s what is on the screen by its exact words', (page) => {
    const labels = [...read(page).matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => label);
    expect(labels).not.toEqual([]);
    expect(labels.filter((label) => !isLabel(label))).toEqual([]);
  });

  test.each(pages)('has in %s the labels, steps, headings, links and pictures of the English', (page) => {
    const labelsOf = (text: string): string[] =>
      [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => label);
    const inOther = new Set(labelsOf(read(page)));
    const missing = labelsOf(textOf(page)).filter((label) => {
      const noun = label.startsWith('Add ') ? label.slice('Add '.length) : '';
      const made = fill(add, { noun: catalogue?.get(noun) ?? noun });
      return !inOther.has(catalogue?.get(label) ?? label) && !inOther.has(made);
    });
    expect(missing).toEqual([]);
    for (const pattern of [
      /^\d+\. /gm,
      /^#+ /gm,
      /\]\(([\w-]+\.md)\)/g,
      /images\/[\w-]+\.png/g,
      /`[^`]+`/g,
    ]) {
      const found = (text: string) => [...text.matchAll(pattern)].map(([match]) => match);
      expect(found(read(page))).toEqual(found(textOf(page)));
    }
  });
});

test('all pictures together stay small, and so does each', () => {
  const sizes = FOLDERS.flatMap((folder) =>
    readdirSync(imagesFolder({ folder })).map((file) => statSync(join(imagesFolder({ folder }), file)).size),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_000_000);
  expect(Math.max(...sizes)).toBeLessThan(150_000);
});
