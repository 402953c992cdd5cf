import { Buffer } from 'node:buffer';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './support/testConsole.ts';

interface Given {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const picture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#4653c9' } })
    .png()
    .toBuffer();
const png = async (name = 'banner.png', width = 250, height = 168): Promise<Given> => ({
  name,
  mimeType: 'image/png',
  buffer: await picture(width, height),
});

const zone = (page: Page, title: string): Locator => page.getByRole('group', { name: title });
const choose = (page: Page, title: string, file: Given): Promise<void> =>
  zone(page, title).locator('input[type=file]').setInputFiles(file);

/** Gives a file as another program would: by `drop` with the mouse, or by `paste`. */
async function hand(page: Page, title: string, kind: 'drop' | 'paste', file: Given): Promise<void> {
  const { name, mimeType, buffer } = file;
  const data = await page.evaluateHandle(
    ([bytes, called, type]) => {
      const transfer = new DataTransfer();
      const content = Uint8Array.from(atob(bytes), (letter) => letter.codePointAt(0) ?? 0);
      transfer.items.add(new File([content], called, { type }));
      return transfer;
    },
    [buffer.toString('base64'), name, mimeType] as const,
  );
  await zone(page, title).evaluate(
    (element, { transfer, event }) => {
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        event === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: transfer })
          : new ClipboardEvent('paste', { ...options, clipboardData: transfer }),
      );
    },
    { transfer: data, event: kind },
  );
}

test.describe('files of a field', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn('campaign.admin', '/campaign/orders/create');
    await expect(zone(page, 'Image')).toBeVisible();
  });

  test('are taken by choice, drop and paste, stored, shown and replaced', async ({
    page,
    expectAccessible,
  }) => {
    await choose(page, 'Image', await png('ภาพ หน้า.png'));
    await expect(zone(page, 'Image').getByRole('link', { name: 'ภาพ หน้า.png' })).toBeVisible();
    await hand(page, 'Icon', 'paste', await png('icon.png', 32, 32));
    await expect(zone(page, 'Icon').getByRole('link', { name: 'icon.png' })).toBeVisible();
    await hand(page, 'Paper', 'drop', { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n') });
    await expect(zone(page, 'Paper').getByRole('link', { name: 'a.csv' })).toBeVisible();
    await expectAccessible();

    await page.getByLabel('Name').fill('Banner');
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('heading', { name: 'Banner', level: 1 })).toBeVisible();
    await page.goto('/campaign/orders');
    await expect(page.getByRole('row', { name: /Banner/ }).getByRole('img')).toBeVisible();
  });

  test('show how far they are and can be cancelled', async ({ page, problems }) => {
    problems.allow(/net::ERR_(ABORTED|FAILED)/);
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 200_000,
    });
    await choose(page, 'Paper', {
      name: 'long.csv',
      mimeType: 'text/csv',
      buffer: Buffer.alloc(20_000_000, 'a,b\n'),
    });
    const progress = page.getByRole('progressbar', { name: 'Uploading Paper' });
    await expect(progress).toBeVisible();
    await expect(progress).not.toHaveAttribute('aria-valuenow', '0');
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByText('Wait for the upload to end, or cancel it').first()).toBeVisible();
    await zone(page, 'Paper').getByRole('button', { name: 'Cancel' }).click();
    await expect(progress).toBeHidden();
    await expect(zone(page, 'Paper').getByRole('button', { name: 'Choose a file' })).toBeVisible();
  });

  test('are refused in the words of their field, on this device or by the services', async ({
    page,
    problems,
  }) => {
    problems.allow(/status of 4(13|22)/);
    const text = Buffer.from('hello, world');
    const cases: [field: string, file: Given, message: string][] = [
      ['Image', await png('a.png', 250, 169), 'Image size must be 250 x 168'],
      ['Image', { name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(0) }, 'The file is empty'],
      [
        'Image',
        { name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(1_048_577, 1) },
        'File too large (1 MB)',
      ],
      ['Image', { name: 'a.gif', mimeType: 'image/gif', buffer: text }, 'Image must be PNG or JPEG'],
      ['Icon', await png('a.png', 15, 15), 'Icons are at least 16 x 16'],
      ['Paper', { name: 'a.exe', mimeType: '', buffer: text }, 'Paper must be CSV, PDF or MP4'],
      // Only its content gives it away.
      [
        'Paper',
        { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from([0, 1, 2, 3]) },
        'Paper must be CSV, PDF or MP4',
      ],
    ];
    for (const [field, file, message] of cases) {
      await choose(page, field, file);
      await expect(zone(page, field)).toHaveAccessibleDescription(message);
      await expect(zone(page, field).getByRole('button', { name: 'Choose a file' })).toBeVisible();
    }
  });

  test('have room on a phone, in light and dark', async ({ page, expectAccessible }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await choose(page, 'Image', await png('a picture with a name that is longer than a phone is wide.png'));
    await expect(zone(page, 'Image').getByRole('link')).toBeVisible();
    await expectAccessible('light', 'dark');
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(width).toBeLessThanOrEqual(390);
  });
});
