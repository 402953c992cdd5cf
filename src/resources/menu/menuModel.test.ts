import { describe, expect, it } from 'vitest';
import type { ConsoleEntity } from '../product.ts';
import { findActiveItem, buildMenu } from './menuModel.ts';

const entity = (name: string, group: string, order: number, list = `/${name}`): ConsoleEntity =>
  ({
    name,
    menu: { group, order, icon: name, label: name },
    routes: { list, create: `${list}/new`, edit: `${list}/:id` },
  }) as ConsoleEntity;

const groups = [
  { id: 'main', order: 0 },
  { id: 'chatbot', label: 'Chatbot', icon: 'chatbot', order: 1 },
  { id: 'chatbot.content', order: 2 },
  { id: 'chatbot.decision', order: 3 },
  { id: 'setting', order: 4 },
];
const entities = [
  entity('entity', 'chatbot.decision', 1, '/chatbot/entity'),
  entity('variable', 'chatbot.content', 2, '/chatbot/bot-variable'),
  entity('template', 'chatbot.content', 1, '/chatbot/template'),
  entity('team', 'main', 11, '/teams'),
  entity('member', 'main', 10, '/members'),
];
const all = () => true;

describe('the side menu', () => {
  it('stands in the order of groups and of entries within them', () => {
    const menu = buildMenu(groups, entities, all);
    expect(menu.map(({ label, items }) => [label, items.map(({ name }) => name)])).toEqual([
      [undefined, ['member', 'team']],
      ['Chatbot', ['template', 'variable', 'entity']],
    ]);
  });

  it('has only what the person may read, and no empty group', () => {
    const menu = buildMenu(groups, entities, (name) => name === 'team');
    expect(menu.flatMap(({ items }) => items.map(({ path }) => path))).toEqual(['/teams']);
    expect(menu).toHaveLength(1);
  });

  it('leaves out what has no screen or wants no entry', () => {
    const hidden = [
      { ...entity('a', 'main', 1), routes: false as const },
      { ...entity('b', 'main', 1), menu: false as const },
    ];
    expect(buildMenu(groups, hidden, all)).toEqual([]);
  });

  it('takes hand-written pages in among the entities', () => {
    const page = {
      name: 'dashboard',
      label: 'Dashboard',
      icon: 'dashboard',
      path: '/dashboard',
      group: 'main',
      order: 1,
    };
    expect(buildMenu(groups, entities, all, [page])[0]?.items[0]?.name).toBe('dashboard');
  });

  it('has one entry for lists that stand beside each other, leading to the first that may be read', () => {
    const tabs = [
      entity('member', 'main', 10, '/members'),
      { ...entity('team', 'main', 1, '/members/teams'), menu: false as const, tabOf: 'member' },
    ];
    const pathsFor = (mayRead: (name: string) => boolean) =>
      buildMenu(groups, tabs, mayRead).flatMap(({ items }) => items.map(({ path }) => path));
    expect(pathsFor(all)).toEqual(['/members']);
    expect(pathsFor((name) => name === 'team')).toEqual(['/members/teams']);
    expect(pathsFor(() => false)).toEqual([]);
    expect(findActiveItem(buildMenu(groups, tabs, all), '/members/teams')?.name).toBe('member');
  });

  it('marks the entry of the screen that is shown', () => {
    const menu = buildMenu(groups, entities, all);
    expect(findActiveItem(menu, '/chatbot/template/editor/7')?.name).toBe('template');
    expect(findActiveItem(menu, '/teams')?.name).toBe('team');
    expect(findActiveItem(menu, '/teamsters')).toBeUndefined();
  });
});
