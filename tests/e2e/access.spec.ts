import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

const CHATBOT = ['chatbot.admin', 'chatbot.editor', 'chatbot.developer', 'chatbot.moderator'];
const CAMPAIGN = ['campaign.admin', 'campaign.editor', 'campaign.moderator'];
const LIVECHAT = ['livechat.admin', 'livechat.supervisor', 'livechat.agent'];
const CIM = ['cim.admin', 'cim.user'];
/** Sees the settings, the second without changing them. */
const SETTING = ['cim.admin', 'chatbot.developer'];
const ROLES = [...CIM, ...CHATBOT, ...CAMPAIGN, ...LIVECHAT];
const WRITERS = ['chatbot.admin', 'chatbot.editor', 'chatbot.developer'];

interface Screen {
  path: string;
  heading: string;
  /** Menu entry that leads there. */
  menu?: string;
  roles: string[];
}

/** Who reaches what; everyone else is refused. Written by hand from the roles' description, not from the schemas. */
const SCREENS: Screen[] = [
  { path: '/members', heading: 'Members', menu: 'Users', roles: CIM },
  { path: '/members/create', heading: 'Create member', roles: ['cim.admin'] },
  { path: '/members/teams', heading: 'Teams', roles: CIM },
  { path: '/channel-management', heading: 'Channels', menu: 'Channels', roles: CIM },
  { path: '/channel-management/network', heading: 'Channels', roles: SETTING },
  { path: '/bot-setting', heading: 'Bot setting', menu: 'Setting', roles: SETTING },
  { path: '/dashboard/overview', heading: 'Overview', menu: 'Overview', roles: ROLES },
  { path: '/dashboard/user-journey', heading: 'User journey', menu: 'User journey', roles: ROLES },
  { path: '/audience', heading: 'Audience', menu: 'Audience', roles: [...CHATBOT, ...CAMPAIGN] },
  { path: '/richmenu', heading: 'Rich menus', menu: 'Richmenu', roles: [...CHATBOT, ...CAMPAIGN] },
  {
    path: '/richmenu/editor',
    heading: 'Create rich menu',
    roles: ['chatbot.admin', 'chatbot.editor', 'campaign.admin', 'campaign.editor'],
  },
  {
    path: '/richmenu/management',
    heading: 'Rich menu management',
    roles: [...CHATBOT, ...CAMPAIGN],
  },
  {
    path: '/chatbot/template',
    heading: 'Templates',
    menu: 'Template',
    roles: [...CHATBOT, ...CAMPAIGN],
  },
  { path: '/chatbot/template/editor', heading: 'Create template', roles: WRITERS },
  {
    path: '/chatbot/bot-variable',
    heading: 'Variables',
    menu: 'Variable',
    roles: [...CHATBOT, ...CIM],
  },
  { path: '/chatbot/entity', heading: 'Entities', menu: 'Entity', roles: CHATBOT },
  { path: '/chatbot/intent', heading: 'Intents', menu: 'Intent', roles: CHATBOT },
  { path: '/chatbot/mapper', heading: 'Mappers', menu: 'Mapper', roles: CHATBOT },
  // Its entry in the menu has a number beside its words.
  { path: '/chatbot/not-understood', heading: 'Not understood', roles: CHATBOT },
  {
    path: '/chatbot/chatlogic',
    heading: 'Chatlogic',
    menu: 'Chatlogic',
    roles: ['chatbot.admin', 'chatbot.developer', 'chatbot.moderator'],
  },
  { path: '/campaign/broadcast', heading: 'Broadcasts', menu: 'Broadcast', roles: CAMPAIGN },
  {
    path: '/campaign/broadcast/editor',
    heading: 'Create broadcast',
    roles: ['campaign.admin', 'campaign.editor'],
  },
  { path: '/campaign/segment', heading: 'Segments', menu: 'Segment', roles: CAMPAIGN },
  { path: '/campaign/chatads', heading: 'Line ChatAds', menu: 'Line ChatAds', roles: CAMPAIGN },
  {
    path: '/campaign/template',
    heading: 'Message templates',
    menu: 'Message template',
    roles: CAMPAIGN,
  },
  {
    path: '/campaign/template/editor',
    heading: 'Create message template',
    roles: ['campaign.admin', 'campaign.editor'],
  },
  { path: '/reports', heading: 'Report', menu: 'Report', roles: CHATBOT },
  { path: '/chatbot/report', heading: 'Report not found', roles: CHATBOT },
  { path: '/audit', heading: 'Audit log', menu: 'Audit log', roles: ['cim.admin'] },
  { path: '/system', heading: 'System', menu: 'System', roles: ['cim.admin'] },
  { path: '/user-profile', heading: 'User profile', roles: ROLES },
];
/** Editors and dialogs, visited by those who are refused there; src/console/editors.test.ts has the whole table. */
const EDITORS: Record<string, string[]> = {
  '/richmenu/management/some/editor': [
    'chatbot.admin',
    'chatbot.editor',
    'campaign.admin',
    'campaign.editor',
  ],
  '/members/teams/create': ['cim.admin'],
  '/campaign/broadcast/editor/some': ['campaign.admin', 'campaign.editor'],
};
const REFUSED = 'You are not allowed to access this page';
/** These load each address anew, as a link in a mail does; the others go there within the console, which takes a fifth of the time. */
const LOADED = ['chatbot.moderator', 'livechat.agent'];
const MENU = SCREENS.filter(({ menu }) => menu !== undefined);

/** Goes to an address as the browser's own buttons do. */
async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

for (const role of ROLES) {
  test(`${role} reaches its screens, sees no others in the menu and is refused at their addresses`, async ({
    page,
    signIn,
  }) => {
    await signIn(role, '/user-profile');
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await expect(page.getByRole('link', { name: /^User profile of/ })).toBeVisible();
    for (const { menu: label = '', roles } of MENU) {
      await expect
        .soft(menu.getByRole('link', { name: label, exact: true }), label)
        .toHaveCount(roles.includes(role) ? 1 : 0);
    }
    for (const { path, heading, roles } of SCREENS) {
      if (LOADED.includes(role)) await page.goto(path);
      else await visit(page, path);
      const open = page.getByRole('heading', { level: 1, name: heading, exact: true });
      const refused = page.getByRole('heading', { level: 1, name: REFUSED });
      await expect.soft(roles.includes(role) ? open : refused, path).toBeVisible();
    }
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const closed = Object.keys(EDITORS).filter((path) => !EDITORS[path]?.includes(role));
    for (const path of closed) {
      await visit(page, path);
      await expect.soft(page.getByRole('heading', { level: 1, name: REFUSED }), path).toBeVisible();
    }
    expect(asked.filter((url) => url.endsWith('/some'))).toEqual([]);
  });
}

test.describe('someone who is not signed in', () => {
  test('is sent to the login, wherever they go', async ({ page }) => {
    for (const path of [
      '/',
      '/nowhere',
      '/dashboard',
      '/campaign',
      ...SCREENS.map((screen) => screen.path).filter((one) => one !== '/chatbot/report'),
    ]) {
      await page.goto(path);
      await expect.soft(page, path).toHaveURL(/\/login$/);
    }
  });

  test('comes back to a report, and to nothing else', async ({ page }) => {
    await page.goto('/chatbot/report/42?x=1');
    await expect(page).toHaveURL('/login?redirect=%2Fchatbot%2Freport%2F42%3Fx%3D1');
    await page.goto('/chatbot/report');
    await expect(page).toHaveURL('/login?redirect=%2Fchatbot%2Freport');
    await page.goto('/change-password');
    await expect(page).toHaveURL(/\/login$/);
    await page.goto('/reset-password');
    await expect(page).toHaveURL(/\/login$/);
    for (const path of ['/error', '/404']) {
      await page.goto(path);
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('link', { name: 'Back to home' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Back to login' })).toHaveCount(0);
    }
  });
});

test('signed-in people on sign-in pages go on; unknown addresses lead home or to the error page', async ({
  page,
  signIn,
}) => {
  await signIn('chatbot.editor', '/login');
  await expect(page).toHaveURL('/products');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Chatbot/ })
    .click();
  await expect(page).toHaveURL('/chatbot/template');
  await page.goto('/login?redirect=//evil.example/');
  await expect(page).toHaveURL('/chatbot/template');
  for (const path of ['/reset-password', '/chatbot']) {
    await page.goto(path);
    await expect(page).toHaveURL('/chatbot/template');
  }
  for (const path of ['/nowhere', '/campaign', '/dashboard']) {
    await page.goto(path);
    await expect(page).toHaveURL('/dashboard/overview');
    await expect(page.getByText(`There is no page at ${path}`)).toHaveCount(path === '/nowhere' ? 1 : 0);
  }
  await signIn('cim.user', '/');
  await expect(page).toHaveURL('/members');
  await page.goto('/nowhere');
  await expect(page).toHaveURL('/error');
  await expect(page.getByRole('heading', { name: 'Oops! something went wrong' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back to login' })).toBeVisible();
});

test('someone with several products chooses one, which is home from then on', async ({ page, signIn }) => {
  await signIn('owner', '/');
  await expect(page.getByRole('heading', { name: 'Choose a product' })).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: /Team management/ })
    .click();
  await expect(page).toHaveURL('/members');
  await page.goto('/');
  await expect(page).toHaveURL('/members');
  await page.getByRole('link', { name: 'Products' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /Chatbot/ })
    .click();
  await expect(page).toHaveURL('/chatbot/template');
});
