import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startConsole } from './support/consoleProcess.ts';
import { expect, test as base } from './support/fixtures.ts';
import { type Rest, restAs } from './support/rest.ts';

type Json = Record<string, unknown>;

/** What LINE says of the month. */
const quota = { limit: 1000, used: 0 };

/** A console whose LINE is a server of these tests, which tells of its quota and nothing else. */
const test = base.extend({
  product: [
    async ({}, use) => {
      const line = createServer(({ url }, response) => {
        const said: Record<string, Json> = {
          '/v2/bot/message/quota': { type: 'limited', value: quota.limit },
          '/v2/bot/message/quota/consumption': { totalUsage: quota.used },
        };
        const json = said[url ?? ''];
        response.writeHead(json ? 200 : 404, { 'content-type': 'application/json' });
        response.end(JSON.stringify(json ?? {}));
      }).listen(0, '127.0.0.1');
      await once(line, 'listening');
      const data = mkdtempSync(join(process.env['E2E_DIR'] ?? '.cache', 'checks-'));
      const running = await startConsole('scripts/start.mjs', {
        ...{ DATA_DIR: data, DEMO: '1', DEMO_MESSAGES: '0' },
        LINE_API_URL: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
      });
      await use({ ...running, data });
      await running.stop();
      line.closeAllConnections();
      line.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});
const HOUR_MS = 3_600_000;
let number = 0;
const mark = (): string => `${Date.now()}-${(number += 1)}`;
const text = (said: string): Json => ({ messages: [{ type: 'text', text: said }] });

/** A channel of its own, so that nobody else's tests are held up. */
async function channelOf(rest: Rest, type: string, own: Json = {}): Promise<string> {
  const { id } = await rest.create('channels', { name: `Checked ${mark()}`, type, ...own });
  return String(id);
}
const person = async (rest: Rest, channel: string, own: Json = {}): Promise<string> => {
  const { externalId } = await rest.create('audiences', {
    ...{ displayName: 'Ann', channel, externalId: `P${mark()}`, followState: 'following', ...own },
  });
  return String(externalId);
};
const rules = async (rest: Rest, own: Json): Promise<void> => {
  const { json } = await rest.call('GET', 'networks/current');
  expect(await rest.call('PUT', 'networks/current', { ...(json as Json), ...own })).toMatchObject({
    status: 200,
  });
};

interface Case {
  check: string;
  level: 'warning' | 'stop';
  type: string;
  /** Brings about what the check finds. @returns what the broadcast is besides */
  situation: (rest: Rest, channel: string) => Promise<Json> | Json;
  /** What the channel is besides. */
  channel?: Json;
  /** What the list says. */
  said: string | RegExp;
  undo?: (rest: Rest) => Promise<void>;
}
/** Of the next day at noon in UTC+7, in hours of their own. */
const at = (hours: number): string => {
  const noon = new Date(Date.now() + 48 * HOUR_MS);
  noon.setUTCHours(hours, 0, 0, 0);
  return noon.toISOString();
};
const quiet = (quietRule: string) => async (rest: Rest) => {
  await rules(rest, { quietRule, quietFrom: '22:00', quietUntil: '08:00' });
  return { ...text('Good night'), sendAt: at(17) };
};
const noQuiet = (rest: Rest): Promise<void> => rules(rest, { quietRule: 'off' });

const CASES: Case[] = [
  {
    ...{
      check: 'Channel',
      level: 'warning',
      type: 'LINE',
      said: /is not connected: nothing would be delivered/,
    },
    situation: () => text('Hello'),
  },
  {
    ...{ check: 'Channel', level: 'stop', type: 'LINE', said: /is not active/ },
    async situation(rest, channel) {
      await rest.call('POST', `channels/${channel}/deactivate`, {});
      return text('Hello');
    },
  },
  {
    ...{ check: 'Audience', level: 'warning', type: 'LINE', said: 'Nobody gets it as things are now.' },
    situation: () => ({ ...text('Hello'), target: 'manual', people: 'nobody' }),
  },
  {
    ...{
      check: 'Variables',
      level: 'warning',
      type: 'LINE',
      said: /1 of 2 people has no “pet”: they would see/,
    },
    async situation(rest, channel) {
      await person(rest, channel, { customFields: { pet: 'Mali' } });
      await person(rest, channel);
      return text('How is {{pet}}?');
    },
  },
  {
    ...{ check: 'Variables', level: 'stop', type: 'LINE', said: /Nobody has “pet”: everybody would see/ },
    async situation(rest, channel) {
      await person(rest, channel, { customFields: { pet: 'Mali' }, followState: 'blocked' });
      await person(rest, channel);
      return text('How is {{pet}}?');
    },
  },
  {
    ...{ check: 'Links', level: 'warning', type: 'WEBCHAT', said: '1 link could not be opened.' },
    situation: () => text('Look: http://127.0.0.1:9/closed'),
  },
  {
    ...{ check: 'Links', level: 'stop', type: 'CUSTOM', said: '1 link leads nowhere.' },
    situation: () => text('Look: http://10.0.0.1/inside'),
  },
  {
    ...{ check: 'Test', level: 'warning', type: 'FACEBOOK', said: 'No test was sent.' },
    situation: () => text('Hello'),
  },
  {
    ...{ check: 'Quiet hours', level: 'warning', type: 'WEBCHAT', said: /in the quiet hours/ },
    ...{ situation: quiet('warn'), undo: noQuiet },
  },
  {
    ...{ check: 'Quiet hours', level: 'stop', type: 'LINE', said: /in the quiet hours/ },
    ...{ situation: quiet('refuse'), undo: noQuiet },
  },
];

/** Broadcasts that take the places of an hour. */
const places: string[] = [];
/** Schedules so many broadcasts for an hour, which leaves fewer places in it. */
const inAnHour = (count: number, hours: number) => async (rest: Rest, channel: string) => {
  const sendAt = at(hours);
  for (let one = 0; one < count; one += 1) {
    const { id } = await rest.create('campaigns', {
      ...{ name: `Place ${mark()}`, channel, target: 'manual', people: 'nobody', content: 'written', sendAt },
      ...text('Hello'),
    });
    expect(await rest.call('POST', `campaigns/${String(id)}/send`, { confirmed: 'all' })).toMatchObject({
      status: 200,
    });
    places.push(String(id));
  }
  return { ...text('Hello'), sendAt };
};
const emptyHour = async (rest: Rest): Promise<void> => {
  for (const id of places.splice(0)) {
    await rest.call('POST', `campaigns/${id}/cancel`, {});
    await rest.call('DELETE', `campaigns/${id}`);
  }
};
const picture = (url: string): Json => ({
  messages: [{ type: 'image', originalContentUrl: url, previewImageUrl: url }],
});

CASES.push(
  {
    ...{ check: 'Monthly quota', level: 'warning', type: 'LINE', said: '1 is left this month, 2 people' },
    channel: { token: 'line-token-1', secret: 'line-secret-1' },
    async situation(rest, channel) {
      quota.used = 999;
      await person(rest, channel);
      await person(rest, channel);
      return text('Hello');
    },
  },
  {
    ...{ check: 'Monthly quota', level: 'stop', type: 'LINE', said: 'All 1,000 of this month are used.' },
    channel: { token: 'line-token-1', secret: 'line-secret-1' },
    async situation(rest, channel) {
      quota.used = 1000;
      await person(rest, channel);
      return text('Hello');
    },
  },
  {
    ...{
      check: 'Sent before',
      level: 'warning',
      type: 'LINE',
      said: /got the same with “Night market weekend”/,
    },
    async situation(rest) {
      const { json } = await rest.call('GET', 'campaigns?status=executed&take=100');
      const sent = (json as Json[]).find(({ name }) => name === 'Night market weekend');
      const { channel, target, segment, messages } = sent ?? {};
      return { channel, target, segment, messages };
    },
  },
  {
    ...{ check: 'Pictures', level: 'warning', type: 'CUSTOM', said: '2 pictures could not be loaded.' },
    situation: () => picture('https://127.0.0.1:9/closed.png'),
  },
  {
    ...{ check: 'Pictures', level: 'stop', type: 'CUSTOM', said: '2 pictures cannot be shown on Custom.' },
    situation: () => picture('https://10.0.0.1/inside.png'),
  },
  {
    ...{ check: '24-hour window', level: 'stop', type: 'FACEBOOK', said: /^.*Nobody wrote within 24 hours/ },
    async situation(rest, channel) {
      await person(rest, channel);
      return text('Hello');
    },
  },
  {
    ...{ check: '24-hour window', level: 'warning', type: 'FACEBOOK', said: /1 person did not write within/ },
    async situation(rest, channel) {
      await person(rest, channel);
      return { ...text('Hello'), sendAt: at(5) };
    },
  },
  {
    ...{ check: 'Broadcasts per hour', level: 'warning', type: 'LINE', said: /takes the last place/ },
    ...{ situation: inAnHour(59, 2), undo: emptyHour },
  },
  {
    ...{ check: 'Broadcasts per hour', level: 'stop', type: 'LINE', said: /60/ },
    ...{ situation: inAnHour(60, 3), undo: emptyHour },
  },
);

const FIRST = new Set(['Channel warning', 'Channel stop', 'Links warning', 'Variables stop']);
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

async function openChecks(page: Page, id: string): Promise<void> {
  await page.goto(`/campaign/broadcast/status/${id}`);
  await page.getByRole('button', { name: 'Schedule', exact: true }).first().click();
  await expect(
    page.getByRole('dialog', { name: 'Schedule?' }).getByRole('list', { name: 'Checks' }),
  ).toBeVisible();
}

for (const { check, level, type, situation, said, undo, channel: connected } of CASES)
  test(`${check}: ${level} on ${type} is shown${level === 'stop' ? ' and holds it' : ', confirmed by name, and in the history'}`, async ({
    page,
    signIn,
    baseURL,
    expectAccessible,
    problems,
  }) => {
    problems.allow(/422/);
    const rest = await restAs(baseURL ?? '', 'owner');
    const channel = await channelOf(rest, type, connected);
    const own = await situation(rest, channel);
    const { id } = await rest.create('campaigns', {
      ...{ name: `Checked ${mark()}`, channel, target: 'everyone', content: 'written', ...own },
    });
    await signIn('campaign.admin', '/campaign/broadcast');
    await openChecks(page, String(id));
    const dialog = page.getByRole('dialog', { name: 'Schedule?' });
    const row = dialog.getByRole('listitem').filter({ has: page.getByText(check, { exact: true }) });
    await expect(row).toContainText(said);
    const schedule = dialog.getByRole('button', { name: 'Schedule', exact: true });
    await expect(schedule).toBeDisabled();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expect(row).toBeVisible();
      // The list is drawn the same for each check.
      if (FIRST.has(`${check} ${level}`)) await expectAccessible('light', 'dark');
    }
    await page.setViewportSize(SIZES[0] as (typeof SIZES)[number]);
    if (level === 'stop') await expect(row.getByRole('img', { name: 'Stops it' })).toBeVisible();
    else {
      for (const box of await dialog.getByRole('checkbox').all()) await box.check();
      await row.getByRole('checkbox').uncheck();
      await expect(schedule).toBeDisabled();
      await row.getByRole('checkbox').check();
      await schedule.click();
      await expect(page.getByText('Broadcast scheduled')).toBeVisible();
      const { json } = await rest.call('GET', `campaigns/${String(id)}/history`);
      const [entry] = json as { operation: string; confirmed: Json[] }[];
      expect(entry).toMatchObject({ operation: 'send' });
      expect(entry?.confirmed.map(({ label }) => label)).toContain(check);
      await page.getByRole('tab', { name: 'History' }).click();
      await page.locator('details > summary').first().click();
      await expect(page.getByText('Confirmed before:')).toBeVisible();
      await expect(page.getByRole('listitem').filter({ hasText: new RegExp(`^${check}: `) })).toBeVisible();
      await rest.call('POST', `campaigns/${String(id)}/cancel`, {});
    }
    // Nobody looks at what is deleted: it would be told as gone.
    await page.goto('about:blank');
    await undo?.(rest);
    await rest.call('DELETE', `campaigns/${String(id)}`);
    await rest.call('DELETE', `channels/${channel}`);
  });
