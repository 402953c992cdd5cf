import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guideFile, guideModule, guidesModule, guideTitle, pageFile } from './guides.ts';

const folder = mkdtempSync(join(tmpdir(), 'guides-'));
const page = join(folder, 'guide', 'orders.md');

beforeAll(async () => {
  mkdirSync(join(folder, 'guide', 'images'), { recursive: true });
  writeFileSync(
    page,
    `# Take an order

## Before you begin

1. Choose **Create**.

   ![The "new" order](images/new.png)

Read [Segments](segments.md) and [more](https://example.org/a?b=1&c=2). Prices < 10.
`,
  );
  mkdirSync(join(folder, 'guide', 'th'));
  writeFileSync(
    join(folder, 'guide', 'th', 'orders.md'),
    '# รับคำสั่งซื้อ\n\n![คำสั่งซื้อใหม่](../images/new.png) [กลุ่มเป้าหมาย](segments.md)\n',
  );
  await sharp({ create: { width: 640, height: 360, channels: 3, background: '#fff' } })
    .png()
    .toFile(join(folder, 'guide', 'images', 'new.png'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The HTML of a module, with `[picture0]` for the URL of its first picture. */
const htmlOf = (module: string): string => {
  const source = /export const html = (.*);$/.exec(module)?.[1] ?? '';
  const parts = source.split(/ \+ (?=picture|")/);
  return parts.map((part) => (part.startsWith('"') ? (JSON.parse(part) as string) : `[${part}]`)).join('');
};

test('a page of another schema folder replaces the product’s', () => {
  expect(guideFile('orders', folder)).toBe(page);
  expect(guideTitle(page)).toBe('Take an order');
  expect(guideTitle(guideFile('segments', folder))).not.toBe('');
});

test('the error for a missing page names its path', () => {
  expect(() => guideFile('odrers', folder)).toThrow(
    'menu.json names the guide "odrers", which has no page: write docs/guide/odrers.md',
  );
});

test('a page is served in every language with a folder, otherwise in English', () => {
  const module = guidesModule(['orders'], folder);
  expect(module).toContain(`title: "Take an order", load: () => import('virtual:guide/orders')`);
  expect(module).toContain(`"th": { title: "รับคำสั่งซื้อ", load: () => import('virtual:guide/orders.th') }`);
  expect(pageFile('orders', folder)).toBe(page);
  expect(pageFile('orders.de', folder)).toBe(page);
  const thai = guideModule(pageFile('orders.th', folder));
  expect(thai).toContain(`${JSON.stringify(join(folder, 'guide', 'images', 'new.png')).slice(0, -1)}?url`);
  expect(htmlOf(thai)).toContain('<button type="button" data-guide="segments">กลุ่มเป้าหมาย</button>');
});

test('its headings are below those of the screen and the panel', () => {
  const html = htmlOf(guideModule(page));
  expect(html).toContain('<h3>Take an order</h3>');
  expect(html).toContain('<h4>Before you begin</h4>');
});

test('its pictures are assets of the build, with their size and a link to the full file', () => {
  const module = guideModule(page);
  const file = join(folder, 'guide', 'images', 'new.png');
  expect(module).toContain(`import picture0 from ${JSON.stringify(`${file}?url&no-inline`)};`);
  expect(htmlOf(module)).toContain(
    '<a href="[picture0]" target="_blank">' +
      '<img src="[picture0]" alt="The &quot;new&quot; order" width="640" height="360" loading="lazy"></a>',
  );
});

test('links to other pages are buttons with their names; external links open in a new tab', () => {
  const html = htmlOf(guideModule(page));
  expect(html).toContain('<button type="button" data-guide="segments">Segments</button>');
  expect(html).toContain(
    '<a href="https://example.org/a?b=1&amp;c=2" target="_blank" rel="noreferrer">more</a>',
  );
});
