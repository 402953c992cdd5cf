import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './support/fixtures.ts';
import { restAs } from './support/rest.ts';

/** Every type of message, filled in wrongly and rightly by a person, as it is stored and as the phone shows it. */
interface Row {
  type: string;
  /** As the menu and the picker call it. */
  title: string;
  /** Said of one that was only added. */
  lacks: string[];
  fill: (page: Page) => Promise<void>;
  stored: object;
  /** What the preview shows. */
  shows: (phone: Locator) => Locator;
  /** A text that is changed after reloading. */
  changes: string;
}

const EDITOR = '/chatbot/template/editor';
const OWN = /^\/files\/[\da-f-]{36}\//;
const own = (): string => expect.stringMatching(OWN) as unknown as string;
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const png = (width: number) =>
  sharp({ create: { width, height: width, channels: 3, background: '#0b6a78' } })
    .png()
    .toBuffer();
async function upload(page: Page, field: string, width = 64): Promise<void> {
  const file = { name: `${field}.png`, mimeType: 'image/png', buffer: await png(width) };
  await page.locator(`input[type=file][aria-label="${field}"]`).setInputFiles(file);
  await expect(page.getByRole('button', { name: `Remove ${field.toLowerCase()}` })).toBeVisible();
}
const theText = (text: string) => (phone: Locator) => phone.getByText(text);
const aPicture = (phone: Locator): Locator => phone.locator('img[src*="/files/"]');
const message = { type: 'message', label: 'Yes', text: 'Yes please' };
/** Fills in the first action, a message. */
async function sayYes(page: Page): Promise<void> {
  if ((await box(page, 'Label').count()) === 0) {
    await page.getByRole('combobox', { name: 'Type of action' }).click();
    await page.getByRole('option', { name: 'Message', exact: true }).click();
  }
  await box(page, 'Label').first().fill(message.label);
  await box(page, 'Message').first().fill(message.text);
}

const TYPES: Row[] = [
  {
    type: 'text',
    title: 'Text',
    lacks: ['Text is required'],
    fill: (page) => box(page, 'Text').fill('Hello there'),
    stored: { text: 'Hello there' },
    shows: theText('Hello there'),
    changes: 'Text',
  },
  {
    type: 'image',
    title: 'Image',
    lacks: ['URL is required'],
    fill: (page) => upload(page, 'Image'),
    stored: { originalContentUrl: own(), previewImageUrl: own() },
    shows: aPicture,
    changes: '',
  },
  {
    type: 'video',
    title: 'Video',
    lacks: ['URL is required'],
    fill: async (page) => {
      await box(page, 'Video URL').fill('cdn.example.com/a.mp4');
      await upload(page, 'Preview image');
    },
    stored: { originalContentUrl: 'https://cdn.example.com/a.mp4', previewImageUrl: own() },
    shows: aPicture,
    changes: '',
  },
  {
    type: 'carousel',
    title: 'Carousel',
    lacks: ['Alt text is required', 'Text is required', 'Label is required'],
    fill: async (page) => {
      await box(page, 'Alt text').fill('Two cards');
      await box(page, 'Text').fill('First card');
      await sayYes(page);
    },
    stored: { altText: 'Two cards', columns: [{ text: 'First card', actions: [message] }] },
    shows: theText('First card'),
    changes: 'Alt text',
  },
  {
    type: 'image_carousel',
    title: 'Image carousel',
    lacks: ['Alt text is required', 'images and actions is required'],
    fill: async (page) => {
      await box(page, 'Alt text').fill('Pictures');
      await upload(page, 'Image');
      await sayYes(page);
    },
    stored: { altText: 'Pictures', columns: [{ imageUrl: own(), action: message }] },
    shows: theText('Yes'),
    changes: 'Alt text',
  },
  {
    type: 'buttons',
    title: 'Option',
    lacks: ['Alt text is required', 'Text is required', 'Label is required'],
    fill: async (page) => {
      await box(page, 'Alt text').fill('A question');
      await box(page, 'Text').fill('Shall we go on?');
      await sayYes(page);
    },
    stored: { altText: 'A question', text: 'Shall we go on?', actions: [message] },
    shows: theText('Shall we go on?'),
    changes: 'Alt text',
  },
  {
    type: 'imagemap',
    title: 'Imagemap',
    lacks: ['Alt text is required', 'Please complete the imagemap before saving'],
    fill: async (page) => {
      await box(page, 'Alt text').fill('Our shops');
      await upload(page, 'Image', 1040);
      await page.getByRole('button', { name: 'Add area' }).click();
      await sayYes(page);
    },
    stored: {
      altText: 'Our shops',
      imgUrl: own(),
      baseSize: { width: 1040, height: 1040 },
      actions: [{ action: message }],
    },
    shows: aPicture,
    changes: 'Alt text',
  },
  {
    type: 'flex',
    title: 'Flex',
    lacks: ['Alt text is required', 'Contents is required'],
    fill: async (page) => {
      await box(page, 'Alt text').fill('A card');
      const contents = {
        type: 'bubble',
        body: { type: 'box', layout: 'vertical', contents: [{ type: 'txt' }] },
      };
      await box(page, 'Contents').fill(JSON.stringify(contents));
      await expect(
        page.getByText(/body\.contents\[0\]\.type: is "txt"; did you mean "text"\?/).first(),
      ).toBeVisible();
      await box(page, 'Contents').fill(
        JSON.stringify(contents).replace('{"type":"txt"}', '{"type":"text","text":"In a bubble"}'),
      );
    },
    stored: {
      altText: 'A card',
      contents: { body: { contents: [{ type: 'text', text: 'In a bubble' }] }, type: 'bubble' },
    },
    shows: theText('In a bubble'),
    changes: 'Alt text',
  },
];

for (const { type, title, lacks, fill, stored, shows, changes } of TYPES) {
  test(`a message of type ${title}: filled in wrongly and rightly, saved, changed, duplicated, deleted`, async ({
    page,
    signIn,
    baseURL,
    expectAccessible,
  }) => {
    const name = `made_${type}_${Date.now()}`;
    const rest = await restAs(baseURL ?? '', 'chatbot.admin');
    const held = async (of: string) => {
      const { json } = await rest.call('GET', `templates?keyword=${of}&sort=-createdAt`);
      return (json as Record<string, unknown>[]).map((one) => one['messages']);
    };
    await signIn('chatbot.admin', EDITOR);
    await box(page, 'Name').fill('ab');
    await page.getByRole('button', { name: 'Add message' }).click();
    await page.getByRole('menuitem', { name: new RegExp(`^${title}(?! car|map)`) }).click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    for (const fault of ['Template name character limit', ...lacks])
      await expect(page.getByText(fault).first()).toBeVisible();
    await box(page, 'Name').fill(name);
    await fill(page);
    await expect(shows(page.getByRole('complementary')).first()).toBeVisible();
    await expectAccessible('light', 'dark');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${EDITOR}/[\\da-f-]+$`));
    await expect.poll(() => held(name)).toMatchObject([[{ type, ...stored }]]);

    await page.reload();
    await expect(box(page, 'Name')).toHaveValue(name);
    const changed = changes === '' ? { type } : { type, [type === 'text' ? 'text' : 'altText']: 'Changed' };
    if (changes === '') await box(page, 'Name').fill(`${name}_2`);
    else await box(page, changes).fill('Changed');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/saved$/)).toBeVisible();
    await expect.poll(() => held(name)).toMatchObject([[changed]]);

    const row = page.getByRole('row', { name: new RegExp(name) });
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect(page.getByText(/duplicated$/)).toBeVisible();
    await expect(box(page, 'Name')).toHaveValue(/copy/i);
    const [copy, original] = await held(name);
    expect(copy).toMatchObject([changed]);
    expect(original).toMatchObject([changed]);
    await page
      .getByRole('button', { name: /^Actions for|^More/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(/deleted$/)).toBeVisible();
    await expect.poll(() => held(name)).toHaveLength(1);
  });
}

interface ActionRow {
  type: string;
  title: string;
  /** Said of one that was only added. */
  lacks: string[];
  /** Beside the label, which all have. */
  fill?: (page: Page) => Promise<void>;
  stored?: object;
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option }).first().click();
}

const reference = (): string => expect.stringMatching(/^[\da-f-]{36}$/) as unknown as string;
const ACTIONS: ActionRow[] = [
  {
    ...{ type: 'message', title: 'Message', lacks: ['Message is required'] },
    fill: (page) => box(page, 'Message').fill('Yes please'),
    stored: { text: 'Yes please' },
  },
  {
    ...{ type: 'uri', title: 'URL', lacks: ['URL is required'] },
    fill: async (page) => {
      await box(page, 'URL').fill('shop.example.com/a');
      await page.getByLabel('Open in a dialog').check();
    },
    stored: { uri: 'https://shop.example.com/a', isPopover: true },
  },
  {
    ...{ type: 'call_action', title: 'Call', lacks: ['Phone number is required'] },
    fill: (page) => box(page, 'Phone number').fill('+66812345678'),
    stored: { phoneNumber: '+66812345678' },
  },
  {
    ...{ type: 'template_action', title: 'Template', lacks: ['Template must be selected'] },
    fill: async (page) => {
      await page.getByRole('combobox', { name: 'Template', exact: true }).fill('welcome');
      await page.getByRole('option', { name: 'welcome', exact: true }).click();
    },
    stored: { templateName: reference() },
  },
  { type: 'camera', title: 'Camera', lacks: [] },
  {
    ...{ type: 'datetimepicker', title: 'Date and time', lacks: [] },
    fill: (page) =>
      page.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'Time', exact: true }).click(),
    stored: { mode: 'time' },
  },
  { type: 'location', title: 'Location', lacks: [] },
  {
    ...{ type: 'flow_action', title: 'Flow' },
    lacks: ['Flow engine must be selected', 'Flow action must be selected'],
    fill: async (page) => {
      await choose(page, 'Flow engine', 'fitting');
      await choose(page, 'Flow action', 'waiting_list');
    },
    stored: { flow: reference(), flowAction: 'waiting_list' },
  },
];

for (const { type, title, lacks, fill, stored } of ACTIONS) {
  test(`an action of type ${title}: filled in wrongly and rightly, saved, changed, shown, deleted`, async ({
    page,
    signIn,
    baseURL,
  }) => {
    const name = `does_${type}_${Date.now()}`;
    const rest = await restAs(baseURL ?? '', 'chatbot.admin');
    const found = async () => {
      const [row] = (await rest.call('GET', `templates?keyword=${name}`)).json as { id: string }[];
      return row?.id ?? '';
    };
    const held = async () => {
      const { json } = await rest.call('GET', `templates/${await found()}`);
      return (json as { quickReply?: object }).quickReply;
    };
    await signIn('chatbot.admin', EDITOR);
    await box(page, 'Name').fill(name);
    // Only LINE's quick replies have all of them.
    await choose(page, 'Platform', 'LINE');
    await page.getByRole('button', { name: 'Add message' }).click();
    await page.getByRole('menuitem', { name: /^Text/ }).click();
    await box(page, 'Text').fill('What now?');
    await page.getByRole('button', { name: 'Quick replies' }).first().click();
    await page.getByRole('button', { name: 'Add quick reply' }).click();
    await page.getByRole('menuitem', { name: new RegExp(`^${title}`) }).click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    for (const fault of ['Label is required', ...lacks])
      await expect(page.getByText(fault).first()).toBeVisible();
    await box(page, 'Label').fill('Go on');
    await fill?.(page);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${EDITOR}/[\\da-f-]+$`));
    const id = expect.any(String) as unknown as string;
    await expect.poll(held).toEqual({ items: [{ id, type, label: 'Go on', ...stored }] });

    await page.reload();
    const phone = page.getByRole('complementary').getByRole('list', { name: 'Quick replies' });
    await expect(phone).toHaveText('Go on');
    await page.getByRole('button', { name: 'Quick replies' }).first().click();
    await page.getByRole('button', { name: 'Go on', exact: true }).click();
    await box(page, 'Label').fill('Changed');
    await expect(phone).toHaveText('Changed');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/saved$/)).toBeVisible();
    await expect.poll(held).toEqual({ items: [{ id, type, label: 'Changed', ...stored }] });
    await page.goto(`${EDITOR}/${await found()}`);
    await page.getByRole('button', { name: 'Quick replies' }).first().click();
    await page.getByRole('button', { name: 'Changed', exact: true }).click();
    await page.getByRole('button', { name: 'Remove quick reply 1' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/saved$/)).toBeVisible();
    await expect.poll(held).toEqual({ items: [] });
  });
}

test('every type of action: its own fields, rules and words, and nothing is left of the one before', async ({
  page,
  signIn,
  baseURL,
}) => {
  const name = `actions_${Date.now()}`;
  const rest = await restAs(baseURL ?? '', 'chatbot.admin');
  const target = await rest.create('templates', {
    ...{ name: `target_${Date.now()}`, platform: 'multi' },
    messages: [{ type: 'text', text: 'Here' }],
  });
  await signIn('chatbot.admin', EDITOR);
  await box(page, 'Name').fill(name);
  await page.getByRole('button', { name: 'Add message' }).click();
  await page.getByRole('menuitem', { name: /^Option/ }).click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await box(page, 'Alt text').fill('Alt');
  await box(page, 'Text').fill('Choose');
  const byText = (text: string) => page.getByText(text).first();
  const choose = async (title: string) => {
    await page.getByRole('combobox', { name: 'Type of action' }).click();
    await page.getByRole('option', { name: title, exact: true }).click();
  };
  await expect(byText('Label is required')).toBeVisible();
  await box(page, 'Label').fill('x'.repeat(21));
  await expect(byText('21 / 20')).toBeVisible();
  await box(page, 'Label').fill('Go');
  await expect(byText('Message is required')).toBeVisible();
  await box(page, 'Message').fill('Said');

  await choose('URL');
  await expect(box(page, 'Label')).toHaveValue('Go');
  await expect(byText('URL is required')).toBeVisible();
  await box(page, 'URL').fill('not an address');
  await expect(byText('URL is invalid')).toBeVisible();
  await box(page, 'URL').fill('https://e.com/page');

  await choose('Call');
  await expect(byText('Phone number is required')).toBeVisible();
  await box(page, 'Phone number').fill('+66812345678');

  await choose('Flow');
  await expect(byText('Flow engine must be selected')).toBeVisible();
  await expect(byText('Flow action must be selected')).toBeVisible();

  await choose('Date and time');
  const modes = page.getByRole('group', { name: 'Mode' });
  await expect(modes.getByRole('button', { pressed: true })).toHaveText('Date and time');

  await choose('Template');
  await expect(byText('Template must be selected')).toBeVisible();
  const picker = page.getByRole('combobox', { name: 'Template', exact: true });
  await picker.fill(String(target['name']));
  await page.getByRole('option', { name: String(target['name']) }).click();

  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText(/created$/)).toBeVisible();
  const id = expect.any(String) as unknown as string;
  const { json } = await rest.call('GET', `templates?keyword=${name}`);
  expect(json).toMatchObject([
    {
      messages: [
        {
          type: 'buttons',
          actions: [{ id, type: 'template_action', label: 'Go', templateName: target['id'] }],
        },
      ],
    },
  ]);
  const [stored] = json as { messages: { actions: object[] }[] }[];
  expect(Object.keys(stored?.messages[0]?.actions[0] ?? {}).toSorted()).toEqual([
    'id',
    'label',
    'templateName',
    'type',
  ]);
});

test('a carousel takes ten columns of one shape and no more; the rail is ordered by keyboard and finger', async ({
  page,
  signIn,
  baseURL,
}) => {
  const rest = await restAs(baseURL ?? '', 'chatbot.admin');
  const columns = Array.from({ length: 8 }, (_, index) => ({
    text: `Card ${index + 1}`,
    actions: [message, { ...message, label: 'No' }],
  }));
  const name = `ten_${Date.now()}`;
  const { id } = await rest.create('templates', {
    ...{ name, platform: 'multi' },
    messages: [
      { type: 'carousel', altText: 'Cards', columns },
      { type: 'text', text: 'After the cards' },
    ],
  });
  await signIn('chatbot.admin', `${EDITOR}/${String(id)}`);
  for (const place of [9, 10]) {
    await page.getByRole('button', { name: 'Add column' }).click();
    await box(page, 'Text').fill(`Card ${place}`);
    for (const at of [0, 1]) {
      await box(page, 'Label').nth(at).fill(`Label ${at}`);
      await box(page, 'Message').nth(at).fill('Said');
    }
  }
  await expect(page.getByRole('button', { name: 'Add column' })).toHaveCount(0);
  const strip = page.getByRole('group', { name: /^Columns, in order/ });
  const desk = page.viewportSize();
  for (const size of [{ width: 390, height: 844 }, desk ?? { width: 1280, height: 720 }]) {
    await page.setViewportSize(size);
    for (const place of [9, 10]) {
      const card = strip.getByRole('button', { name: `Card ${place}` });
      // In sight without being scrolled for sideways.
      const endOf = async (at: Locator): Promise<number> => {
        const { x = 0, width = Infinity } = (await at.boundingBox()) ?? {};
        return x + width;
      };
      await expect.poll(async () => (await endOf(card)) - (await endOf(strip))).toBeLessThanOrEqual(0);
      await expect.poll(() => endOf(strip)).toBeLessThanOrEqual(size.width);
      await card.click();
      await expect(box(page, 'Text')).toHaveValue(`Card ${place}`);
    }
  }
  await page.getByRole('button', { name: 'Reorder message 1' }).focus();
  await page.keyboard.press('ArrowDown');
  const rail = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Reorder message/ }) });
  await expect(rail.first()).toContainText('After the cards');
  // And there and back by a finger.
  const session = await page.context().newCDPSession(page);
  const middle = async (at: number): Promise<{ x: number; y: number }> => {
    const held = await page.getByRole('button', { name: `Reorder message ${at}`, exact: true }).boundingBox();
    if (!held) throw new Error(`no handle ${at}`);
    return { x: held.x + held.width / 2, y: held.y + held.height / 2 };
  };
  for (const first of [/Card 1|Cards/, 'After the cards']) {
    const [from, to] = [await middle(1), await middle(2)];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [to] });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(rail.first()).toContainText(first);
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/saved$/)).toBeVisible();
  const { json } = await rest.call('GET', `templates/${String(id)}`);
  const { messages } = json as { messages: { type: string; columns?: { actions: object[] }[] }[] };
  expect(messages.map(({ type }) => type)).toEqual(['text', 'carousel']);
  expect(messages[1]?.columns?.map(({ actions }) => actions.length)).toEqual(Array(10).fill(2));
});

test('an action is one line, whose grip and buttons come when it is pointed at or typed in', async ({
  page,
  signIn,
  baseURL,
}) => {
  const rest = await restAs(baseURL ?? '', 'owner');
  const uri = { type: 'uri', label: 'Shop', uri: 'https://shop.example/' };
  const messages = [{ type: 'buttons', altText: 'Ask', text: 'Like it?', actions: [message, uri] }];
  const made = await rest.create('templates', { name: 'one_line', platform: 'multi', messages });
  await signIn('owner', `${EDITOR}/${String(made['id'])}`);
  const top = async (at: Locator): Promise<number> => Math.round((await at.boundingBox())?.y ?? NaN);
  const label = box(page, 'Label').first();
  await expect(label).toHaveValue('Yes');
  const apart = async (one: Locator, other: Locator): Promise<number> =>
    (await top(one)) - (await top(other));
  await expect.poll(() => apart(box(page, 'Message').first(), label)).toBe(0);
  await expect.poll(() => apart(box(page, 'URL'), box(page, 'Label').last())).toBe(0);

  await page.mouse.move(0, 0);
  const opacityOf = (name: string): Promise<string> =>
    page
      .getByRole('button', { name, exact: true })
      .evaluate((button) => getComputedStyle(button.closest('[data-buttons]') ?? button).opacity);
  await expect.poll(() => opacityOf('Reorder action 1')).toBe('0');
  await label.hover();
  await expect.poll(() => opacityOf('Reorder action 1')).toBe('1');
  await box(page, 'URL').focus();
  await expect.poll(() => opacityOf('Remove action 2')).toBe('1');
  await rest.call('DELETE', `templates/${String(made['id'])}`);
});
