import { expect, it } from 'vitest';
// oxlint-disable-next-line no-restricted-imports -- what roles may do is no part of what the console reads
import table from '../../schemas/access.json' with { type: 'json' };
import { permissionsOf } from '../../schemas/model/access.ts';
import { mayDo } from '../authProvider/access.ts';
import '../custom/pages.ts';
import { mayOpenPage, findPageAt, registeredPages } from '../resources/menu/pages.ts';
import { mayOpen } from '../resources/mayOpen.ts';
import { routeOf, screenAt, viewsOf } from '../resources/paths.ts';
import { product } from '../resources/product.ts';

/** The product with the rights of each role, which the console does not have. */
const WHOLE = { entities: product.entities, access: table };

const CHATBOT = ['chatbot.admin', 'chatbot.editor', 'chatbot.developer', 'chatbot.moderator'];
const CAMPAIGN = ['campaign.admin', 'campaign.editor', 'campaign.moderator'];
const LIVECHAT = ['livechat.admin', 'livechat.supervisor', 'livechat.agent'];
const CIM = ['cim.admin', 'cim.user'];
const ROLES = [...CIM, ...CHATBOT, ...CAMPAIGN, ...LIVECHAT];
const WRITERS = ['chatbot.admin', 'chatbot.editor', 'chatbot.developer'];
const RULES = ['chatbot.admin', 'chatbot.developer'];
const RULE_READERS = [...RULES, 'chatbot.moderator'];
const CAMPAIGN_WRITERS = ['campaign.admin', 'campaign.editor'];
const MENU_WRITERS = ['chatbot.admin', 'chatbot.editor', ...CAMPAIGN_WRITERS];
const MENUS = [...CHATBOT, ...CAMPAIGN];

/**
 * Every editor, with the roles that may open it. Written by hand from the roles' description, not from the schemas. A form
 * that is the only page of its record is open to readers too: they cannot edit it.
 */
const EDITORS: Record<string, string[]> = {
  '/members/create': ['cim.admin'],
  '/members/:id/edit': ['cim.admin'],
  '/members/teams/create': ['cim.admin'],
  '/members/teams/:id': CIM,
  '/channel-management/create': ['cim.admin'],
  '/channel-management/channels/:id': CIM,
  '/user-profile': ROLES,
  '/channel-management/network': ['cim.admin', 'chatbot.developer'],
  '/bot-setting': ['cim.admin', 'chatbot.developer'],
  '/audience/create': MENU_WRITERS,
  '/audience/:id/edit': MENU_WRITERS,
  '/richmenu/editor': MENU_WRITERS,
  '/richmenu/editor/:id': MENUS,
  '/richmenu/management/:channel/editor': MENU_WRITERS,
  '/richmenu/management/:channel/editor/:id': MENUS,
  '/chatbot/template/editor': WRITERS,
  '/chatbot/template/editor/:id': MENUS,
  '/chatbot/bot-variable/create': WRITERS,
  '/chatbot/bot-variable/:id': [...CHATBOT, ...CIM],
  '/chatbot/entity/create': WRITERS,
  '/chatbot/entity/:id': CHATBOT,
  '/chatbot/intent/create': WRITERS,
  '/chatbot/intent/:id': CHATBOT,
  '/chatbot/intent/tests/create': WRITERS,
  '/chatbot/intent/tests/:id': CHATBOT,
  '/chatbot/mapper/create': WRITERS,
  '/chatbot/mapper/:id': CHATBOT,
  '/chatbot/not-understood/:id': CHATBOT,
  '/chatbot/chatlogic/create': RULES,
  '/chatbot/chatlogic/:id': RULE_READERS,
  '/chatbot/chatlogic/flows/create': RULES,
  '/chatbot/chatlogic/flows/:id': RULE_READERS,
  '/campaign/broadcast/editor': CAMPAIGN_WRITERS,
  '/campaign/broadcast/editor/:id': CAMPAIGN_WRITERS,
  '/campaign/segment/create': CAMPAIGN_WRITERS,
  '/campaign/segment/:id': CAMPAIGN,
  '/campaign/chatads/editor': CAMPAIGN_WRITERS,
  '/campaign/chatads/editor/:id': CAMPAIGN,
  '/campaign/template/editor': CAMPAIGN_WRITERS,
  '/campaign/template/editor/:id': CAMPAIGN,
};

it('the table has every editor', () => {
  const generated = product.entities.flatMap((model) =>
    viewsOf(model)
      .filter((view) => view === 'create' || view === 'edit')
      .map((view) => routeOf(model, view)),
  );
  const tabs = product.forms.flatMap(({ tab }) => (tab ? [tab.route] : []));
  const written = registeredPages().flatMap(({ pattern }) => (pattern.includes('/editor') ? [pattern] : []));
  expect(Object.keys(EDITORS).toSorted()).toEqual(
    [...new Set([...generated, ...tabs, ...written])].toSorted(),
  );
});

it.each(ROLES)('%s opens the editors whose operation it has, and is denied the others', (role) => {
  const access = permissionsOf([role], WHOLE);
  const opened = Object.keys(EDITORS).filter((route) => {
    const address = route.replaceAll(/:\w+/g, 'x');
    const page = findPageAt(address);
    if (page) return mayOpenPage(access, page.page);
    const form = product.forms.find(({ tab }) => tab?.route === route);
    if (form) return form.tab?.of === undefined || mayDo(access, form.of ?? '', 'show');
    const found = screenAt(product.entities, address);
    return found && mayOpen((entity, action) => mayDo(access, entity, action), found.model, found.view);
  });
  expect(opened).toEqual(Object.keys(EDITORS).filter((route) => EDITORS[route]?.includes(role)));
});
