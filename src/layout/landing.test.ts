import { describe, expect, it } from 'vitest';
import { elsewhereTarget, groupRoots, rootTarget } from './landing.ts';
import { productsOf } from './products.ts';

const item = (name: string, path: string) => ({ name, label: name, icon: name, path });
const main = { id: 'main', items: [item('member', '/members'), item('profile', '/audience')] };
const chatbot = { id: 'chatbot', label: 'Chatbot', items: [item('template', '/chatbot/template')] };
const campaign = { id: 'campaign', label: 'Campaign', items: [item('broadcast', '/campaign/broadcast')] };
const audience = { id: 'main', items: [item('profile', '/audience')] };

const owner = {
  access: { products: { cim: ['entry'], chatbot: ['entry'], campaign: ['entry'] } },
  menu: [main, chatbot, campaign],
  pages: [],
};
const writer = { access: { products: { chatbot: ['entry'] } }, menu: [audience, chatbot], pages: [] };
const admin = { access: { products: { cim: ['entry'] } }, menu: [main], pages: [] };
const agent = { access: { products: { livechat: ['entry'] } }, menu: [], pages: [] };

describe('the root', () => {
  it('lets someone with several products choose, once', () => {
    expect(rootTarget(owner)).toBe('/products');
    expect(rootTarget({ ...owner, chosen: 'campaign' })).toBe('/campaign/broadcast');
    expect(rootTarget({ ...owner, chosen: 'one that is gone' })).toBe('/products');
  });
  it('leads straight into the only product', () => {
    expect(rootTarget(writer)).toBe('/chatbot/template');
    expect(rootTarget(admin)).toBe('/members');
  });
  it('leads to the dashboard, once there is one, who has no other screen', () => {
    expect(rootTarget(agent)).toBeUndefined();
    expect(rootTarget({ ...agent, pages: ['/dashboard/overview'] })).toBe('/dashboard/overview');
  });
});

describe('an address that is no screen', () => {
  it('leads to the dashboard whoever has chatbot, campaign or livechat', () => {
    const pages = ['/dashboard/overview'];
    for (const person of [owner, writer, agent]) {
      expect(elsewhereTarget({ ...person, pages })).toBe('/dashboard/overview');
    }
  });
  it('leads where the root leads as long as there is no dashboard', () => {
    expect(elsewhereTarget(writer)).toBe('/chatbot/template');
    expect(elsewhereTarget(agent)).toBe('/');
  });
  it('is an error for everyone else', () => {
    expect(elsewhereTarget({ ...admin, pages: ['/dashboard/overview'] })).toBe('/error');
  });
});

it('the root of a group leads to its first screen', () => {
  expect(groupRoots(owner.menu)).toEqual([
    { path: '/chatbot', to: '/chatbot/template' },
    { path: '/campaign', to: '/campaign/broadcast' },
  ]);
});

it('products are offered that the person has and that lead somewhere', () => {
  const access = { products: { chatbot: ['entry'], livechat: ['entry'], report: ['entry'] } };
  const offered = productsOf(access, [audience, chatbot], 'https://livechat.example/');
  expect(offered.map(({ id, path, url }) => path ?? `${id} ${url}`)).toEqual([
    '/chatbot/template',
    'livechat https://livechat.example/',
  ]);
});
