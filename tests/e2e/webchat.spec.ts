import { expect, test } from './support/fixtures.ts';
import { restAs } from './support/rest.ts';
import { conversationLog, sendMessage, openVisitor, webchatOf } from './support/visitor.ts';

test('a visitor talks to the demo’s bot in the web chat, and is found in the console', async ({
  page,
  signIn,
  baseURL,
  problems,
  expectAccessible,
}) => {
  // Its film is nowhere.
  problems.allow(/siam-lifestyle\.example/, /ERR_FAILED/);
  const owner = await restAs(baseURL ?? '', 'owner');
  const { id, address, log, say } = await openVisitor(page, owner);

  await test.step('on its own page: words, a quick reply, a tap on a card', async () => {
    await page.goto(address);
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
          <script src="/webchat.js" data-channel="${id}" async></script></html>`,
      }),
    );
    await page.goto('/shop.html');
    const launcher = page.getByRole('button', { name: /เปิดแชต/ });
    await launcher.click();
    const panel = page.getByRole('dialog', { name: 'Website chat' });
    // The conversation of the site's other page.
    await expect(panel.getByText('Tell me about dresses')).toBeVisible();
    await expect(panel.getByRole('button', { name: 'ส่ง', exact: true })).toHaveCSS('font-size', '15px');
    await expect(page.getByRole('textbox', { name: 'เขียนข้อความ' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(launcher).toBeFocused();
    await page.setViewportSize({ width: 390, height: 800 });
    await launcher.click();
    await expect.poll(() => panel.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 800 });
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('the person stands in the audience', async () => {
    await signIn('owner', '/audience');
    await expect(page.getByRole('row', { name: /Visitor/ }).first()).toContainText('Website chat');
  });
});

test('two tabs share one conversation: offline, closed, opened again and expired, nothing is lost or sent twice', async ({
  browser,
  baseURL,
}) => {
  const owner = await restAs(baseURL ?? '', 'owner');
  const address = `${baseURL}/webchat/${await webchatOf(owner)}`;
  const context = await browser.newContext();
  const open = async () => {
    const tab = await context.newPage();
    await tab.goto(address);
    return tab;
  };
  type Tab = Awaited<ReturnType<typeof open>>;
  const own = (tab: Tab, text: string) =>
    conversationLog(tab).locator('.own').getByText(text, { exact: true });
  const say = async (tab: Tab, text: string) => {
    await sendMessage(tab, text);
    await expect(own(tab, text)).toBeVisible();
  };
  const tokenIn = (tab: Tab) =>
    tab.evaluate(() => {
      const [key = ''] = Object.keys(localStorage).filter((name) => /^webchat:[\w-]+$/.test(name));
      return (JSON.parse(localStorage.getItem(key) ?? '{}') as { token?: string }).token;
    });
  const expectAll = async (tab: Tab, ...texts: string[]) => {
    for (const text of texts) await expect(own(tab, text)).toHaveCount(1);
    await expect(tab.locator('.waiting')).toHaveCount(0);
  };

  await test.step('opened together for the first time they are one person', async () => {
    const began: string[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/sessions')) began.push(request.url());
    });
    const tabs = await Promise.all([open(), open()]);
    await Promise.all(tabs.map((tab, at) => say(tab, `from tab ${at}`)));
    for (const tab of tabs) await expectAll(tab, 'from tab 0', 'from tab 1');
    expect(began).toHaveLength(1);
    for (const tab of tabs) await tab.close();
  });

  await test.step('what both say without a connection is sent once they are opened again', async () => {
    const [one, other] = [await open(), await open()];
    for (const tab of [one, other]) await expectAll(tab, 'from tab 0', 'from tab 1');
    await context.route('**/api/v1/webchat/**', (route) => route.abort('internetdisconnected'));
    await say(one, 'offline one');
    await say(other, 'offline two');
    await say(one, 'offline three');
    await expect(one.getByText('No connection. Your message is kept and sent later.')).toBeVisible();
    await expect(own(other, 'offline three')).toBeVisible();
    await one.close();
    await other.close();
    await context.unroute('**/api/v1/webchat/**');
    const again = await open();
    await expectAll(again, 'offline one', 'offline two', 'offline three');
    await again.reload();
    await expectAll(again, 'from tab 0', 'from tab 1', 'offline one', 'offline two', 'offline three');
    await again.close();
  });

  await test.step('once the conversation is over both go on in the same new one, and say so', async () => {
    const [one, other] = [await open(), await open()];
    for (const tab of [one, other]) await expectAll(tab, 'offline three');
    const before = await tokenIn(one);
    await context.route('**/api/v1/webchat/**', (route) =>
      route.request().headers()['authorization'] === `Bearer ${before}`
        ? route.fulfill({ status: 401, json: { code: 'UNAUTHENTICATED', message: 'Sign in' } })
        : route.continue(),
    );
    await say(one, 'a new beginning');
    for (const tab of [one, other]) {
      await expectAll(tab, 'a new beginning', 'offline three');
      await expect(tab.getByText('The earlier conversation has ended. A new one starts here.')).toBeVisible();
    }
    await expect.poll(() => tokenIn(other)).not.toBe(before);
    await context.unroute('**/api/v1/webchat/**');
    await one.reload();
    await expectAll(one, 'a new beginning');
  });
  await context.close();
});
