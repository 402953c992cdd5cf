import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import sharp from 'sharp';
import { waitForAnimations } from '../lib/waitForAnimations.ts';
import type { Picture, Step } from './steps.ts';

const ROLES = ['button', 'link', 'tab', 'radio', 'menuitem', 'option', 'checkbox', 'switch'] as const;

/** Search order: overlays, the page, then everything else. */
const SCOPES = ['[role=dialog], [role=menu], [role=listbox]', 'main', 'body'];
const INPUTS = 'input, textarea, select, [role=combobox], [contenteditable]';
const FIND_TIMEOUT_MS = 10_000;

/** Finds the first visible match, in the uppermost scope. */
async function findVisible(
  page: Page,
  name: string,
  ...locators: ((locatorScope: Locator) => Locator)[]
): Promise<Locator> {
  const places = SCOPES.flatMap((scope) =>
    locators.map((locate) =>
      locate(page.locator(scope).filter({ visible: true }))
        .filter({ visible: true })
        .first(),
    ),
  );
  const [first, ...others] = places;
  if (!first) throw new Error('no locators');
  const anywhere = others.reduce((found, place) => found.or(place), first).first();
  await anywhere.waitFor({ timeout: FIND_TIMEOUT_MS }).catch((cause: unknown) => {
    throw new Error(`nothing on the screen is called "${name}"`, { cause });
  });
  for (const place of places) if (await place.isVisible()) return place;
  return anywhere;
}

/** Finds a control by its name, else a text. */
const findByName = (page: Page, name: string): Promise<Locator> =>
  findVisible(
    page,
    name,
    ...ROLES.map((role) => (around: Locator) => around.getByRole(role, { name, exact: true })),
    (around) => around.getByText(name, { exact: true }),
  );

const findInput = (page: Page, name: string): Promise<Locator> =>
  findVisible(
    page,
    name,
    (around) => around.getByLabel(name, { exact: true }).and(around.locator(INPUTS)),
    (around) => around.getByPlaceholder(name, { exact: true }),
  );

/**
 * Runs one step.
 * @param url of the console
 * @param images folder for the pictures
 */
export async function runStep(page: Page, url: string, images: string, step: Step): Promise<void> {
  if ('open' in step) await page.goto(url + step.open);
  else if ('click' in step) await (await findByName(page, step.click)).click();
  else if ('fill' in step) await (await findInput(page, step.fill)).fill(step.with);
  else if ('choose' in step) {
    await (await findInput(page, step.from)).click();
    await page.getByRole('option', { name: step.choose, exact: true }).first().click();
  } else if ('press' in step) await page.keyboard.press(step.press);
  else if ('upload' in step) {
    const chooser = page.waitForEvent('filechooser');
    await (await findByName(page, step.button)).click();
    await (await chooser).setFiles(step.upload);
  } else if ('see' in step) await page.getByText(step.see).filter({ visible: true }).first().waitFor();
  else if ('picture' in step) await takePicture(page, images, step);
  else await page.setViewportSize(step);
}

/** Replaces the local address in pictures. */
const PUBLIC_URL = 'https://console.example.com';

const MARGIN_PX = 12;

async function takePicture(
  page: Page,
  images: string,
  { picture, element, width, height, highlight = [] }: Picture,
): Promise<void> {
  await waitUntilSettled(page);
  await page.evaluate((shown) => {
    for (const input of document.querySelectorAll('input'))
      if (input.value.startsWith(location.origin)) input.value = input.value.replace(location.origin, shown);
  }, PUBLIC_URL);
  for (const name of highlight) await drawHighlight(await findByName(page, name));
  const window = { x: 0, y: 0, ...(page.viewportSize() ?? { width: 0, height: 0 }) };
  const part =
    element === undefined
      ? window
      : await page.locator(element).filter({ visible: true }).first().boundingBox();
  if (!part) throw new Error(`there is no ${element ?? 'window'}`);
  const margin = element === undefined ? 0 : MARGIN_PX;
  const x = Math.max(0, part.x - margin);
  const y = Math.max(0, part.y - margin);
  const right = Math.min(window.width, x + (width ?? Infinity), part.x + part.width + margin);
  const bottom = Math.min(window.height, y + (height ?? Infinity), part.y + part.height + margin);
  const png = await page.screenshot({ clip: { x, y, width: right - x, height: bottom - y } });
  await page.evaluate(() => document.querySelectorAll('[data-ring]').forEach((one) => one.remove()));
  await sharp(png)
    .png({ palette: true, quality: 90, effort: 10, compressionLevel: 9 })
    .toFile(join(images, `${picture}.png`));
}

/** Draws a ring around an element. */
async function drawHighlight(locator: Locator): Promise<void> {
  await locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const ring = document.createElement('div');
    ring.dataset['ring'] = '';
    Object.assign(ring.style, {
      position: 'fixed',
      left: `${x - 4}px`,
      top: `${y - 4}px`,
      width: `${width + 8}px`,
      height: `${height + 8}px`,
      boxSizing: 'border-box',
      border: '2px solid #d6336c',
      borderRadius: '9px',
      zIndex: '99999',
      pointerEvents: 'none',
    });
    document.body.append(ring);
  });
}

/** Waits until nothing loads or animates any more, without hover and focus. */
async function waitUntilSettled(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    (document.activeElement as HTMLElement | null)?.blur();
    // Waits for the console's own font, which is optional otherwise.
    for (const style of document.querySelectorAll('style'))
      if (style.textContent.includes('font-display:optional'))
        style.textContent = style.textContent.replaceAll('font-display:optional', 'font-display:swap');
    await Promise.all(['400', '500', '600'].map((weight) => document.fonts.load(`${weight} 13px Inter`)));
    await document.fonts.ready;
  });
  await page.evaluate(waitForAnimations);
}
