import type { Locator } from '@playwright/test';
import { waitForAnimations } from '../../scripts/lib/waitForAnimations.ts';
import { expect, test } from './support/fixtures.ts';

test.describe('at 1024 pixels', () => {
  test.use({ viewport: { width: 1024, height: 600 } });

  test('only the list scrolls, with its menus in reach; an error that appears moves nothing', async ({
    page,
    signIn,
  }) => {
    // Whose menu is short: a long one scrolls too.
    await signIn('cim.admin', '/members');
    await expect(page.getByRole('row').nth(5)).toBeVisible();
    const scrollers = () =>
      page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('*')]
          .filter(
            (element) =>
              element.scrollHeight > element.clientHeight + 1 &&
              (element === document.documentElement ||
                /auto|scroll/.test(getComputedStyle(element).overflowY)),
          )
          .map((element) => element.querySelector('table') !== null),
      );
    await expect.poll(scrollers).toEqual([true]);
    await page.getByRole('row').nth(3).hover();
    const menu = page
      .getByRole('row')
      .nth(3)
      .getByRole('button', { name: /^Actions for/ });
    await expect(menu).toBeInViewport({ ratio: 1 });
    await menu.click();
    await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');

    await page.goto('/members/teams/create');
    const dialog = page.getByRole('dialog');
    const next = dialog.getByLabel('Department');
    await dialog.getByLabel('Team name').fill('x');
    await page.evaluate(waitForAnimations);
    const before = await next.boundingBox();
    await dialog.getByLabel('Team name').fill('');
    await next.focus();
    await expect(dialog.getByText('Team name is required')).toBeVisible();
    await page.evaluate(waitForAnimations);
    expect(await next.boundingBox()).toEqual(before);
  });

  test('the tabs of a list come to rest, however many have room', async ({ page, signIn }) => {
    await signIn('owner', '/campaign/broadcast?keyword=nothing+is+called+so');
    await expect(page.getByText('No broadcasts found')).toBeVisible();
    for (let width = 960; width <= 1080; width += 6) {
      await page.setViewportSize({ width, height: 600 });
      // The first frames may lay out anew, the later ones alike.
      const looks = () =>
        page.evaluate(async () => {
          const seen = new Set<string>();
          for (let frame = 0; frame < 8; frame++) {
            await new Promise(requestAnimationFrame);
            const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')];
            seen.add(tabs.map(({ style }) => style.visibility).join());
          }
          return seen.size;
        });
      await expect.poll(looks, { message: `at ${width} pixels` }).toBe(1);
    }
  });

  test('a table has the columns that there is room for, and all of them where they were chosen', async ({
    page,
    signIn,
  }) => {
    await signIn('owner', '/chatbot/chatlogic');
    const table = page.getByRole('table');
    await expect(table.getByRole('switch').first()).toBeInViewport({ ratio: 1 });
    await expect(table.getByRole('columnheader', { name: 'Then' })).toHaveCount(0);
    const overflow = () =>
      page.locator('[data-rows]').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    await expect.poll(overflow).toBe(0);
    await page.goto('/chatbot/chatlogic?_columns=order,name,when,then,active');
    await expect(table.getByRole('columnheader', { name: 'Then' })).toBeAttached();
    await expect.poll(overflow).toBeGreaterThan(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/chatbot/chatlogic');
    await expect(table.getByRole('columnheader', { name: 'Then' })).toBeInViewport({ ratio: 1 });
  });

  test('the handle of the panels lies beside the menu, not over it', async ({ page, signIn }) => {
    await signIn('owner', '/chatbot/entity/create');
    const handle = await page.getByRole('button', { name: 'Try it' }).boundingBox();
    const sheet = await page.getByRole('main').boundingBox();
    expect(handle?.x).toBeGreaterThanOrEqual(sheet?.x ?? 1024);
  });

  test('on a phone the handle of the panels stands in the bar of the buttons, at their left', async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width: 560, height: 1000 });
    await signIn('owner', '/chatbot/mapper');
    for (const open of ['/chatbot/entity/create', undefined]) {
      if (open) await page.goto(open);
      else {
        await page.goto('/chatbot/mapper');
        await page
          .getByRole('main')
          .getByRole('link', { name: /ask_price/ })
          .first()
          .click();
      }
      const handle = page.getByRole('button', { name: open ? 'Try it' : 'Preview' });
      await expect(handle).toBeVisible();
      const save = page.getByRole('button', { name: open ? 'Create' : 'Save' }).last();
      await expect(save).toBeInViewport({ ratio: 1 });
      const { x = 0, y = 0, width = 0, height = 0 } = (await handle.boundingBox()) ?? {};
      const button = await save.boundingBox();
      expect(button?.x).toBeGreaterThanOrEqual(x + width);
      expect(Math.abs((button?.y ?? 0) + (button?.height ?? 0) / 2 - (y + height / 2))).toBeLessThan(2);
    }
  });

  test('rows reserve one line for an error; a longer one moves nothing', async ({ page, signIn }) => {
    await signIn('owner', '/chatbot/template/editor');
    await page.getByRole('button', { name: 'Add message' }).click();
    await page.getByRole('menuitem', { name: /^Option/ }).click();
    const actions = page.getByRole('group', { name: 'Actions' });
    const label = actions.getByRole('textbox', { name: 'Label' });
    const message = actions.getByRole('textbox', { name: 'Message' });
    const below = async () =>
      ((await message.boundingBox())?.y ?? 0) - ((await label.boundingBox())?.y ?? 999);
    await expect.poll(below).toBe(0);
    await label.fill('longer than any label may be');
    await label.blur();
    await expect(label).toHaveAttribute('aria-invalid', 'true');
    await expect.poll(below).toBe(0);
  });
});

/** Where the inputs and buttons stand that are seen, from top to bottom. */
const places = (within: Locator): Promise<number[]> =>
  within.evaluate((whole) =>
    [...whole.querySelectorAll('input, textarea, button, [role=combobox]')]
      .filter((one) => one.checkVisibility())
      .map((one) => Math.round(one.getBoundingClientRect().top - whole.getBoundingClientRect().top)),
  );

for (const width of [390, 1440]) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 1600 } });

    test('errors of one line or more, with and without help, move nothing', async ({ page, signIn }) => {
      const cases: [path: string, added: string | undefined, inputs: [label: string, wrong: string][]][] = [
        [
          '/bot-setting',
          undefined,
          [
            ['Global delay', ''],
            ['Confidence threshold', '7'],
          ],
        ],
        [
          '/members/create',
          undefined,
          [
            ['Username', 'Not right'],
            ['Phone', '12'],
          ],
        ],
        ['/chatbot/template/editor', undefined, [['Name', 'x'.repeat(101)]]],
        ['/chatbot/entity/create', undefined, [['Name', 'not right']]],
        ['/campaign/chatads/editor', undefined, [['Topic name', '']]],
      ];
      await signIn('owner');
      for (const [path, added, inputs] of cases) {
        await page.goto(path);
        // What is fetched to be offered below has come.
        await page.waitForLoadState('networkidle');
        const form = page.locator('form').filter({ visible: true }).first();
        await expect(form).toBeVisible();
        // The handle of the panels comes into the bar with their code.
        const dock = form.locator('[data-dock]');
        if ((await dock.count()) > 0) await expect(dock.getByRole('button')).toBeVisible();
        if (added !== undefined) await form.getByRole('button', { name: added }).click();
        for (const [label, wrong] of inputs) {
          const input = page.getByRole('main').getByRole('textbox', { name: label, exact: true }).first();
          await input.fill('1');
          const before = await places(form);
          await input.fill(wrong);
          await input.blur();
          await expect(input).toHaveAttribute('aria-invalid', 'true');
          await page.evaluate(waitForAnimations);
          expect(await places(form), `${path} ${label}`).toEqual(before);
        }
      }
    });

    test('an error of the services that is longer than any of the field moves nothing', async ({
      page,
      signIn,
      problems,
    }) => {
      problems.allow(/422/);
      const said = 'This name is kept for another team of the workspace until it is given back. '.repeat(3);
      await page.route('**/api/v1/teams', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({
              status: 422,
              json: { code: 'INVALID', message: 'Please check', fields: { '/name': said.trim() } },
            })
          : route.fallback(),
      );
      await signIn('owner', '/members/teams/create');
      const dialog = page.getByRole('dialog');
      const name = dialog.getByLabel('Team name');
      const department = dialog.getByLabel('Department');
      const between = async (): Promise<number> =>
        ((await department.boundingBox())?.y ?? 0) - ((await name.boundingBox())?.y ?? 0);
      await name.fill('Kept');
      await page.evaluate(waitForAnimations);
      const before = await between();
      await dialog.getByRole('button', { name: 'Create' }).click();
      await expect(dialog.locator('p', { hasText: said.trim() })).toBeVisible();
      await page.evaluate(waitForAnimations);
      expect(await between()).toBe(before);
      await name.press('x');
      await expect(dialog.locator('p', { hasText: said.trim() })).toBeHidden();
      await page.evaluate(waitForAnimations);
      expect(await between()).toBe(before);
    });

    test('what is wrong with the messages as a whole stands below them, and moves nothing', async ({
      page,
      signIn,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await signIn('owner', '/chatbot/template/editor');
      await page.getByLabel('Name').fill(`bare_${Date.now()}`);
      const messages = page.getByRole('group', { name: 'Messages' });
      for (const name of ['Add the first message', 'Start from a template'])
        await expect(messages.getByRole('heading', { name })).toBeVisible();
      const before = await places(messages);
      await page.keyboard.press('Control+s');
      const fault = messages.getByRole('alert');
      await expect(fault).toHaveText('Please check completeness');
      await page.evaluate(waitForAnimations);
      expect(await places(messages)).toEqual(before);
      const isSeen = await fault.evaluate((said) => {
        const { left, top, right, bottom } = said.getBoundingClientRect();
        const sheet = document.querySelector('main')?.getBoundingClientRect().left ?? 0;
        const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return { isOnTop: shown === said, isIndented: left >= sheet + 16 };
      });
      expect(isSeen).toEqual({ isOnTop: true, isIndented: true });
    });
  });
}

test.describe('at 1920 pixels', () => {
  test.use({ viewport: { width: 1920, height: 600 } });

  test('a page of settings has no blank head, saves in it once something changed, and its panel fills the sheet', async ({
    page,
    signIn,
  }) => {
    await signIn('owner', '/bot-setting');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await expect(page.getByRole('complementary', { name: 'Threshold' })).toBeVisible();
    const ends = await page.evaluate(() => {
      const edges = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      const sheet = edges('main');
      return {
        isToEdge: Math.abs((sheet?.right ?? 0) - (edges('main aside')?.right ?? 0)) <= 16,
        head: Math.round((edges('h1')?.top ?? 999) - (sheet?.top ?? 0)) < 24,
      };
    });
    expect(ends).toEqual({ isToEdge: true, head: true });
    await page
      .getByRole('spinbutton', { name: 'Global delay' })
      .or(page.getByLabel('Global delay'))
      .first()
      .fill('2');
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeEnabled();
    await expect(save).toBeInViewport();
  });
});

test('a text is as high as its lines with what follows below it, and on a phone as wide as the screen', async ({
  page,
  signIn,
}) => {
  await signIn('owner', '/chatbot/template/editor');
  await page.getByRole('button', { name: 'Add message' }).click();
  await page.getByRole('menuitem', { name: /^Text/ }).click();
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  const heights: number[] = [];
  for (const lines of [1, 6, 60, 2]) {
    await text.fill(Array.from({ length: lines }, (_, at) => `line ${at}`).join('\n'));
    // At one moment: what was typed is scrolled into view.
    const { y, height, below } = await text.evaluate(async (area) => {
      // Once a frame is painted, the box has followed.
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
      const box = area.getBoundingClientRect();
      const said = area.closest('[data-field]')?.querySelector('[data-said]');
      return { y: box.y, height: box.height, below: said?.getBoundingClientRect().top ?? 0 };
    });
    expect(below).toBeGreaterThanOrEqual(y + height - 4);
    expect(below).toBeLessThan(y + height + 12);
    heights.push(height);
  }
  expect(heights).toEqual([104, 138, 360, 104]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => text.boundingBox()).toMatchObject({ x: 16, width: 358 });
});

test('beside the guide a record has its zones below each other, and each its room', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn('owner', '/audience');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  const tabs = page.getByRole('tabpanel');
  await expect(tabs).toBeVisible();
  await page.getByRole('button', { name: 'Guide' }).click();
  await expect(page.getByRole('heading', { name: 'Guide' }).first()).toBeVisible();
  await expect.poll(async () => (await tabs.boundingBox())?.width).toBeGreaterThan(400);
});

test('the way back from a record leads to its list as it was left', async ({ page, signIn }) => {
  await signIn('owner', '/audience?followState=following&sort=displayName');
  await page.getByRole('row').nth(2).getByRole('link').first().click();
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').click();
  await expect(page).toHaveURL(/followState=following&sort=displayName/);
});

test('a narrow menu has all its entries in sight in a window of 900 pixels', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn('owner', '/chatbot/template/editor');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Users' })).toBeInViewport({ ratio: 1 });
  await expect(menu.getByRole('link', { name: 'Message template' })).toBeInViewport({ ratio: 1 });
});

test('a date with its time is not cut on a phone', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('owner', '/campaign/broadcast/editor');
  await page.getByRole('button', { name: 'Custom' }).click();
  const time = page.getByRole('textbox', { name: 'Time' });
  await expect(time).toHaveValue(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
  await expect
    .poll(() => time.evaluate((input) => input.scrollWidth - input.clientWidth))
    .toBeLessThanOrEqual(0);
});

test('a phone’s row of a broadcast that was sent says how many got it, beside others its state first', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('owner', '/campaign/broadcast?status=executed');
  const row = page.getByRole('article').filter({ hasText: 'Payday offers' });
  await expect(row).toContainText(/[\d,]+ sent ?[\d,]+ failed/);
  await page.goto('/campaign/broadcast?status=executed&status=failed');
  await expect(row).toContainText(/Executed ?[\d,]+ sent/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('every screen has one head: the menu or the way back, and the whole title on one line', async ({
    page,
    signIn,
  }) => {
    await signIn('owner');
    const first = (path: string) => async (): Promise<void> => {
      await page.goto(path);
      await page.getByRole('article').getByRole('link').first().click();
    };
    const screens: [name: string, open: () => Promise<unknown>][] = [
      ['a list', () => page.goto('/campaign/broadcast')],
      ['a page of figures', () => page.goto('/dashboard/overview')],
      ['settings', () => page.goto('/bot-setting')],
      ['a panel beside a list', () => page.goto('/chatbot/intent/quality')],
      ['a record', first('/audience')],
      ['a record that stands beside its list elsewhere', first('/chatbot/mapper')],
      ['a form with its name in the head', first('/chatbot/chatlogic')],
      ['a form with a line of fields', first('/campaign/template')],
      ['a new record', () => page.goto('/campaign/segment/create')],
    ];
    for (const [name, open] of screens) {
      await open();
      // A name that is edited is an input in its place.
      const shown = page
        .locator('[data-page-head], main[data-own-head] header')
        .locator('h1, [data-place=title] input')
        .filter({ visible: true });
      await expect(shown.first()).toBeVisible();
      await expect
        .poll(
          () =>
            shown.last().evaluate((element) => {
              const { left, top, bottom } = element.getBoundingClientRect();
              const before = ['[aria-label=Menu]', '[aria-label=Breadcrumbs] svg']
                .map((name) => document.querySelector(name)?.getBoundingClientRect())
                .filter((box) => box !== undefined && box.width > 0);
              return {
                before: before.length,
                left: left + parseFloat(getComputedStyle(element).paddingLeft),
                isOnLine: before.every(
                  (box) => Math.abs((box?.top ?? 0) + (box?.bottom ?? 0) - top - bottom) <= 4,
                ),
                isWhole:
                  element.scrollWidth <= element.clientWidth &&
                  element.scrollHeight <= element.clientHeight + 1,
              };
            }),
          { message: name },
        )
        .toEqual({ before: 1, left: 48, isOnLine: true, isWhole: true });
    }
  });

  test('what stands in a line first begins where all else does', async ({ page, signIn }) => {
    await signIn('owner');
    for (const [path, name, ready] of [
      ['/chatbot/entity', /branch/, 'Add option'],
      ['/chatbot/template', /whole_story/, 'Add to this message'],
      ['/campaign/chatads', /Songkran/, 'Add bot message'],
      ['/richmenu', /New year 2027/, 'Design guide'],
      ['/campaign/segment', /Gold and above/, 'Add condition'],
      ['/audience?followState=following', undefined, 'Create a segment from this filter'],
      ['/dashboard/overview', undefined, /All sources/],
    ] as const) {
      await page.goto(path);
      if (name) await page.getByRole('article').getByRole('link', { name }).first().click();
      const last = page
        .getByRole('main')
        .getByRole(path.startsWith('/audience') ? 'link' : 'button', { name: ready });
      await expect(last.first()).toBeVisible();
      await expect.poll(() => page.evaluate(besideEdge), { message: path }).toEqual([]);
    }
  });

  test('choices end where inputs do, examples stand before them, and a strip ends in the card that adds', async ({
    page,
    signIn,
  }) => {
    await signIn('owner', '/chatbot/entity/create');
    const format = page.getByRole('group', { name: 'Format' });
    const value = page.getByRole('textbox', { name: 'Value' });
    await expect(value).toBeVisible();
    const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const endOf = async (part: Locator): Promise<number> => {
      const { x, width } = await boxOf(part);
      return Math.round(x + width);
    };
    expect(await endOf(format)).toBe(374);
    expect(await endOf(value)).toBe(374);
    const example = page.getByRole('button', { name: 'Sizes' });
    expect((await boxOf(example)).y).toBeLessThan((await boxOf(format)).y);
    await example.click();
    await expect(value.or(page.getByText('Small')).first()).toBeVisible();
    await expect(example).toBeDisabled();
    await page.goto('/campaign/template');
    await page
      .getByRole('article')
      .getByRole('link', { name: /survey/ })
      .first()
      .click();
    const card = page.getByRole('button', { name: /Your order/ });
    const add = page.getByRole('button', { name: 'Add message' });
    await expect(add).toBeVisible();
    expect(await endOf(card)).toBeLessThan((await boxOf(add)).x);
    expect(Math.abs((await boxOf(card)).y - (await boxOf(add)).y)).toBeLessThan(4);
  });

  test('what a list is filtered by is seen, and taken away', async ({ page, signIn }) => {
    await signIn('owner', '/audience?followState=blocked');
    await expect(page.getByRole('button', { name: 'Follow state: Blocked' })).toBeVisible();
    await page.getByRole('button', { name: 'Remove filter Follow state' }).click();
    await expect(page).not.toHaveURL(/followState/);
  });

  test('guide and tester are in the menu of the head, and closing them leads back there', async ({
    page,
    signIn,
  }) => {
    await signIn('owner', '/chatbot/intent');
    const tools = page.getByRole('button', { name: 'List tools' });
    for (const [name, shown] of [
      ['Guide', 'Build a bot in a quarter of an hour'],
      ['Test', 'Write what a customer would write.'],
    ] as const) {
      await tools.click();
      await expect(page.getByRole('button', { name, exact: true })).toBeHidden();
      await page.getByRole('menuitem', { name, exact: true }).click();
      const beside = page.getByRole('dialog', { name });
      await expect(beside.getByText(shown).first()).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(beside).toBeHidden();
      await expect(tools).toBeFocused();
    }
    await page.goto('/chatbot/intent/tests');
    const title = page.getByRole('heading', { level: 1, name: 'Test sentences' });
    await expect(title).toBeVisible();
    expect((await title.boundingBox())?.height, 'one line').toBeLessThan(32);
    await expect(page.getByRole('link', { name: 'Create' })).toHaveText('Create');
  });

  test('a row says what is out of the ordinary, and a rule both of its halves', async ({ page, signIn }) => {
    await signIn('owner', '/audience');
    const row = (name: string) => page.getByRole('article').filter({ hasText: name }).first();
    await expect(row('Will Novak')).toBeVisible();
    await expect(row('Will Novak')).not.toContainText('Following');
    await page.goto('/chatbot/template');
    await expect(row('webchat_welcome').locator('[data-drawing=text]')).toBeVisible();
    await page.goto('/chatbot/chatlogic');
    await expect(row('Outside opening hours')).toContainText('Not active');
    await expect(row('Outside opening hours')).toContainText(
      /When someone writes.*20:00 to 09:00.*Then template goodbye/,
    );
    await expect(row('First hello')).not.toContainText('Not active');
    await page.goto('/chatbot/entity?keyword=contact_phone');
    await expect(row('contact_phone')).toContainText('Auto detect');
  });
});

/**
 * What begins a line of the screen a few pixels beside the edge. What a frame or a ground is around, and what stands
 * after a sign, is further in on purpose; a sign has up to four pixels of its own around it.
 */
function besideEdge(): string[] {
  const [EDGE, NEAR, SIGN, INSIDE] = [16, 1.6, 4, 34];
  const main = document.querySelector('main');
  if (!main) return ['no screen'];
  const ground = getComputedStyle(main).backgroundColor;
  const isClear = (colour: string): boolean => /, 0\)$|transparent/.test(colour);
  const isFramed = (element: Element | null): boolean => {
    if (!element || element === main) return false;
    const { borderLeftStyle, borderLeftWidth, borderLeftColor, backgroundColor } = getComputedStyle(element);
    const frame = element.querySelector(':scope > fieldset');
    const isDrawn = borderLeftStyle !== 'none' && borderLeftWidth !== '0px' && !isClear(borderLeftColor);
    const hasGround = !isClear(backgroundColor) && backgroundColor !== ground;
    const hasFrame = frame && !isClear(getComputedStyle(frame).borderTopColor);
    const isWide = element.getBoundingClientRect().width > innerWidth - 8;
    return Boolean(!isWide && (isDrawn || hasGround || hasFrame)) || isFramed(element.parentElement);
  };
  const isApart = (element: Element | null): boolean =>
    element?.closest(
      'figure, article, [role=grid], [role=radio], [data-page-head], main[data-own-head] header',
    ) != null;
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  const judge = (element: Element | null, left: number, room: number, what: string): void => {
    const isBeside = left < INSIDE && (left < EDGE - NEAR || left > EDGE + room);
    if (
      !isBeside ||
      left < 2 ||
      !element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
      return;
    if (getComputedStyle(element).clipPath !== 'none' || isApart(element) || isFramed(element)) return;
    found.push(`${Math.round(left)} ${what}`);
  };
  while (texts.nextNode()) {
    const { currentNode } = texts;
    if (currentNode.textContent?.trim() === '') continue;
    const range = document.createRange();
    range.selectNodeContents(currentNode);
    const line = [...range.getClientRects()].find(({ width }) => width > 1);
    if (line) judge(currentNode.parentElement, line.left, NEAR, currentNode.textContent ?? '');
  }
  for (const sign of main.querySelectorAll('svg')) {
    const lefts = [...sign.children].map((child) => child.getBoundingClientRect().left);
    judge(
      sign.parentElement,
      Math.min(...lefts),
      SIGN,
      `the sign of ${sign.parentElement?.textContent ?? ''}`,
    );
  }
  for (const input of main.querySelectorAll('form input[type=text], form textarea')) {
    const box = input.closest('.MuiInputBase-root') ?? input;
    judge(
      box.parentElement,
      box.getBoundingClientRect().left,
      NEAR,
      `an input, ${input.getAttribute('name') ?? ''}`,
    );
  }
  return found;
}

test.describe('under a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  for (const [user, path, ready] of [
    ['owner', '/audience', 'article'],
    ['owner', '/campaign/broadcast', 'article'],
    ['owner', '/chatbot/template/editor', 'form'],
    ['owner', '/dashboard', 'figure, section'],
    ['owner', '/bot-setting', 'form'],
  ] as const) {
    test(`what is tapped on ${path} answers within 44 pixels`, async ({ page, signIn }) => {
      await signIn(user, path);
      await expect(page.locator(ready).first()).toBeVisible();
      await expect.poll(() => page.evaluate(tooSmall)).toEqual([]);
    });
  }

  test('a tap on the picture of a row chooses it, beside that it opens; nothing repeats what the tab says', async ({
    page,
    signIn,
  }) => {
    await signIn('owner', '/campaign/broadcast');
    const row = page.locator('article').first();
    await expect(row).toBeVisible();
    await expect(row).not.toContainText('Scheduled');
    const face = await row.locator('.face').boundingBox();
    await page.touchscreen.tap((face?.x ?? 0) + 2, (face?.y ?? 0) + 2);
    await expect(row.getByRole('checkbox')).toBeChecked();
    await row.locator('.more-of-it').tap();
    await expect(page).not.toHaveURL(/\/campaign\/broadcast$/);
  });

  test('a long press on a row offers what can be done with it, and to choose it; its time ends where all else does', async ({
    page,
    signIn,
  }) => {
    await signIn('owner', '/chatbot/bot-variable');
    const row = page.locator('article').first();
    const time = await row.locator('.time').boundingBox();
    expect((time?.x ?? 0) + (time?.width ?? 0)).toBeCloseTo(374, 0);
    const name = row.locator('.title-line');
    const { x = 0, y = 0 } = (await name.boundingBox()) ?? {};
    expect(x).toBe(16);
    const touch = await page.context().newCDPSession(page);
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: x + 8, y: y + 8 }],
    });
    const menu = page.getByRole('menu', { name: /^Actions for/ });
    await expect(menu.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(page).toHaveURL(/\/chatbot\/bot-variable$/);
    await menu.getByRole('menuitem', { name: 'Select', exact: true }).tap();
    await expect(row.getByRole('checkbox')).toBeChecked();
    // From then on the boxes of all rows are there.
    const other = page.locator('article').nth(1).getByRole('checkbox');
    await other.tap();
    await expect(other).toBeChecked();
    await expect(page.getByRole('toolbar', { name: 'Actions for the selected rows' })).toContainText(
      '2 selected',
    );
  });
});

/**
 * Buttons and inputs of the screen whose area, as a finger finds it, is less than 44 pixels high or wide. Links within
 * a text, and titles of rows that open wherever they are tapped, are told from them by being links.
 */
function tooSmall(): string[] {
  const NEAR = 21;
  const tapped = document.querySelectorAll<HTMLElement>(
    'button, input, select, summary, [role=button], [role=tab], [role=switch], [role=combobox]',
  );
  return [...tapped].flatMap((element) => {
    const area = element.closest('.MuiInputBase-root, label') ?? element;
    const box = area.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    // What lies over it is what is tapped, such as a menu or a bar.
    const at = (dx: number, dy: number): boolean => area.contains(document.elementFromPoint(x + dx, y + dy));
    if (box.width === 0 || !at(0, 0)) return [];
    const isTall = box.height >= 2 * NEAR || (at(0, -NEAR) && at(0, NEAR));
    const isWide = box.width >= 2 * NEAR || (at(-NEAR, 0) && at(NEAR, 0));
    const name = element.getAttribute('aria-label') ?? element.textContent;
    return isTall && isWide ? [] : [`${name} ${box.width} × ${box.height}`];
  });
}
