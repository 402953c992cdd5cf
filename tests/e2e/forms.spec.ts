import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { restAs } from './support/rest.ts';

const VARIABLES = '/chatbot/bot-variable';
const dialog = (page: Page) => page.getByRole('dialog');
const mark = (): string => String(Date.now());
const FIRST = { value: 'first', scope: 'bot' };

/** Somebody else at work beside the browser, with a record that they made. */
const another = async (baseURL: string | undefined, path: string, values: object) => {
  const rest = await restAs(baseURL ?? '', 'chatbot.editor');
  return { rest, record: await rest.create(path, values) };
};

test.describe('the form of a variable', () => {
  const cases: [what: string, name: string, value: string, message: string][] = [
    ['a blank value', 'fine', '   ', 'Value must be at least 1 characters'],
    ['a name of 101 letters', 'n'.repeat(101), 'x', 'Name must be less than 100 characters'],
    ['a value of 501 letters', 'fine', 'v'.repeat(501), 'Value must be less than 500 characters'],
    ['a name with a space', 'two words', 'x', 'Name may have letters, digits, underscore and hyphen only'],
    ['a name that is taken', 'brand_name', 'x', 'Variable name already existing'],
  ];
  for (const [what, name, value, message] of cases) {
    test(`says what is wrong with ${what}, and loses nothing`, async ({ page, signIn, problems }) => {
      problems.allow(/409/);
      await signIn('chatbot.admin', `${VARIABLES}/create`);
      await dialog(page).getByLabel('Name').fill(name);
      await dialog(page).getByLabel('Value').fill(value);
      await dialog(page).getByRole('button', { name: 'Create' }).click();
      await expect(dialog(page).getByText(message).first()).toBeVisible();
      await expect(dialog(page).getByLabel('Name')).toHaveValue(name);
      await expect(dialog(page).getByLabel('Value')).toHaveValue(value);
    });
  }

  test('asks before unsaved input is left', async ({ page, signIn }) => {
    await signIn('chatbot.admin', '/chatbot/entity/create');
    await page.getByLabel('Name').first().fill('half_done');
    await page.getByRole('link', { name: 'Variable' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toHaveText(
      /Are you sure you want to leave this page\? This page that you made will not be saved\./,
    );
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByLabel('Name').first()).toHaveValue('half_done');
    await page.getByRole('link', { name: 'Variable' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { name: 'Variables' })).toBeVisible();
  });

  test('asks before going back twice at once, and stays at its address', async ({ page, signIn }) => {
    await signIn('chatbot.admin', '/audience');
    await page.getByRole('link', { name: 'Entity', exact: true }).click();
    await page.getByRole('link', { name: 'Chatlogic', exact: true }).click();
    await page.getByRole('link', { name: 'Create', exact: true }).click();
    await page.getByLabel('Name').first().fill('half_done');
    // Going back cuts off what the browser is fetching, which it tells as an error.
    await expect(page.getByRole('list', { name: 'Rules in order' })).toBeVisible();
    const question = page.getByRole('alertdialog');
    for (const answer of ['Stay', 'Leave']) {
      await page.evaluate(() => {
        history.back();
        history.back();
      });
      await question.getByRole('button', { name: answer }).waitFor();
      await expect(page).toHaveURL(/\/chatbot\/chatlogic\/create$/);
      await expect(page.getByLabel('Name').first()).toHaveValue('half_done');
      await question.getByRole('button', { name: answer }).click();
    }
    await expect(page).toHaveURL(/\/chatbot\/chatlogic$/);
    await expect(page.getByRole('link', { name: 'Create', exact: true })).toBeVisible();
  });

  test('shows what is stored as text, whatever it says', async ({ page, signIn, baseURL }) => {
    const rest = await restAs(baseURL ?? '', 'chatbot.admin');
    const name = `hostile_${mark()}`;
    const value = "<img src=x onerror=\"document.title='taken'\"> {{constructor}} '; DROP TABLE x; -- ‮";
    await rest.create('variables', { name, value, scope: 'bot' });
    await signIn('chatbot.admin', `${VARIABLES}?keyword=${name}`);
    await expect(page.getByRole('row', { name })).toContainText('<img src=x onerror=');
    await page.getByRole('row', { name }).getByRole('link').click();
    await expect(dialog(page).getByLabel('Value')).toHaveValue(value);
    await expect(page).not.toHaveTitle('taken');
  });
});

test('a record changed by someone else meanwhile is reviewed, not overwritten', async ({
  page,
  signIn,
  problems,
  baseURL,
}) => {
  problems.allow(/409/);
  const { rest, record } = await another(baseURL, 'variables', { name: `stale_${mark()}`, ...FIRST });
  await signIn('chatbot.admin', `${VARIABLES}/${String(record['id'])}`);
  await dialog(page).getByLabel('Value').fill('mine');
  await rest.call('PUT', `variables/${String(record['id'])}`, { ...record, value: 'theirs' });
  await dialog(page).getByRole('button', { name: 'Save' }).click();

  const review = page.getByRole('dialog', { name: 'This record was changed in the meantime' });
  await expect(review).toContainText('theirs');
  await expect(review).toContainText('mine');
  await review.getByRole('button', { name: 'Keep all of mine' }).click();
  await review.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText(/saved$/)).toBeVisible();
  expect((await rest.call('GET', `variables/${String(record['id'])}`)).json).toMatchObject({
    value: 'mine',
    version: 3,
  });
});

test('a whole life by keyboard alone', async ({ page, signIn }) => {
  const name = `by_keyboard_${mark()}`;
  await signIn('chatbot.admin', VARIABLES);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('link', { name: 'Create', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Name')).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type('typed');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/created$/)).toBeVisible();
  await expect(dialog(page)).toBeHidden();

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('row', { name }).getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Value')).toHaveValue('typed');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();

  await page.getByRole('button', { name: `Actions for ${name}` }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/deleted$/)).toBeVisible();
});

test.describe('the template editor', () => {
  test('switching a message keeps what both share and stores no remains', async ({
    page,
    signIn,
    baseURL,
  }) => {
    const name = `switched_${mark()}`;
    await signIn('chatbot.admin', '/chatbot/template/editor');
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Add message' }).click();
    await page.getByRole('menuitem', { name: /^Option/ }).click();
    await page.getByLabel('Alt text').fill('Shown in notifications');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Choose');
    await page.getByRole('combobox', { name: 'Type of message' }).click();
    await page.getByRole('option', { name: 'Flex' }).click();
    await expect(page.getByLabel('Alt text')).toHaveValue('Shown in notifications');
    await page.getByLabel('Contents').fill('{"type": "bubble"}');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByText(/created$/)).toBeVisible();

    const rest = await restAs(baseURL ?? '', 'chatbot.admin');
    const { json } = await rest.call('GET', `templates?keyword=${name}`);
    expect((json as { messages: unknown }[])[0]?.messages).toEqual([
      { type: 'flex', altText: 'Shown in notifications', contents: { type: 'bubble' } },
    ]);
  });

  test('two people edit one template: the second sees what differs, and both keep what they did', async ({
    page,
    signIn,
    problems,
    baseURL,
  }) => {
    problems.allow(/409/);
    const messages = ['first', 'second'].map((text) => ({ type: 'text', text }));
    const template = { name: `two_${mark()}`, platform: 'multi', messages };
    const { rest, record } = await another(baseURL, 'templates', template);
    const at = `templates/${String(record['id'])}`;
    await signIn('chatbot.admin', `/chatbot/template/editor/${String(record['id'])}`);
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('first of mine');
    await rest.call('PUT', at, {
      ...record,
      messages: [messages[0], { type: 'text', text: 'second of theirs' }],
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const review = page.getByRole('dialog', { name: 'This record was changed in the meantime' });
    await expect(review.getByRole('radiogroup', { name: 'Messages, 1' })).toContainText('first of mine');
    await expect(review.getByRole('radiogroup', { name: 'Messages, 2' })).toContainText('second of theirs');
    await review.getByRole('button', { name: 'Save merged' }).click();
    await expect(page.getByText(/saved$/)).toBeVisible();
    const { json } = await rest.call('GET', at);
    const stored = json as { messages: { text: string }[]; version: number };
    expect([stored.version, stored.messages.map(({ text }) => text)]).toEqual([
      3,
      ['first of mine', 'second of theirs'],
    ]);

    // An earlier state comes back inside the editor, and never in the place of what is typed there.
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    const before = async (...seen: string[]) => {
      await page.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: 'History' }).click();
      const past = page.getByRole('dialog', { name: /^History of/ });
      await past
        .getByText(/^(made changes|restored an earlier state)$/)
        .first()
        .click();
      for (const words of seen) await expect(past).toContainText(words);
      await past.getByRole('button', { name: /^Restore/ }).click();
      return { past, asked: page.getByRole('dialog', { name: 'Restore this state?' }) };
    };
    const restored = async ({ past, asked }: Awaited<ReturnType<typeof before>>) => {
      await asked.getByRole('button', { name: 'Restore', exact: true }).click();
      await expect(past).toBeHidden();
    };
    await page.goto(`/chatbot/template/editor/${String(record['id'])}`);
    await expect(text).toHaveValue('first of mine');
    const first = await before('Messages', 'first of mine');
    await expect(first.asked).not.toContainText('What you typed');
    await restored(first);
    await expect(text).toHaveValue('first');
    expect((await rest.call('GET', at)).json).toMatchObject({ version: 4, messages: [messages[0], {}] });

    await text.fill('typed meanwhile');
    const second = await before();
    await expect(second.asked).toContainText('Your unsaved changes stay in the form');
    await restored(second);
    await expect(text).toHaveValue('typed meanwhile');
    const news = page.getByRole('alert').filter({ hasText: 'You changed this template somewhere else' });
    await news.getByRole('button', { name: 'Review' }).click();
    const item = review.getByRole('radiogroup', { name: 'Messages, 1' });
    await expect(item).toContainText('first of mine');
    await expect(item.getByRole('radio', { name: 'Typed here' })).toBeChecked();
    await item.getByRole('radio', { name: 'Stored' }).click();
    await review.getByRole('button', { name: 'Save merged' }).click();
    await expect
      .poll(async () => (await rest.call('GET', at)).json)
      .toMatchObject({ messages: [{ text: 'first of mine' }, { text: 'second of theirs' }] });
  });

  const lacking: [kind: string, messages: string[]][] = [
    ['Text', ['Template name character limit', 'Text is required']],
    ['Image carousel', ['Alt text is required', 'images and actions is required']],
    ['Option', ['Alt text is required', 'Text is required', 'Label is required']],
    ['Imagemap', ['Alt text is required', 'Please complete the imagemap before saving']],
  ];
  for (const [kind, messages] of lacking) {
    test(`says in the agreed words what ${kind} lacks`, async ({ page, signIn }) => {
      await signIn('chatbot.admin', '/chatbot/template/editor');
      await page.getByLabel('Name').fill('ab');
      await page.getByRole('button', { name: 'Add message' }).click();
      await page.getByRole('menuitem', { name: new RegExp(`^${kind}`) }).click();
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      for (const message of messages) {
        await expect(page.getByRole('alert').getByText(message).first()).toBeVisible();
      }
      await expect(page.getByText('Please check completeness')).toBeVisible();
    });
  }

  test('a carousel text has 60 characters once the column has a title', async ({ page, signIn }) => {
    await signIn('chatbot.admin', '/chatbot/template/editor');
    await page.getByRole('button', { name: 'Add message' }).click();
    await page.getByRole('menuitem', { name: /^Carousel/ }).click();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('x'.repeat(100));
    await expect(page.getByText('100 / 120')).toBeVisible();
    await page.getByRole('textbox', { name: 'Title' }).fill('A title');
    await expect(page.getByText('100 / 60')).toBeVisible();
  });
});

test('options are added by Enter and dragged by mouse and finger, on a slow machine', async ({
  page,
  signIn,
  baseURL,
}) => {
  const session = await page.context().newCDPSession(page);
  const name = `sizes_${mark()}`;
  await signIn('chatbot.admin', '/chatbot/template');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // Four clicks from the menu to the stored entity; the rest is typed.
  await page.getByRole('link', { name: 'Entity', exact: true }).click();
  await page.getByRole('link', { name: 'Create', exact: true }).click();
  await expect(page.getByLabel('Name').first()).toBeFocused();
  await page.keyboard.type(name);
  // It begins with one option.
  const options = page.getByRole('textbox', { name: 'Value', exact: true });
  await options.first().focus();
  for (const [at, option] of ['small', 'medium', 'large'].entries()) {
    if (at > 0) await page.keyboard.press('Enter');
    await expect(options.nth(at)).toBeFocused();
    await page.keyboard.type(option);
  }
  const shown = () =>
    options.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  const handle = (at: number) => page.getByRole('button', { name: `Reorder option ${at}`, exact: true });

  await handle(3).dragTo(handle(1));
  await expect.poll(shown).toEqual(['large', 'small', 'medium']);

  const middle = async (at: number): Promise<{ x: number; y: number }> => {
    const box = await handle(at).boundingBox();
    if (!box) throw new Error(`no handle ${at}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await middle(1), await middle(2)];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [to] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(shown).toEqual(['small', 'large', 'medium']);

  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText(/created$/)).toBeVisible();
  const rest = await restAs(baseURL ?? '', 'chatbot.admin');
  const { json } = await rest.call('GET', `entities?keyword=${name}`);
  expect(json).toMatchObject([{ name, options: [{ name: 'small' }, { name: 'large' }, { name: 'medium' }] }]);
});

test('history shows who changed what, and an older state is restored', async ({ page, signIn, baseURL }) => {
  const rest = await restAs(baseURL ?? '', 'chatbot.editor');
  const record = await rest.create('variables', { name: `history_${mark()}`, value: 'before', scope: 'bot' });
  await rest.call('PUT', `variables/${String(record['id'])}`, { ...record, value: 'after' });
  await signIn('chatbot.admin', `${VARIABLES}?keyword=${String(record['name'])}`);
  await page.getByRole('button', { name: `Actions for ${String(record['name'])}` }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await page.getByText('made changes').click();
  await expect(page.getByText('before').first()).toBeVisible();
  await expect(page.getByText('after').first()).toBeVisible();
  await page
    .getByRole('button', { name: /Restore/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).last().click();
  await expect
    .poll(async () => (await rest.call('GET', `variables/${String(record['id'])}`)).json)
    .toMatchObject({
      value: 'before',
    });
});

test('a record is requested once when it is opened', async ({ page, signIn }) => {
  const socket = page.waitForEvent('websocket');
  await signIn('chatbot.admin', '/chatbot/bot-variable');
  // What was shown before the connection stood is asked for anew.
  await (await socket).waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40'));
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && /\/variables\/[0-9a-f-]{36}$/.test(request.url()))
      asked.push(request.url());
  });
  await page.getByRole('row').nth(2).getByRole('link').first().click();
  await expect(page.getByRole('dialog').getByLabel('Value')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Actions for/ })).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('code that does not come takes nothing away from a form that is open', async ({
  page,
  signIn,
  problems,
}) => {
  problems.allow(/Failed to load resource|dynamically imported/);
  await page.route(/\/assets\/(JobButton|HistoryDialog)-/, (route) => route.abort());
  const missed = page.waitForEvent('requestfailed', (one) => one.url().includes('JobButton'));
  await signIn('owner', '/chatbot/bot-variable');
  await page.getByRole('row').nth(2).getByRole('link').first().click();
  const value = page.getByRole('dialog').getByLabel('Value');
  await value.fill('typed meanwhile');
  await missed;
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await expect(page.getByText('Please check your internet connection, or try again later.')).toBeVisible();
  await expect(value).toHaveValue('typed meanwhile');
});

test('a layout or a filter whose code fails to load shows an error in its place, and loads on retry', async ({
  page,
  signIn,
  problems,
}) => {
  problems.allow(/Failed to load resource|dynamically imported/);
  const code = /\/assets\/(EditorLayout|TextFilter|ChoiceFilter)-/;
  await page.route(code, (route) => route.abort());
  await signIn('owner', '/chatbot/template');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Platform' }).click();
  const filter = page.getByRole('dialog', { name: 'Filter by Platform' });
  await expect(filter.getByRole('alert')).toContainText('Please check your internet connection');
  await page.unroute(code);
  await filter.getByRole('button', { name: 'Try again' }).click();
  await expect(filter.getByRole('checkbox').first()).toBeFocused();
  await page.keyboard.press('Escape');

  await page.route(code, (route) => route.abort());
  await page.getByRole('link', { name: 'Create' }).click();
  const missed = page.getByRole('alert').filter({ hasText: 'Please check your internet connection' });
  await expect(missed).toBeVisible();
  await page.unroute(code);
  await missed.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a screen whose code does not come says so below the menu’s handle', async ({
    page,
    signIn,
    problems,
  }) => {
    problems.allow(/Failed to load resource|dynamically imported/);
    const code = /\/assets\/(EntityCreate|OverviewPage|EntitySingle)-/;
    await page.route(code, (route) => route.abort());
    await signIn('owner', '/reports');
    for (const path of ['/campaign/segment/create', '/dashboard/overview', '/bot-setting']) {
      await page.goto(path);
      const title = page.getByRole('heading', { level: 1, name: 'Oops! something went wrong' });
      await expect(title).toBeVisible();
      const handle = await page.getByRole('button', { name: 'Menu', exact: true }).boundingBox();
      expect((await title.boundingBox())?.y, path).toBeGreaterThanOrEqual(
        (handle?.y ?? 0) + (handle?.height ?? 0),
      );
    }
    await page.unroute(code);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Setting' })).toBeVisible();
  });

  test('the title of a page stands beside the menu, not below its handle', async ({ page, signIn }) => {
    await signIn('owner', '/dashboard/overview');
    const title = page.getByRole('heading', { level: 1, name: 'Overview' });
    await expect(title).toBeVisible();
    const begins = await title.evaluate((heading) => {
      const words = document.createRange();
      words.selectNodeContents(heading);
      return words.getBoundingClientRect().left;
    });
    const handle = await page.getByRole('button', { name: 'Menu', exact: true }).boundingBox();
    expect(begins).toBeGreaterThanOrEqual((handle?.x ?? 0) + (handle?.width ?? 0));
    for (const path of ['/dashboard/overview', '/reports', '/chatbot/report', '/bot-setting']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const heading = page.getByRole('heading', { level: 1 });
      await expect.poll(async () => (await heading.boundingBox())?.height, path).toBeLessThan(48);
    }
  });

  test('the way back from a form that stands beside its list elsewhere takes the place of the menu', async ({
    page,
    signIn,
  }) => {
    await signIn('chatbot.admin', '/chatbot/mapper');
    await page.getByRole('region', { name: 'Mappers' }).getByRole('link').first().click();
    await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
    const back = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Mappers' });
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeHidden();
    await back.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mappers' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible();
  });
});

test('a record made from within another form has the dialog for its fields alone, and is saved with the key', async ({
  page,
  signIn,
  baseURL,
}) => {
  const name = `inline_${mark()}`;
  await signIn('chatbot.admin', '/chatbot/mapper/create');
  const intent = page.getByRole('combobox', { name: 'Intent' });
  await intent.click();
  await expect(page.getByRole('option', { name: 'ask_price' })).toBeVisible();
  const found = page.waitForResponse((one) => one.url().includes(`keyword=${name}`));
  await intent.fill(name);
  await found;
  await page.getByRole('option', { name: `Create “${name}”` }).click();
  const dialog = page.getByRole('dialog', { name: 'Create intent' });
  await expect(dialog.getByLabel('Name')).toHaveValue(name);
  await expect.poll(async () => (await dialog.getByLabel('Name').boundingBox())?.width).toBeGreaterThan(400);
  await page.keyboard.press('Control+s');
  await expect(dialog.getByRole('alert').first()).toContainText('Sample must be at least 2 characters');
  await dialog.getByRole('textbox', { name: 'sample 1', exact: true }).fill('where is it');
  await dialog.getByRole('button', { name: 'Add sample' }).click();
  await page.keyboard.type('and when does it come');
  await page.keyboard.press('Control+s');
  await expect(dialog).toHaveCount(0);
  await expect(intent).toHaveValue(name);
  await expect(page.getByRole('heading', { level: 1, name: 'Create mapper' })).toBeVisible();
  const rest = await restAs(baseURL ?? '', 'chatbot.admin');
  const { json } = await rest.call('GET', `intents?keyword=${name}`);
  const [made] = json as { id: string }[];
  await rest.call('DELETE', `intents/${made?.id ?? ''}`);
});
