import { expect, test } from './support/fixtures.ts';
import { restAs } from './support/rest.ts';

test('a visitor talks to the demo’s bot in the web chat, and is found in the console', async ({
  page,
  signIn,
  baseURL,
  problems,
  expectAccessible,
}) => {
  // Pictures of the demo are nowhere.
  problems.allow(/siam-lifestyle\.example/, /ERR_FAILED/);
  const owner = await restAs(baseURL ?? '', 'owner');
  const { json } = await owner.call('GET', 'channels?name=Website chat');
  const [channel] = json as { id: string }[];
  const log = page.getByRole('log', { name: 'Conversation' });
  const write = page.getByRole('textbox', { name: 'Write a message' });
  const say = async (text: string) => {
    await write.fill(text);
    await write.press('Enter');
  };

  await test.step('on its own page: words, a quick reply, a tap on a card', async () => {
    await page.goto(`/webchat/${channel?.id}`);
    await expect(page.getByRole('heading', { name: 'Website chat' })).toBeVisible();
    await say('hello');
    await page
      .getByRole('group', { name: 'Suggested answers' })
      .getByRole('button', { name: 'Stores' })
      .click();
    await expect(log.getByText('Where are your stores?')).toBeVisible();
    await expect(log.getByRole('group', { name: 'Our stores' }).getByText('Siam Square')).toBeVisible();
    await say('how much is the silk dress');
    await log.getByRole('button', { name: 'Ask' }).first().click();
    await expect(log.getByText('Tell me about dresses')).toBeVisible();
    await expect(page.getByText('Writing…')).toHaveCount(0);
    await expectAccessible();
  });

  await test.step('it is there again after a reload', async () => {
    await page.reload();
    await expect(log.getByText('Tell me about dresses')).toBeVisible();
    await expect(log.getByText('hello', { exact: true })).toHaveCount(1);
  });

  await test.step('in the corner of somebody’s page it leaves the page as it is', async () => {
    await page.route('**/shop.html', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="th"><title>Shop</title><style>button{font-size:40px;color:red}</style>
          <main><h1>Shop</h1><button>Buy</button></main>
          <script src="/webchat.js" data-channel="${channel?.id}" async></script></html>`,
      }),
    );
    await page.goto('/shop.html');
    const launcher = page.getByRole('button', { name: /เปิดแชท/ });
    await launcher.click();
    const panel = page.getByRole('dialog', { name: 'Website chat' });
    // The conversation of the site's other page.
    await expect(panel.getByText('Tell me about dresses')).toBeVisible();
    await expect(panel.getByRole('button', { name: 'ส่ง', exact: true })).toHaveCSS('font-size', '15px');
    await expect(page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(launcher).toBeFocused();
    await page.setViewportSize({ width: 390, height: 800 });
    await launcher.click();
    expect(await panel.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 800 });
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('the person stands in the audience', async () => {
    await signIn('owner', '/audience');
    await expect(page.getByRole('row', { name: /Visitor/ }).first()).toContainText('Website chat');
  });
});
