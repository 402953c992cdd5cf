import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { startConsole } from './support/consoleProcess.ts';
import {
  broadcast,
  channelOf,
  inHours,
  isThisMonth,
  type Json,
  type CheckContext,
  person,
  picture,
  updateRules,
  sendFirst,
  deleteCreated,
  fillHour,
  text,
  type Type,
  TYPES,
  upload,
  receiveMessage,
} from './support/checks/records.ts';
import { type Site, startSite } from './support/checks/site.ts';
import { expect, test as base } from './support/fixtures.ts';
import { restAs } from './support/rest.ts';
import { SIZES } from './support/sizes.ts';

/** A console whose platforms are a server of these tests, with an address at which platforms would fetch its files. */
const test = base.extend<object, { site: Site }>({
  site: [
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      site.close();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ site }, use) => {
      const data = mkdtempSync(join(process.env['E2E_DIR'] ?? '.cache', 'checks-'));
      const running = await startConsole('scripts/start.mjs', {
        ...{ DATA_DIR: data, DEMO: '1', DEMO_MESSAGES: '0', PUBLIC_URL: 'https://console.example' },
        ...{ LINE_API_URL: site.address, GRAPH_API_URL: site.address },
      });
      await use({ ...running, data });
      await running.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** Outside of any window of 24 hours, and half a day from now by the clock: what goes out at once is not within the quiet hours around it. */
const BUSY = inHours(36);
/** Outside of these. */
const WELL = inHours(39);

type Level = 'ok' | 'warning' | 'stop';
/** What the list says of a check at a level. Each stands for every type of channel, or for those that have it. */
type Table = Record<string, Partial<Record<Level, string | RegExp>> & { only?: Type[] }>;
const TABLE: Table = {
  Channel: {
    ok: /” is connected\./,
    warning: /^Channel The last test of “.*” failed/,
    stop: /is not active/,
  },
  Audience: { ok: '1 person gets it.', warning: 'Nobody gets it as things are now.' },
  '24-hour window': {
    only: ['FACEBOOK'],
    ...{
      ok: 'All wrote within 24 hours.',
      warning: 'Only people who write in the 24 hours before it starts get it.',
      stop: /^.*Nobody wrote/,
    },
  },
  'Monthly quota': {
    only: ['LINE'],
    ok: isThisMonth(WELL) ? '989 of 1,000 are left after it.' : 'It counts in a later month.',
    // On the last days of a month nothing that begins later counts in it.
    ...(isThisMonth(BUSY) && {
      warning: '1 is left this month, 2 people would get it.',
      stop: 'All 1,000 of this month are used.',
    }),
  },
  Variables: {
    ok: '1 variable is filled in for everybody.',
    warning: /1 of 2 people has no “pet”: they would see/,
    stop: /Nobody has “pet”: everybody would see/,
  },
  Links: { ok: '1 link answers.', warning: '1 link could not be opened.', stop: '1 link leads nowhere.' },
  Pictures: {
    ...{ ok: '2 pictures load.', warning: '2 pictures could not be loaded.' },
    stop: /2 pictures cannot be shown on /,
  },
  Test: { ok: /A test was sent on/, warning: 'No test was sent.' },
  'Sent before': {
    ok: 'Nobody gets the same twice within 7 days.',
    warning: /2 people got the same with “Checked/,
  },
  Time: { stop: /^.*You cannot choose time in the past/ },
  'Broadcasts per hour': {
    ...{ ok: /places are free in its hour/, warning: 'It takes the last place of its hour.' },
    stop: /^.*60 broadcasts begin in that hour already/,
  },
  'Quiet hours': { ok: /It starts outside/, warning: /in the quiet hours/, stop: /in the quiet hours/ },
};

/** Not at the same time as the others of its level: there is nobody, it begins within the hour, or its time is over. */
const APART = ['Audience warning', '24-hour window stop', 'Time stop'];
const cellsOf = (level: Level, type: Type): [string, string | RegExp][] =>
  Object.entries(TABLE).flatMap(([check, { only = TYPES, [level]: said }]) =>
    said !== undefined && only.includes(type) && !APART.includes(`${check} ${level}`) ? [[check, said]] : [],
  );

const everyCell = (): string[] =>
  Object.entries(TABLE)
    .flatMap(([check, { only = TYPES, ...levels }]) =>
      Object.keys(levels).flatMap((level) => only.map((type) => `${check}: ${level} on ${type}`)),
    )
    .toSorted();

/** Hours and minutes of the workspace, so many hours from it. */
const wallTime = (hours: number): string =>
  `${String((new Date(BUSY).getUTCHours() + 24 + 7 + hours) % 24).padStart(2, '0')}:00`;

const messagesOf = (said: string, url: string): Json => ({
  messages: [{ type: 'text', text: said }, picture(url)],
});

/** Opens the dialog in the page that is open: the console finds its way without loading anew. */
async function openChecks(page: Page, id: string): Promise<Locator> {
  await page.evaluate((path) => {
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, `/campaign/broadcast/status/${id}`);
  await page.getByRole('button', { name: 'Schedule', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Schedule?' });
  await expect(dialog.getByText(/checks? passed$/)).toBeVisible();
  return dialog;
}
const rowOf = (page: Page, dialog: Locator, check: string): Locator =>
  dialog.getByRole('listitem').filter({ has: page.getByText(check, { exact: true }) });
const close = (dialog: Locator): Promise<void> => dialog.getByRole('button', { name: 'Cancel' }).click();

/** Expects what the dialog says of checks at their level. */
async function expectCells(
  page: Page,
  dialog: Locator,
  [level, type]: [Level, Type],
  cells = cellsOf(level, type),
): Promise<void> {
  if (level === 'ok') await dialog.getByText(/checks? passed$/).click();
  for (const [check, said] of cells) {
    const cell = `${check}: ${level} on ${type}`;
    seen.add(cell);
    if (level === 'ok') {
      const term = dialog.locator('dl > div').filter({ has: page.getByText(check, { exact: true }) });
      await expect.soft(term, cell).toContainText(said);
      continue;
    }
    const row = rowOf(page, dialog, check);
    await expect.soft(row, cell).toContainText(said);
    const sign = level === 'stop' ? row.getByRole('img', { name: 'Stops it' }) : row.getByRole('checkbox');
    await expect.soft(sign, cell).toBeVisible();
  }
  const schedule = dialog.getByRole('button', { name: 'Schedule', exact: true });
  if (level !== 'ok') await expect(schedule).toBeDisabled();
}

/** Confirms each warning by name, schedules, and expects the names in the history. */
async function expectConfirmed(
  page: Page,
  dialog: Locator,
  { rest }: CheckContext,
  id: string,
): Promise<void> {
  const schedule = dialog.getByRole('button', { name: 'Schedule', exact: true });
  const boxes = await dialog.getByRole('checkbox').all();
  for (const box of boxes) await box.check();
  for (const box of boxes) {
    await box.uncheck();
    await expect(schedule).toBeDisabled();
    await box.check();
  }
  await expect(schedule).toBeEnabled();
  await schedule.click();
  await expect(page.getByText('Broadcast scheduled').last()).toBeVisible();
  await expect(dialog).toBeHidden();
  const { json } = await rest.call('GET', `campaigns/${id}/history`);
  const [entry] = json as { operation: string; confirmed: { label: string }[] }[];
  expect(entry).toMatchObject({ operation: 'send' });
  const labels = (entry?.confirmed ?? []).map(({ label }) => label);
  expect(labels).toHaveLength(boxes.length);
  await page.getByRole('tab', { name: 'History' }).click();
  await page.locator('details > summary').first().click();
  await expect(page.getByText('Confirmed before:')).toBeVisible();
  for (const label of labels)
    await expect
      .soft(page.getByRole('listitem').filter({ hasText: new RegExp(`^${label}: `) }), label)
      .toBeVisible();
}

/** Cells that were looked at. */
const seen = new Set<string>();

test('each check is shown at each level on each type of channel, and its warnings are confirmed by name', async ({
  page,
  signIn,
  baseURL,
  site,
  expectAccessible,
}) => {
  const url = baseURL ?? '';
  const maker: CheckContext = { rest: await restAs(url, 'owner'), url, site, made: [] };
  const uploaded = await upload(maker);
  await signIn('campaign.admin', '/campaign/broadcast');
  await expect(page.getByRole('link', { name: 'Create' }).first()).toBeVisible();
  /** The list of checks is drawn the same on each type of channel. */
  const expectFits = async (dialog: Locator): Promise<void> => {
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expect(dialog.getByText(/checks? passed$/)).toBeVisible();
      await expectAccessible('light', 'dark');
    }
    await page.setViewportSize(SIZES[0]);
  };

  await updateRules(maker, {
    undoSeconds: 0,
    quietRule: 'warn',
    quietFrom: wallTime(-1),
    quietUntil: wallTime(1),
  });
  for (const type of TYPES)
    await test.step(`what is well, on ${type}`, async () => {
      site.quota.used = 10;
      const channel = await channelOf(maker, type);
      await maker.rest.call('POST', `channels/${channel}/test`, {});
      const who = await person(maker, channel, { customFields: { pet: 'Mali' }, tester: true });
      if (type === 'FACEBOOK') await receiveMessage(maker, channel, who);
      const messages = messagesOf(`How is {{pet}}? ${site.address}/page`, uploaded);
      const sendAt = type === 'FACEBOOK' ? undefined : WELL;
      const { id } = await broadcast(maker, { channel, ...messages, ...(sendAt && { sendAt }) });
      const tested = await maker.rest.call('POST', `campaigns/${id}/test-send`, { testers: [who['id']] });
      expect(tested).toMatchObject({ status: 200 });
      const dialog = await openChecks(page, id);
      await expectCells(page, dialog, ['ok', type]);
      await expect(dialog.getByRole('list', { name: 'Checks' })).toBeHidden();
      await expect(dialog.getByRole('button', { name: 'Schedule', exact: true })).toBeEnabled();
      if (type === 'LINE') await expectFits(dialog);
      await close(dialog);
    });

  const full = await channelOf(maker, 'CUSTOM');
  await fillHour(maker, 59, full, BUSY);
  for (const type of TYPES)
    await test.step(`what is a warning, on ${type}`, async () => {
      site.quota.used = 999;
      const channel = await channelOf(maker, type);
      for (const own of [{ customFields: { pet: 'Mali' } }, {}]) {
        const who = await person(maker, channel, own);
        if (type === 'FACEBOOK') await receiveMessage(maker, channel, who);
      }
      const closed = 'https://127.0.0.1:9/closed.png';
      const own = { channel, ...messagesOf(`How is {{pet}}? ${site.address}/busy`, closed) };
      await sendFirst(maker, own);
      site.acceptsCredentials = false;
      await maker.rest.call('POST', `channels/${channel}/test`, {});
      site.acceptsCredentials = true;
      const nobody = { target: 'manual', people: 'nobody' };
      const apart = await openChecks(page, (await broadcast(maker, { ...own, ...nobody })).id);
      await expectCells(page, apart, ['warning', type], [['Audience', TABLE['Audience']?.warning ?? '']]);
      await close(apart);
      const { id } = await broadcast(maker, { ...own, sendAt: BUSY });
      const dialog = await openChecks(page, id);
      await expectCells(page, dialog, ['warning', type]);
      if (type === 'LINE') await expectFits(dialog);
      await expectConfirmed(page, dialog, maker, id);
      // It gives its place to the next one.
      await maker.rest.call('POST', `campaigns/${id}/cancel`, {});
    });

  await fillHour(maker, 1, full, BUSY);
  await updateRules(maker, { quietRule: 'refuse' });
  for (const type of TYPES)
    await test.step(`what stops it, on ${type}`, async () => {
      site.quota.used = 1000;
      const channel = await channelOf(maker, type);
      const who = await person(maker, channel);
      // Its time is over by the end of this step.
      const until = Date.now() + 1_500;
      const sendAt = new Date(until).toISOString();
      const past = await broadcast(maker, { channel, ...text('Hello'), sendAt });
      const own = {
        channel,
        ...messagesOf(`How is {{pet}}? ${site.address}/gone`, 'https://10.0.0.1/inside.png'),
      };
      if (type === 'FACEBOOK') {
        const soon = await openChecks(page, (await broadcast(maker, { channel, ...text('Hello') })).id);
        const stop = TABLE['24-hour window']?.stop ?? '';
        await expectCells(page, soon, ['stop', type], [['24-hour window', stop]]);
        await close(soon);
        await receiveMessage(maker, channel, who);
      }
      await maker.rest.call('POST', `channels/${channel}/deactivate`, {});
      const { id } = await broadcast(maker, { ...own, sendAt: BUSY });
      const dialog = await openChecks(page, id);
      await expectCells(page, dialog, ['stop', type]);
      if (type === 'LINE') await expectFits(dialog);
      await close(dialog);
      await expect.poll(() => Date.now()).toBeGreaterThan(until);
      const over = await openChecks(page, past.id);
      await expectCells(page, over, ['stop', type], [['Time', TABLE['Time']?.stop ?? '']]);
      await close(over);
    });

  expect([...seen].toSorted()).toEqual(everyCell());
  // Nobody looks at what is deleted: it would be told as gone.
  await page.goto('about:blank');
  await updateRules(maker, { undoSeconds: 30, quietRule: 'off' });
  await deleteCreated(maker);
});
