import { describe, expect, it } from 'vitest';
import { hasScreen, pathOf, routeOf, screenAt, viewsOf } from './paths.ts';

const access = { read: ['a.b'], create: ['a.b'], update: ['a.b'], delete: ['a.b'] };
const template = {
  ...{ name: 'template', access },
  source: 'table' as const,
  routes: {
    list: '/chatbot/template',
    create: '/chatbot/template/editor',
    edit: '/chatbot/template/editor/:id',
  },
};

describe('pathOf', () => {
  it('returns the paths of the schema', () => {
    expect(pathOf(template, 'list')).toBe('/chatbot/template');
    expect(pathOf(template, 'create')).toBe('/chatbot/template/editor');
    expect(pathOf(template, 'edit', 'a1')).toBe('/chatbot/template/editor/a1');
  });

  it('returns the form where there is no show view', () => {
    expect(pathOf(template, 'show', 'a1')).toBe('/chatbot/template/editor/a1');
  });

  it('encodes parameters', () => {
    expect(pathOf(template, 'edit', 'a/b?c')).toBe('/chatbot/template/editor/a%2Fb%3Fc');
  });

  it('fills the parameters of nested routes', () => {
    const link = {
      name: 'rich-menu-link',
      routes: { list: '/m/:channelId', create: '/m/:channelId/editor', edit: '/m/:channelId/editor/:id' },
    };
    expect(pathOf(link, 'edit', '7', { channelId: 'c1' })).toBe('/m/c1/editor/7');
    expect(() => pathOf(link, 'create')).toThrow('channelId');
  });

  it('throws for entities without screens', () => {
    const hidden = { name: 'network', routes: false as const };
    expect(hasScreen(hidden)).toBe(false);
    expect(() => routeOf(hidden, 'list')).toThrow('network');
  });
});

describe('screenAt', () => {
  it('finds the view that a path leads to', () => {
    expect(screenAt([template], '/chatbot/template')).toMatchObject({ view: 'list', params: {} });
    expect(screenAt([template], '/chatbot/template/editor')).toMatchObject({ view: 'create' });
    expect(screenAt([template], '/chatbot/template/editor/a%2Fb/')).toMatchObject({
      view: 'edit',
      params: { id: 'a/b' },
    });
    expect(screenAt([template], '/elsewhere')).toBeUndefined();
  });

  it('prefers a fixed path to one with parameters', () => {
    const member = {
      ...{ name: 'member', access },
      source: 'table' as const,
      routes: { list: '/members', create: '/members/new', edit: '/members/:id' },
    };
    expect(screenAt([member], '/members/new')).toMatchObject({ view: 'create' });
  });

  it('accepts malformed escapes', () => {
    expect(screenAt([template], '/chatbot/template/editor/%')).toMatchObject({ params: { id: '%' } });
  });

  it('has no form of a read-only entity', () => {
    const routes = { ...template.routes, edit: '/visits/:id', show: '/visits/:id' };
    const visit = { name: 'visit', source: 'events' as const, access, routes };
    expect(viewsOf(visit)).toEqual(['list', 'show']);
    expect(screenAt([visit], '/visits/a1')).toMatchObject({ view: 'show', params: { id: 'a1' } });
    expect(screenAt([visit], '/chatbot/template/editor')).toBeUndefined();
  });

  it('has no create view of an entity that nobody may create', () => {
    const found = { ...template, access: { ...access, create: [] } };
    expect(viewsOf(found)).toEqual(['list', 'edit']);
    expect(screenAt([found], '/chatbot/template/editor')).toBeUndefined();
    expect(screenAt([found], '/chatbot/template/editor/a1')).toMatchObject({ view: 'edit' });
  });
});
