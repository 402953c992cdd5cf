import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keptProduct } from '../../schemas/testKeptProduct.ts';
import { GUIDE_DIR, guidePages, picturesOf, stepsOf } from './steps.ts';

const product = keptProduct();
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

test('every picture is named by a page, and by its steps', () => {
  const taken = pages.flatMap((page) => picturesOf(stepsOf(page)).map(({ picture }) => `${picture}.png`));
  expect(readdirSync(join(GUIDE_DIR, 'images')).toSorted()).toEqual(taken.toSorted());
});

describe.each(pages)('the page %s', (page) => {
  test('names the pictures that its steps take, in their order', () => {
    const named = [...textOf(page).matchAll(/!\[[^\]]+\]\(images\/([\w-]+)\.png\)/g)].map(([, name]) => name);
    expect(named).toEqual(picturesOf(stepsOf(page)).map(({ picture }) => picture));
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

test('all pictures together stay small', () => {
  const files = readdirSync(join(GUIDE_DIR, 'images')).map((file) =>
    readFileSync(join(GUIDE_DIR, 'images', file)),
  );
  expect(files.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(2_000_000);
});
