import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { restAs } from './support/rest.ts';

const EDITOR = '/chatbot/template/editor';
const contents = (page: Page) => page.getByRole('textbox', { name: 'Contents' });
const offered = (page: Page) => page.getByRole('listbox', { name: 'Completions' });
const outline = (page: Page) => page.getByRole('tree', { name: 'Outline' });

async function openFlex(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Add message' }).click();
  await page.getByRole('menuitem', { name: /^Flex/ }).click();
  await page.getByRole('textbox', { name: 'Alt text' }).fill('A card');
  await contents(page).click();
}

test('a Flex message is typed with what is offered, drawn, saved and undone', async ({
  page,
  signIn,
  baseURL,
  expectAccessible,
}) => {
  const name = `typed_flex_${Date.now()}`;
  const rest = await restAs(baseURL ?? '', 'chatbot.admin');
  await signIn('chatbot.admin', EDITOR);
  await openFlex(page, name);
  await expect(page.getByRole('list', { name: 'Start from' }).getByRole('button')).toHaveCount(5);
  await expectAccessible('light', 'dark');
  await page.keyboard.press('Control+Space');
  await expect(offered(page).getByRole('option')).toHaveText(['bubble', 'carousel']);
  await offered(page).getByRole('option', { name: 'bubble' }).click();
  await expect(contents(page)).toContainText('"type": "bubble"');
  await page.keyboard.type('"bod');
  await offered(page).getByRole('option', { name: 'body' }).click();
  await expect(contents(page)).toContainText('"layout": "vertical"');
  await offered(page).getByRole('option', { name: 'vertical' }).click();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+Space');
  await offered(page).getByRole('option', { name: 'text', exact: true }).click();
  await page.keyboard.type('Good morning');
  const phone = page.getByRole('complementary');
  await expect(phone.getByText('Good morning')).toBeVisible();
  await expect(outline(page).getByRole('treeitem')).toHaveText([
    'bubble',
    'body vertical',
    'text Good morning',
  ]);
  await expect(outline(page).getByRole('treeitem', { selected: true })).toHaveText('text Good morning');
  await expectAccessible('light', 'dark');

  await page.keyboard.press('Control+z');
  await expect(contents(page)).not.toContainText('Good morning');
  await page.keyboard.press('Control+y');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/created$/)).toBeVisible();
  const { json } = await rest.call('GET', `templates?keyword=${name}`);
  const [template] = json as { id: string; messages: unknown }[];
  expect(template?.messages).toEqual([
    {
      type: 'flex',
      altText: 'A card',
      contents: {
        type: 'bubble',
        body: { type: 'box', layout: 'vertical', contents: [{ type: 'text', text: 'Good morning' }] },
      },
    },
  ]);
  await rest.call('DELETE', `templates/${template?.id}`);
});

test('what is wrong in a Flex message is marked at its line, and nothing typed is lost by it', async ({
  page,
  signIn,
}) => {
  await signIn('chatbot.admin', EDITOR);
  await openFlex(page, `wrong_flex_${Date.now()}`);
  await contents(page).fill(
    '{"type": "bubble", "body": {"type": "box", "layout": "vertcal", "contents": []}}',
  );
  await expect(page.locator('.cm-lintRange-error')).toHaveText('"layout": "vertcal"');
  await page.getByRole('button', { name: 'Format' }).click();
  await page.getByRole('textbox', { name: 'Alt text' }).click();
  await expect(contents(page)).toHaveAccessibleDescription(
    /Line 5, .*body\.layout: is "vertcal"; did you mean "vertical"\?/,
  );

  await contents(page).press('Control+End');
  await page.keyboard.type(' oops');
  await page.getByRole('button', { name: 'Add message' }).click();
  await page.getByRole('menuitem', { name: /^Text/ }).click();
  await page.getByRole('button', { name: /^A card/ }).click();
  await expect(contents(page)).toContainText('} oops');
  await expect(page.locator('.cm-lintRange-error')).toHaveText('oops');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText(/This is not valid JSON: line 8/).first()).toBeVisible();
});

test('the outline selects a part’s lines, by pointer and by keys', async ({ page, signIn, baseURL }) => {
  const rest = await restAs(baseURL ?? '', 'chatbot.admin');
  const { json } = await rest.call('GET', 'templates?keyword=boarding');
  await signIn(
    'chatbot.admin',
    `${EDITOR}/${(json as { id: string; name: string }[]).find(({ name }) => name === 'boarding')?.id}`,
  );
  const parts = outline(page).getByRole('treeitem');
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  await expect(parts.first()).toHaveText('bubble');
  await parts.filter({ hasText: '1,245' }).click();
  const selected = () => page.evaluate(() => String(getSelection()).replaceAll(/\s+/g, ' '));
  await expect.poll(selected).toBe('{ "type": "text", "text": "1,245", "flex": 2, "align": "end" }');
  await expect(contents(page)).toBeFocused();
  await parts.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect(parts).toHaveText(['bubble', 'body vertical']);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(contents(page)).toBeFocused();
  await expect.poll(selected).toContain('"text": "Gold"');
});

test('texts and links of a Flex message are typed without its code', async ({
  page,
  signIn,
  baseURL,
  expectAccessible,
}) => {
  const rest = await restAs(baseURL ?? '', 'chatbot.admin');
  const { json } = await rest.call('GET', 'templates?keyword=boarding');
  const found = (json as { id: string; name: string }[]).find(({ name }) => name === 'boarding');
  await signIn('chatbot.admin', `${EDITOR}/${found?.id}`);
  await expect(page.getByRole('textbox', { name: 'Text 3' })).toHaveValue('1,245');
  await expectAccessible('light', 'dark');
  await page.getByRole('textbox', { name: 'Text 3' }).fill('2,000');
  await expect(page.getByRole('complementary').getByText('2,000')).toBeVisible();
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  await expect(contents(page)).toContainText('"text": "2,000"');
});

test('variables are offered in a Flex message, and Escape and Tab leave it', async ({ page, signIn }) => {
  await signIn('chatbot.admin', EDITOR);
  await openFlex(page, `filled_flex_${Date.now()}`);
  await contents(page).fill('{"type": "bubble"}');
  await contents(page).press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(', "note": "{{');
  const option = offered(page).getByRole('option').first();
  await expect(option).toBeVisible();
  const name = (await option.locator('.cm-completionLabel').textContent()) ?? '';
  await option.click();
  await expect(contents(page)).toContainText(`"note": "{{${name}}}"`);
  await expect(page.locator('.cm-variable')).toHaveText(`{{${name}}}`);
  await expect(offered(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(contents(page)).not.toBeFocused();
});

test('what somebody else saves is shown in the code, and is not undone with one’s own keys', async ({
  page,
  signIn,
  baseURL,
}) => {
  const rest = await restAs(baseURL ?? '', 'chatbot.admin');
  const card = (text: string) => ({
    ...{ name: `live_flex_${Date.now()}`, platform: 'LINE', tags: [] },
    messages: [
      {
        type: 'flex',
        altText: 'A card',
        contents: {
          type: 'bubble',
          body: { type: 'box', layout: 'vertical', contents: [{ type: 'text', text }] },
        },
      },
    ],
  });
  const { json } = await rest.call('POST', 'templates', card('Gold'));
  const template = json as { id: string; name: string };
  await signIn('chatbot.admin', `${EDITOR}/${template.id}`);
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  await expect(contents(page)).toContainText('"text": "Gold"');
  await rest.call('PUT', `templates/${template.id}`, { ...template, messages: card('Silver').messages });
  await expect(contents(page)).toContainText('"text": "Silver"');
  await contents(page).click();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await expect(contents(page)).toContainText('"text": "Silver"');
  await rest.call('DELETE', `templates/${template.id}`);
});
