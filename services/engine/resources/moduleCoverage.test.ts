import { expect, it } from 'vitest';
import type { ActionModel, EntityModel } from '../../../schemas/model/types.ts';
import { field, model } from '../storage/testModels.ts';
import { ActionRegistry } from './actions.ts';
import { findUnimplemented } from './moduleCoverage.ts';

const product = (...actions: ActionModel[]) => ({
  entities: [model('note', [], { actions })],
  forms: [],
  access: { products: {}, roles: {} },
  menu: [],
});
const run = () => Promise.resolve();

it('accepts actions with a handler for each target', () => {
  const actions = new ActionRegistry();
  actions.register('note', 'send', { on: 'record', run });
  actions.register('note', 'train', { on: 'list', run });
  const offered: ActionModel[] = [
    { id: 'send', label: 'Send', on: ['row', 'bulk', 'record'] },
    { id: 'train', label: 'Train', on: ['list'] },
  ];
  expect(findUnimplemented(product(...offered), actions)).toEqual([]);
});

it('names every action without a handler, with the nearest one that there is', () => {
  const actions = new ActionRegistry();
  actions.register('note', 'send', { on: 'record', run });
  const offered: ActionModel[] = [
    { id: 'sned', label: 'Send', on: ['row'] },
    { id: 'send', label: 'Send', on: ['list'] },
  ];
  expect(findUnimplemented(product(...offered), actions)).toEqual([
    {
      file: 'note.schema.json',
      path: '/x-entity/actions/0/id',
      message: `unknown handler on a record "sned"; did you mean "send"?; a module of note needs handlers: { 'sned': { on: 'record', run } }`,
    },
    {
      file: 'note.schema.json',
      path: '/x-entity/actions/1/id',
      message: `unknown handler on a list "send"; valid: none; a module of note needs handlers: { 'send': { on: 'list', run } }`,
    },
  ]);
});

it('a transition needs a handler only for input fields that the record does not have', () => {
  const actions = new ActionRegistry();
  const ship: ActionModel = {
    ...{ id: 'ship', label: 'Ship', on: ['row'], input: 'shipment' },
    transition: { from: ['draft'], to: ['shipped'], by: 'people' },
  };
  const form = (...fields: string[]) => ({
    ...{ name: 'shipment', title: 'Shipment', description: '', submit: 'Ship', schema: {} },
    fields: fields.map((name) => field(name)),
  });
  const orders = { ...product(), entities: [model('note', [field('tracking')], { actions: [ship] })] };
  expect(findUnimplemented({ ...orders, forms: [form('tracking')] }, actions)).toEqual([]);
  const asking = { ...orders, forms: [form('tracking', 'trackin')] };
  expect(findUnimplemented(asking, actions)).toEqual([
    {
      file: 'note.schema.json',
      path: '/x-entity/lifecycle/transitions/0/input',
      message: `"trackin" of forms/shipment would not be stored: unknown field "trackin"; did you mean "tracking"?; or a module of note needs handlers: { 'ship': { on: 'record', run } }`,
    },
  ]);
  actions.register('note', 'ship', { on: 'record', run });
  expect(findUnimplemented(asking, actions)).toEqual([]);
});

it('names figures of approval rules that no module counts', () => {
  const actions = new ActionRegistry();
  actions.addFigure('note', 'total', { label: 'Total', run: () => Promise.resolve(1) });
  const transition = { from: ['a'], to: ['b'], by: 'people' as const };
  const rule = (figure: string) => ({
    when: { [`$figures.${figure}`]: { gte: 3 } },
    by: 'approve',
    else: 'No',
  });
  const offered: ActionModel[] = [
    {
      ...{ id: 'send', label: 'Send', on: ['row'] },
      transition: { ...transition, from: ['a'] },
      approval: [rule('total'), rule('totl')],
    },
  ];
  expect(findUnimplemented(product(...offered), actions)).toEqual([
    {
      file: 'note.schema.json',
      path: '/x-entity/lifecycle/transitions/0/approval/1/when',
      message: `unknown figure "totl"; did you mean "total"?; a module of note needs figures: { 'totl': { label, run } }`,
    },
  ]);
});

it('names events of notifications that nothing emits', () => {
  const notify = [{ on: ['create', 'import'], until: ['update'] }] as EntityModel['notify'];
  const problems = findUnimplemented(
    { ...product(), entities: [model('note', [], { notify })] },
    new ActionRegistry(),
  );
  expect(problems.map(({ path, message }) => [path, message.split(';')[0]])).toEqual([
    ['/x-entity/notify/0/on/1', 'unknown event "import"'],
  ]);
});
