import type { Page } from '@playwright/test';
import { DEMO_PASSWORD, expect, test } from './support/fixtures.ts';
import THAI from '../../schemas/texts/th.json' with { type: 'json' };

/** Screens by what heads them in Thai. */
const SCREENS: [path: string, role: string, heading: string | RegExp][] = [
  ['/dashboard/overview', 'chatbot.admin', 'ภาพรวม'],
  ['/chatbot/template', 'chatbot.admin', 'เทมเพลต'],
  ['/chatbot/template/editor', 'chatbot.admin', /เทมเพลต/],
  ['/chatbot/bot-variable', 'chatbot.admin', 'ตัวแปร'],
  ['/chatbot/intent/quality', 'chatbot.admin', /./],
  ['/campaign/broadcast', 'campaign.admin', 'บรอดแคสต์'],
  ['/campaign/broadcast/editor', 'campaign.admin', /บรอดแคสต์/],
  ['/campaign/segment', 'campaign.admin', 'กลุ่มเป้าหมาย'],
  ['/audience', 'chatbot.admin', 'ผู้ติดต่อ'],
  ['/members/create', 'cim.admin', /สมาชิก/],
  ['/system', 'cim.admin', 'ระบบ'],
  ['/reports', 'chatbot.admin', /รายงาน/],
];

const speak = (page: Page, language: string): Promise<unknown> =>
  page.addInitScript((code) => localStorage.setItem('language', code), language);

for (const [path, role, heading] of SCREENS) {
  // What else holds on every screen in Thai says `thai.spec.ts`.
  test(`${path} is in Thai`, async ({ page, signIn }) => {
    await speak(page, 'th');
    await signIn(role, path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'th');
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
  });
}

test('the sign-in changes its language in place, and the console continues in it', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Username').fill('owner');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'ไทย' }).click();
  await expect(page.getByLabel('ชื่อผู้ใช้')).toHaveValue('owner');
  await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).click();
  await expect(page.getByText('ออกจากระบบ').first()).toBeVisible();
  await page.reload();
  const menu = page.getByRole('navigation', { name: 'เมนูหลัก' });
  for (const name of ['เทมเพลต', 'บรอดแคสต์', 'กลุ่มเป้าหมาย', 'ผู้ติดต่อ', 'แชนแนล', 'ริชเมนู', 'ระบบ'])
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible();
});

test.describe('a browser in Thai', () => {
  test.use({ locale: 'th-TH' });

  test('is met in Thai, in refusals too', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('ชื่อผู้ใช้').fill('owner');
    await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).click();
    await expect(page.getByText('กรุณากรอกรหัสผ่าน')).toBeVisible();
  });
});

test('English loads no catalogue', async ({ page, signIn }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await signIn('chatbot.admin', '/chatbot/template');
  await expect(page.getByRole('heading', { name: 'Templates' })).toBeVisible();
  expect(asked.filter((path) => /\/th-[^/]*\.js$/.test(path))).toEqual([]);
});

test('services answer in the requested language', async ({ baseURL }) => {
  const answered = await Promise.all(
    ['th', 'en-GB,th;q=0.5', 'de'].map(async (language) => {
      const response = await fetch(`${baseURL}/api/v1/templates`, {
        headers: { 'accept-language': language },
      });
      return ((await response.json()) as { message: string }).message;
    }),
  );
  expect(answered).toEqual([THAI['User not logged in'], 'User not logged in', 'User not logged in']);
});

test('the language of the profile is taken over, on other devices too, and taken back', async ({
  page,
  signIn,
}) => {
  await signIn('chatbot.developer', '/user-profile');
  await page.getByRole('button', { name: 'ไทย' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'โปรไฟล์ผู้ใช้' })).toBeVisible();

  // What a browser knows that the person never signed in with.
  await page.evaluate(() => ['language', 'preferences'].forEach((key) => localStorage.removeItem(key)));
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'th');

  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('button', { name: 'บันทึก', exact: true }).first().click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('heading', { name: 'User profile' })).toBeVisible();
});
