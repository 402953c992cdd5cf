import { guides } from 'virtual:guides';
import { describe, expect, it } from 'vitest';
import { fieldProblems } from '../resources/testing/fieldProblems.ts';
import { loadValidator, loadForm } from '../resources/form/useFormValidator.ts';
import { findSender } from '../resources/form/standalone/formSenders.ts';
import { formPanelProblems, panelProblems } from '../resources/testing/panelProblems.ts';
import { routeOf } from '../resources/paths.ts';
import { formByName, product } from '../resources/product.ts';
import './pages.ts';
import { findPageAt, pageTitle, registeredPages } from '../resources/menu/pages.ts';
import { registerPage, registerPanel } from './register.ts';

const load = () => Promise.resolve(() => null);

await Promise.all(product.entities.map(({ name }) => loadValidator(name)));
await Promise.all(product.forms.map(({ name }) => loadForm(name)));

describe('what the product registers', () => {
  it('has every panel that a schema names', () => {
    expect(panelProblems(product.entities)).toEqual([]);
    expect(formPanelProblems(product.forms)).toEqual([]);
  });
  it('has a sender for every form behind another one', () => {
    const named = product.forms.flatMap(({ name }) => formByName(name).form?.after ?? []);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ form }) => !findSender(form))).toEqual([]);
  });
  it('has every editor and display that a schema names', () => {
    expect(fieldProblems([...product.entities, ...product.forms])).toEqual([]);
  });
  it('has no page at the address of a list or form', () => {
    const taken = product.entities.flatMap((model) =>
      model.routes === false ? [] : [routeOf(model, 'list'), routeOf(model, 'create')],
    );
    const clashing = taken.filter((path) => findPageAt(path.replaceAll(/:\w+/g, 'x')));
    expect(clashing).toEqual([]);
  });
  it('has every page of the guide that a page names', () => {
    const named = registeredPages().flatMap(({ guide }) => guide ?? []);
    expect(named.filter((guide) => !guides.some(({ name }) => name === guide))).toEqual([]);
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

  it('is found by its pattern, with the parameters of the address', () => {
    const found = findPageAt('/rich-menus/line%201');
    expect(found?.params).toEqual({ channelId: 'line 1' });
    expect(found && pageTitle(found.page, found.params)).toBe('Rich menus of line 1');
  });
  it('without parameters takes precedence', () => {
    expect(findPageAt('/rich-menus/guide')?.page.name).toBe('guide');
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

describe('an editor', () => {
  it('that is not registered is reported with file, field and nearest name', () => {
    const [model] = product.entities;
    const [field] = model?.fields ?? [];
    if (!model || !field) throw new Error('The product has no entity.');
    const fields = [{ ...field, path: 'shade', widget: 'segmnted' }];
    expect(fieldProblems([{ name: model.name, fields }])).toEqual([
      expect.stringContaining(
        `${model.name}.schema.json, field shade: unknown widget "segmnted"; did you mean "segmented"?`,
      ),
    ]);
  });
});

describe('a panel', () => {
  it('that is not registered is reported with file, place and nearest name', () => {
    registerPanel('weather-map', load);
    const [model] = product.entities;
    if (!model) throw new Error('The product has no entity.');
    const form = { ...model.form, panels: [{ panel: 'wether-map', label: 'Preview' }] };
    expect(panelProblems([{ ...model, form }])).toEqual([
      `${model.name}.schema.json /x-entity/form/aside: unknown panel "wether-map"; did you mean "weather-map"?`,
    ]);
  });
  it('above a field is reported with the field', () => {
    const [field] = formByName('teach-sentences').fields;
    if (!field) throw new Error('The form has no field.');
    const fields = [{ ...field, panelAbove: 'teach-gueses' }];
    expect(formPanelProblems([{ name: 'teach-sentences', fields }])).toEqual([
      'forms/teach-sentences.schema.json /text/x-field/panelAbove: unknown panel "teach-gueses"; did you mean "teach-guesses"?',
    ]);
  });
  it('is registered once', () => {
    expect(() => registerPanel('weather-map', load)).toThrow('The panel weather-map is registered already.');
  });
});
