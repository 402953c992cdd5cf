import { expect, test } from './support/fixtures.ts';
import { restAs } from './support/rest.ts';

/** Screens beyond lists and new records, which `entities.spec.ts` looks at; `:id` is the first record of `of`. */
const SCREENS: [path: string, role: string | undefined, of?: string][] = [
  ['/login', undefined],
  ['/request-reset-password', undefined],
  ['/error', undefined],
  ['/404', undefined],
  ['/products', 'owner'],
  ['/user-profile', 'cim.admin'],
  ['/members', 'cim.admin'],
  ['/members/create', 'cim.admin'],
  ['/members/:id', 'cim.admin', 'members'],
  ['/members/:id/edit', 'cim.admin', 'members'],
  ['/audit', 'cim.admin'],
  ['/system', 'cim.admin'],
  ['/audience/:id', 'chatbot.admin', 'audiences'],
  ['/reports', 'chatbot.admin'],
  ['/chatbot/report', 'chatbot.admin'],
  ['/audience/:id/edit', 'chatbot.admin', 'audiences'],
  ['/chatbot/entity/:id', 'chatbot.admin', 'entities'],
  ['/chatbot/intent/quality', 'chatbot.admin'],
  ['/chatbot/mapper/:id', 'chatbot.admin', 'mappers'],
  ['/chatbot/template/editor/:id', 'chatbot.admin', 'templates'],
  ['/campaign/broadcast?_view=calendar', 'campaign.moderator'],
  ['/campaign/broadcast/status/:id', 'campaign.moderator', 'campaigns'],
  ['/campaign/broadcast/editor/:id', 'campaign.admin', 'campaigns'],
  ['/campaign/segment/:id', 'campaign.admin', 'segments'],
  ['/campaign/chatads/editor/:id', 'campaign.admin', 'chatads'],
  ['/campaign/template/editor/:id', 'campaign.admin', 'message-templates'],
  ['/chatbot/bot-variable/:id', 'chatbot.moderator', 'variables'],
];

for (const [path, role, of] of SCREENS) {
  test(`${path} has no serious fault, light and dark, and does not scroll sideways on a phone`, async ({
    page,
    signIn,
    baseURL,
    expectAccessible,
  }) => {
    const first =
      of && role ? await (await restAs(baseURL ?? '', role)).call('GET', `${of}?take=1`) : undefined;
    const [record] = (first?.json ?? []) as { id: string }[];
    const address = path.replace(':id', record?.id ?? '');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await (role === undefined ? page.goto(address) : signIn(role, address));
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expectAccessible('light', 'dark');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('heading').first()).toBeVisible();
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
  });
}
