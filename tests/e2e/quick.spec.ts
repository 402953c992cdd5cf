import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { type Rest, restAs } from './support/rest.ts';

/** Takes away again what a test made. */
async function remove(rest: Rest, path: string, keyword: string): Promise<void> {
  const { json } = await rest.call('GET', `${path}?keyword=${keyword}`);
  for (const { id } of json as { id: string }[]) await rest.call('DELETE', `${path}/${id}`);
}

const DELAYS = Array.from({ length: 13 }, (_, step) => step * 50);

async function slowedBy(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Resolves once a record is stored, to its fields as they were sent. */
const stored = async (page: Page, path: string): Promise<Record<string, unknown>> => {
  const answer = await page.waitForResponse(
    (one) => one.request().method() === 'PUT' && one.url().includes(path),
  );
  expect(answer.status()).toBe(200);
  return answer.request().postDataJSON() as Record<string, unknown>;
};

for (const rate of [1, 4]) {
  test.describe(`on a machine ${rate} times as slow`, () => {
    test('Ctrl+S sends what is seen, however soon after the last key', async ({ page, signIn, baseURL }) => {
      const rest = await restAs(baseURL ?? '', 'chatbot.admin');
      const name = `quick_${Date.now()}`;
      const { id } = await rest.create('variables', { name, value: 'old', scope: 'bot' });
      await signIn('chatbot.admin', `/chatbot/bot-variable?keyword=${name}`);
      await slowedBy(page, rate);
      for (const delay of DELAYS) {
        await page.getByRole('row', { name }).getByRole('link').first().click();
        const value = page.getByRole('dialog').getByLabel('Value');
        await value.fill('');
        await page.keyboard.type(`after ${delay} m`);
        // A key that is held so long.
        await page.keyboard.press('s', { delay });
        const sent = stored(page, String(id));
        await page.keyboard.press('Control+s');
        expect((await sent)['value']).toBe(`after ${delay} ms`);
        await expect(page.getByRole('dialog')).toBeHidden();
      }
      await remove(rest, 'variables', name);
    });

    test('an item that moves, or becomes of another type, keeps what was just typed', async ({
      page,
      signIn,
      baseURL,
    }) => {
      const rest = await restAs(baseURL ?? '', 'chatbot.admin');
      const name = `quick_${Date.now()}`;
      const { id } = await rest.create('templates', {
        ...{ name, platform: 'multi' },
        messages: [
          { type: 'text', text: 'One' },
          { type: 'flex', altText: 'Two', contents: { type: 'bubble' } },
        ],
      });
      await signIn('chatbot.admin', `/chatbot/template/editor/${String(id)}`);
      await slowedBy(page, rate);
      const text = page.getByRole('textbox', { name: 'Text', exact: true });
      await expect(text).toHaveValue('One');
      for (const [at, delay] of DELAYS.entries()) {
        await text.fill(`Typed ${delay} m`);
        await page.keyboard.press('End');
        await page.keyboard.press('s', { delay });
        await page
          .getByRole('button', { name: at % 2 === 0 ? 'Move down message 1' : 'Move up message 2' })
          .click();
        await expect(text).toHaveValue(`Typed ${delay} ms`);
      }
      const sent = stored(page, String(id));
      await page.keyboard.press('Control+s');
      expect((await sent)['messages']).toMatchObject([{ type: 'flex' }, { text: 'Typed 600 ms' }]);

      await page.goto(`/chatbot/template/editor/${String(id)}`);
      const type = page.getByRole('combobox', { name: 'Type of message' });
      const alt = page.getByLabel('Alt text');
      for (const [at, delay] of DELAYS.entries()) {
        await alt.fill(`Said ${delay} m`);
        await page.keyboard.press('End');
        await page.keyboard.press('s', { delay });
        await type.click();
        await page.getByRole('option', { name: at % 2 === 0 ? /^Option/ : /^Flex/ }).click();
        await expect(alt).toHaveValue(`Said ${delay} ms`);
      }
      await remove(rest, 'templates', name);
    });
  });
}

/** Counts the clicks of the mouse from now on. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.body.dataset['clicks'] = '0';
    addEventListener(
      'click',
      ({ detail }) => {
        const { dataset } = document.body;
        if (detail > 0) dataset['clicks'] = String(Number(dataset['clicks']) + 1);
      },
      true,
    );
  });
  return async () => Number(await page.locator('body').getAttribute('data-clicks'));
}

test.describe('from the menu to what is stored', () => {
  test('a template of a text with a button takes six clicks', async ({ page, signIn, baseURL }) => {
    await signIn('chatbot.admin', '/chatbot/bot-variable');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    const clicks = await countClicks(page);
    await page.getByRole('link', { name: 'Template', exact: true }).click();
    await page.getByRole('link', { name: 'Create', exact: true }).click();
    await expect(page.getByLabel('Name')).toBeFocused();
    const name = `six_${Date.now()}`;
    await page.keyboard.type(name);
    await page.getByRole('button', { name: 'Add message' }).click();
    await page.getByRole('menuitem', { name: /^Option/ }).click();
    await page.getByLabel('Alt text').focus();
    await page.keyboard.type('Choose');
    await page.getByRole('textbox', { name: 'Text', exact: true }).focus();
    await page.keyboard.type('Shall we?');
    const label = page.getByRole('textbox', { name: 'Label' });
    if ((await label.count()) === 0) await page.getByRole('button', { name: 'Add action' }).click();
    await label.focus();
    await page.keyboard.type('Yes');
    await page.getByRole('textbox', { name: 'Message' }).focus();
    await page.keyboard.type('Yes, we shall');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByText('Template created')).toBeVisible();
    expect(await clicks()).toBeLessThanOrEqual(6);
    await remove(await restAs(baseURL ?? '', 'chatbot.admin'), 'templates', name);
  });

  test('an entity with three options takes five clicks', async ({ page, signIn, baseURL }) => {
    await signIn('chatbot.admin', '/chatbot/bot-variable');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    const clicks = await countClicks(page);
    await page.getByRole('link', { name: 'Entity', exact: true }).click();
    await page.getByRole('link', { name: 'Create', exact: true }).click();
    await expect(page.getByLabel('Name').first()).toBeFocused();
    const name = `five_${Date.now()}`;
    await page.keyboard.type(name);
    const options = page.getByRole('textbox', { name: 'Value', exact: true });
    // It begins with one option.
    await options.first().click();
    for (const at of [1, 2, 3]) {
      await expect(options.nth(at - 1)).toBeFocused();
      await page.keyboard.type(`option ${at}`);
      if (at < 3) await page.keyboard.press('Enter');
    }
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByText('Entity created')).toBeVisible();
    expect(await clicks()).toBeLessThanOrEqual(5);
    await remove(await restAs(baseURL ?? '', 'chatbot.admin'), 'entities', name);
  });

  test('an invited member takes five clicks', async ({ page, signIn, baseURL }) => {
    await signIn('cim.admin', '/channel-management');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    const clicks = await countClicks(page);
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByRole('link', { name: 'Create', exact: true }).click();
    const name = `quick${Date.now()}`;
    await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
    for (const [label, text] of [
      ['Name', 'Quick'],
      ['Username', name],
      ['E-mail', `${name}@demo.example`],
    ] as const) {
      await page.getByLabel(label, { exact: true }).focus();
      await page.keyboard.type(text);
    }
    await page.locator('main').getByRole('combobox', { name: 'Chatbot' }).click();
    await page.getByRole('option', { name: /^Editor/ }).click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Temporary password' })).toBeVisible();
    expect(await clicks()).toBeLessThanOrEqual(5);
    // The page asks where the new member is used, and would be told that there is none.
    await page.goto('about:blank');
    await remove(await restAs(baseURL ?? '', 'cim.admin'), 'members', name);
  });
});
