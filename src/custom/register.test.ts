import { describe, expect, it } from 'vitest';
import { panelProblems } from '../resources/panels/problems.ts';
import { routeOf } from '../resources/paths.ts';
import { product } from '../resources/product.ts';
import './pages.ts';
import { pageAt, pageTitle, registeredPages, registerPage, registerPanel } from './register.ts';

const load = () => Promise.resolve(() => null);

describe('what the product registers', () => {
  it('has every panel that a schema names', () => {
    expect(panelProblems(product.entities)).toEqual([]);
  });
  it('has no page at the address of a list or form', () => {
    const taken = product.entities.flatMap((model) =>
      model.routes === false ? [] : [routeOf(model, 'list'), routeOf(model, 'create')],
    );
    const clashing = taken.filter((path) => pageAt(path.replaceAll(/:\w+/g, 'x')));
    expect(clashing).toEqual([]);
  });
  it('has a title for every page', () => {
    expect(registeredPages().filter((page) => !pageTitle(page))).toEqual([]);
  });
});

describe('a page', () => {
  registerPage({
    name: 'rich-menus',
    pattern: '/rich-menus/:channelId',
    title: ({ channelId }) => `Rich menus of ${channelId}`,
    load,
  });
  registerPage({ name: 'guide', pattern: '/rich-menus/guide', title: 'Guide', load });

  it('is found by its pattern, with what the address gives', () => {
    const found = pageAt('/rich-menus/line%201');
    expect(found?.params).toEqual({ channelId: 'line 1' });
    expect(found && pageTitle(found.page, found.params)).toBe('Rich menus of line 1');
  });
  it('without parameters wins', () => {
    expect(pageAt('/rich-menus/guide')?.page.name).toBe('guide');
  });
  it.each([
    ['its name', { name: 'guide', pattern: '/elsewhere' }, 'The page guide is registered already.'],
    [
      'its address by other names',
      { name: 'other', pattern: '/rich-menus/:id' },
      'The page other has the address of rich-menus.',
    ],
    ['no path', { name: 'other', pattern: 'here' }, '"here", the address of other, is no path.'],
    [
      'a menu entry that would need a value',
      { name: 'other', pattern: '/x/:id', menu: { group: 'main', order: 1, icon: 'circle', label: 'X' } },
      'The page other cannot stand in the menu: its address has parameters.',
    ],
  ])('is refused for %s', (_, page, message) => {
    expect(() => registerPage({ ...page, load })).toThrow(message);
  });
});

describe('a panel', () => {
  it('that no code registers is told with file, place and nearest name', () => {
    registerPanel('phone-preview', load);
    const [model] = product.entities;
    if (!model) throw new Error('The product has no entity.');
    const form = { ...model.form, panels: [{ panel: 'phone-previw', label: 'Preview' }] };
    expect(panelProblems([{ ...model, form }])).toEqual([
      `${model.name}.schema.json /x-entity/form/aside: unknown panel "phone-previw"; did you mean "phone-preview"?`,
    ]);
  });
  it('is registered once', () => {
    expect(() => registerPanel('phone-preview', load)).toThrow(
      'The panel phone-preview is registered already.',
    );
  });
});
