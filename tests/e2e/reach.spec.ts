import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { choose } from './support/entityScenario.ts';
import { restAs } from './support/rest.ts';

const EDITOR = '/campaign/broadcast/editor';

/** A draft's form on the demo's LINE channel with one text, whose variables are typed. */
async function typeBroadcast(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await choose(page.locator('main'), 'Channel', 'Siam Lifestyle');
  await page.getByRole('button', { name: 'Add message' }).click();
  await page.getByRole('menuitem', { name: /^Text/ }).click();
}

test('everyone is all friends until a text names something of a person, which is offered while it is typed', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn('campaign.admin', EDITOR);
  await typeBroadcast(page, `Reach ${Date.now()}`);
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill('New in our shop');
  const friends = page.getByText(/All friends of the channel: [\d,]+ by LINE’s count of (yesterday|today)/);
  await expect(friends).toBeVisible();
  const whole = page.getByRole('status').filter({ hasText: /^[\d,]+\s*would get it$/ });
  await expect(whole).toBeVisible();
  await text.pressSequentially(', {{disp');
  await page.getByRole('option', { name: /^display_name/ }).click();
  await expect(text).toHaveValue('New in our shop, {{display_name}}');
  await expect(page.getByText(/{{display_name}} differs from person to person/)).toBeVisible();
  await expect(page.getByText(/of [\d,]+ would get it/)).toBeVisible();
  await expect(whole).toHaveCount(0);
  await expectAccessible('light', 'dark');
});

test('people who are left out are counted, stored with the broadcast and shown', async ({
  page,
  signIn,
  baseURL,
}) => {
  const rest = await restAs(baseURL ?? '', 'owner');
  const mark = String(Date.now());
  const segment = await rest.create('segments', {
    name: `Thai ${mark}`,
    who: { match: 'all', conditions: [{ field: 'language', is: 'any', languages: ['th'] }] },
  });
  const name = `Not them ${mark}`;
  await signIn('campaign.admin', EDITOR);
  await typeBroadcast(page, name);
  await page.getByRole('textbox', { name: 'Text' }).fill('Hello');
  // One line while nobody is.
  await expect(page.getByText('Leave out segments')).toHaveCount(0);
  await page.getByRole('button', { name: 'Leave out Nobody' }).click();
  await choose(page.locator('main'), 'Leave out segments', `Thai ${mark}`);
  await expect(page.getByText(/Somebody is left out, so it goes only to people known here/)).toBeVisible();
  await expect(page.getByText('Left out', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Broadcast created')).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const { json } = await rest.call('GET', `campaigns/${id}`);
  expect(json).toMatchObject({ withoutSegments: [segment['id']] });
  await page.goto(`/campaign/broadcast/status/${id}`);
  await expect(page.getByText(`Thai ${mark}`).first()).toBeVisible();
  // Its page asks how far it is as long as it is open.
  await page.goto('about:blank');
  await rest.call('DELETE', `campaigns/${id}`);
  await rest.call('DELETE', `segments/${String(segment['id'])}`);
});

test('a preview has the values of a person who is chosen, or of one after the other who gets it', async ({
  page,
  signIn,
  baseURL,
  expectAccessible,
}) => {
  const rest = await restAs(baseURL ?? '', 'owner');
  const { json: channels } = await rest.call('GET', 'channels?keyword=Siam%20Lifestyle&take=1');
  const [channel] = channels as { id: string }[];
  const person = await rest.create('audiences', {
    ...{ displayName: `Malee ${Date.now()}`, channel: channel?.id, externalId: `U-preview-${Date.now()}` },
    ...{ customFields: { [`nick${Date.now()}`]: 'Mali' } },
  });
  const [field = ''] = Object.keys(person['customFields'] as object);
  await signIn('campaign.admin', EDITOR);
  await page.setViewportSize({ width: 1440, height: 1000 });
  await typeBroadcast(page, `Preview ${Date.now()}`);
  await page
    .getByRole('textbox', { name: 'Text' })
    .fill(`Dear {{${field}|friend}} {{display_name}}, {{language|your language}}`);
  const phone = page.getByRole('region', { name: 'As LINE shows it' });
  await expect(phone.getByText(/Dear friend {{display_name}}, your language/)).toBeVisible();
  const picker = page.getByRole('combobox', { name: 'Preview with a person' });
  await picker.fill(String(person['displayName']));
  await page.getByRole('option', { name: String(person['displayName']) }).click();
  await expect(phone.getByText(`Dear Mali ${String(person['displayName'])}, your language`)).toBeVisible();
  await expect(page.getByText('No value: {{language}} reads “your language”')).toBeVisible();
  await expectAccessible('light', 'dark');
  const next = page.getByRole('button', { name: 'Next person' });
  await next.click();
  await expect(picker).not.toHaveValue(String(person['displayName']));
  const first = await picker.inputValue();
  await expect(
    phone.getByText(new RegExp(`Dear friend ${first.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')},`)),
  ).toBeVisible();
  await next.click();
  await expect(picker).not.toHaveValue(first);
  await page.getByRole('button', { name: 'Previous person' }).click();
  await expect(picker).toHaveValue(first);
  await rest.call('DELETE', `audiences/${String(person['id'])}`);
});
