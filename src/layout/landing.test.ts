import { describe, expect, it } from 'vitest';
import { unknownPathTarget, groupRoots, rootTarget } from './landing.ts';
import { findProductChoices } from './products.ts';

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
  it('leads someone with several products to the chooser, until one is chosen', () => {
    expect(rootTarget(owner)).toBe('/products');
    expect(rootTarget({ ...owner, chosen: 'campaign' })).toBe('/campaign/broadcast');
    expect(rootTarget({ ...owner, chosen: 'one that is gone' })).toBe('/products');
  });
  it('leads straight into the only product', () => {
    expect(rootTarget(writer)).toBe('/chatbot/template');
    expect(rootTarget(admin)).toBe('/members');
  });
  it('leads someone without another screen to the dashboard, once there is one', () => {
    expect(rootTarget(agent)).toBeUndefined();
    expect(rootTarget({ ...agent, pages: ['/dashboard/overview'] })).toBe('/dashboard/overview');
  });
});

describe('an unknown address', () => {
  it('leads people with chatbot, campaign or livechat to the dashboard', () => {
    const pages = ['/dashboard/overview'];
    for (const person of [owner, writer, agent]) {
      expect(unknownPathTarget({ ...person, pages })).toBe('/dashboard/overview');
    }
  });
  it('leads to the target of the root while there is no dashboard', () => {
    expect(unknownPathTarget(writer)).toBe('/chatbot/template');
    expect(unknownPathTarget(agent)).toBe('/');
  });
  it('is an error for everyone else', () => {
    expect(unknownPathTarget({ ...admin, pages: ['/dashboard/overview'] })).toBe('/error');
  });
});

it('the root of a group leads to its first screen', () => {
  expect(groupRoots(owner.menu)).toEqual([
    { path: '/chatbot', to: '/chatbot/template' },
    { path: '/campaign', to: '/campaign/broadcast' },
  ]);
});

it('offers the products of the person’s rights that lead somewhere', () => {
  const access = { products: { chatbot: ['entry'], livechat: ['entry'], report: ['entry'] } };
  const offered = findProductChoices(access, [audience, chatbot], 'https://livechat.example/');
  expect(offered.map(({ id, path, url }) => path ?? `${id} ${url}`)).toEqual([
    '/chatbot/template',
    'livechat https://livechat.example/',
  ]);
});
