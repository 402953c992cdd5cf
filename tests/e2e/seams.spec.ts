import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openTester } from './support/openTester.ts';
import { paste } from './support/paste.ts';
import { restAs } from './support/rest.ts';
import { expect, test } from './support/testConsole.ts';

const TOPICS = ['ask_promotion', 'delivery_area', 'delivery_time', 'opening_hours'];

/** Pictures to look at, where a folder is named for them. */
const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
};

test.describe('the seams of the console', () => {
  // Each looks at whole screens in both themes.
  test.beforeAll(async ({ testConsole }) => {
    const rest = await restAs(testConsole.url, 'chatbot.admin');
    for (const name of TOPICS)
      await rest.create('topics', {
        name,
        greeting: `About ${name}`,
        samples: ['one way to ask', 'another way'],
      });
  });
  test.use({ viewport: { width: 1440, height: 900 } });

  test('a panel follows what is typed; a grid takes a spreadsheet', async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    await signIn('chatbot.admin', '/chatbot/topic/create');
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await expect(preview).toContainText('Nothing to say yet');
    await page.getByLabel('Name').fill('gift_wrapping');
    await page.getByLabel('Greeting').pressSequentially('ห่อของขวัญ');
    await expect(preview.getByTestId('bubble')).toHaveText('ห่อของขวัญ');

    await page.getByRole('button', { name: 'Add sample' }).click();
    const first = page.getByRole('textbox', { name: 'sample 1', exact: true });
    await expect(first).toBeFocused();
    await paste(first, Array.from({ length: 300 }, (_, at) => `wrap it for me ${at}`).join('\r\n'));
    await expect(page.getByRole('textbox', { name: 'sample 300', exact: true })).toBeFocused();
    await expect(preview).toContainText('300 samples');
    await page.keyboard.press('Enter');
    const last = page.getByRole('textbox', { name: 'sample 301', exact: true });
    await expect(last).toBeFocused();
    await page.keyboard.type('x');
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(last).toHaveAttribute('aria-invalid', 'true');
    await last.fill('wrap it in paper');
    await picture(page, 'panel-grid-light');
    await expectAccessible('light', 'dark');
    await picture(page, 'panel-grid-dark');
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByText('Topic created')).toBeVisible();
  });

  test('list and record stand side by side, and the keys walk from record to record', async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    await signIn('chatbot.admin', '/chatbot/topic?keyword=i');
    await expect(page.getByRole('heading', { level: 1, name: 'Topics' })).toBeVisible();
    await page
      .getByRole('row', { name: /ask_promotion/ })
      .getByRole('link')
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'ask_promotion' })).toBeVisible();
    await expect(page).toHaveURL(/keyword=i/);
    const list = page.getByRole('region', { name: 'Topics' });
    await expect(list.getByRole('link', { name: /ask_promotion/ })).toHaveAttribute('aria-current', 'page');

    await list.getByRole('link', { name: /ask_promotion/ }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('heading', { level: 1, name: 'delivery_area' })).toBeVisible();
    await expect(list.getByRole('link', { name: /delivery_area/ })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('heading', { level: 1, name: 'delivery_area' })).toBeVisible();
    await expect(page).toHaveTitle(/^delivery_area · Topics/);
    await picture(page, 'split-light');
    await expectAccessible('light', 'dark');
    await picture(page, 'split-dark');
    // One entry of the history for the walk: back is the list as it was.
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Topics' })).toBeVisible();
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('i');
  });

  test("a record's tabs stand in the address, a list in one has its own part of it", async ({
    page,
    signIn,
  }) => {
    await signIn('chatbot.admin', '/chatbot/topic');
    await page
      .getByRole('row', { name: /opening_hours/ })
      .getByRole('link')
      .click();
    await expect(page.getByRole('region', { name: 'Facts' })).toContainText('Created');
    await page.getByRole('tab', { name: 'Conversation' }).click();
    await expect(page.getByText('The talk about opening_hours')).toBeVisible();
    await expect(page).toHaveURL(/_tab=topic-conversation/);

    await page.getByRole('tab', { name: 'Tickets' }).click();
    await page.getByRole('link', { name: 'Create ticket' }).click();
    // The form begins with the topic that it is made for.
    await expect(page.getByRole('combobox', { name: 'Topic' })).toHaveValue('opening_hours');
    await page.getByLabel('Name').fill('Late answer');
    await page.getByLabel('Note').fill('Nobody answered on Sunday');
    await page.getByRole('button', { name: 'Create' }).click();

    // Back on the record, in its tab.
    await expect(page).toHaveURL(/topic\/.*_tab=ticket/);
    const tickets = page.getByRole('tabpanel');
    await expect(tickets.getByRole('row', { name: /Late answer/ })).toBeVisible();
    await tickets.getByRole('searchbox', { name: 'Search' }).fill('nothing like it');
    await expect(page).toHaveURL(/ticket:keyword=nothing/);
    await expect(tickets.getByText('No tickets found')).toBeVisible();
    await page.reload();
    await expect(tickets.getByText('No tickets found')).toBeVisible();
    await tickets.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(tickets.getByRole('row', { name: /Late answer/ })).toBeVisible();
    await picture(page, 'tabs-light');
  });

  test('a panel beside a list stays open over the screens of its product, as wide as it was left', async ({
    page,
    signIn,
  }) => {
    await signIn('chatbot.admin', '/chatbot/topic');
    await openTester(page);
    const tester = page.getByRole('complementary', { name: 'Test' });
    await tester.getByLabel('Write as a customer').fill('ส่งไปแม่ริมได้ไหม');
    const edge = page.getByRole('separator', { name: 'Width of Test' });
    await edge.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(edge).toHaveAttribute('aria-valuenow', '424');

    await page.getByRole('link', { name: 'Variable' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Variables' })).toBeFocused();
    await expect(tester.getByLabel('Write as a customer')).toHaveValue('ส่งไปแม่ริมได้ไหม');
    await picture(page, 'aside-light');
    await page.reload();
    await expect(edge).toHaveAttribute('aria-valuenow', '424');
    await page.goto('/user-profile');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(tester).toHaveCount(0);
    await page.goto('/chatbot/topic');
    await tester.getByRole('button', { name: 'Close Test' }).click();
    await expect(tester).toHaveCount(0);
  });

  test('its texts are in the language of the console, by its own catalogues', async ({ page, signIn }) => {
    await page.addInitScript(() => localStorage.setItem('language', 'th'));
    await signIn('chatbot.admin', '/chatbot/topic/create');
    await expect(page.getByLabel('คำทักทาย')).toBeVisible();
    await expect(page.getByText('ยังไม่มีคำพูด')).toBeVisible();
    await page.goto('/chatbot/topic');
    await page.getByRole('button', { name: 'ทดสอบ' }).click();
    await expect(page.getByLabel('เขียนเหมือนเป็นลูกค้า')).toBeVisible();
  });

  test('a page at a pattern has title, trail and its own sentence before it is left', async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    await signIn('chatbot.admin', '/chatbot/topic-report/november');
    await expect(page).toHaveTitle(/^Report of november · Topics/);
    const trail = page.getByRole('navigation', { name: 'Breadcrumbs' });
    await expect(trail.getByRole('link', { name: 'Topics' })).toBeVisible();
    await expect(page.getByRole('group', { name: /^Total messages/ })).toBeVisible();
    await page.getByRole('group', { name: /^Total messages/ }).focus();
    await page.keyboard.press('End');
    await expect(page.getByText('21 Nov 2026: These 14 days')).toBeAttached();
    await picture(page, 'page-light');
    await page.getByRole('button', { name: 'Custom' }).click();
    await expect(page.getByRole('dialog', { name: 'Custom' })).toBeVisible();
    await picture(page, 'range-light');
    await expectAccessible('light', 'dark');
    await picture(page, 'range-dark');
    await page.keyboard.press('Escape');
    await page.getByLabel('Loading').check();
    await trail.getByRole('link', { name: 'Topics' }).click();
    const question = page.getByRole('alertdialog', { name: 'Are you sure to exit?' });
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Topics' })).toBeFocused();
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test('the record has the way back, its panel is a sheet, the panel of the list lies below', async ({
      page,
      signIn,
      expectAccessible,
    }) => {
      await signIn('chatbot.admin', '/chatbot/topic');
      await page.getByRole('link', { name: 'delivery_time' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'delivery_time' })).toBeVisible();
      await picture(page, 'record-phone');
      // The first thing to do and the menu stand in the head beside the name.
      const edit = await page.getByRole('link', { name: 'Edit' }).boundingBox();
      const menu = await page.getByRole('button', { name: 'Actions for delivery_time' }).boundingBox();
      const name = await page.getByRole('heading', { level: 1, name: 'delivery_time' }).boundingBox();
      const middle = (box: typeof menu): number => (box ? box.y + box.height / 2 : 0);
      expect(Math.abs(middle(menu) - middle(name))).toBeLessThan(5);
      expect(Math.abs(middle(edit) - middle(name))).toBeLessThan(5);
      await expectAccessible();
      await page.getByRole('link', { name: 'Edit' }).click();
      const handle = page.getByRole('button', { name: /^Preview/ });
      await expect(handle).toContainText('LINE ready');
      await picture(page, 'form-phone');
      await handle.click();
      await expect(page.getByRole('dialog', { name: 'Preview' })).toContainText('About delivery_time');
      await picture(page, 'sheet-phone');
      await page.keyboard.press('Escape');
      await page
        .getByRole('navigation', { name: 'Breadcrumbs' })
        .getByRole('link', { name: 'Topics' })
        .click();
      await expect(page.getByRole('heading', { level: 1, name: 'Topics' })).toBeVisible();
      await openTester(page);
      await expect(page.getByLabel('Write as a customer')).toBeVisible();
      await picture(page, 'aside-phone');
    });
  });
});
