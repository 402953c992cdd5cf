import { expect, it } from 'vitest';
import type { ActionModel } from '../../schemas/model/types.ts';
import { model } from '../storage/testModels.ts';
import { Actions } from './actions.ts';
import { requireHandlers } from './handlerCheck.ts';

const product = (...actions: ActionModel[]) => ({
  entities: [model('note', [], { actions })],
  forms: [],
  access: { products: {}, roles: {} },
  menu: [],
});
const run = () => Promise.resolve();

it('accepts actions that are handled where they are offered', () => {
  const actions = new Actions();
  actions.register('note', 'send', { on: 'record', run });
  actions.register('note', 'train', { on: 'list', run });
  const offered: ActionModel[] = [
    { id: 'send', label: 'Send', on: ['row', 'bulk', 'record'] },
    { id: 'train', label: 'Train', on: ['list'] },
  ];
  expect(() => requireHandlers(product(...offered), actions)).not.toThrow();
});

it('names every action without a handler, with the nearest one that there is', () => {
  const actions = new Actions();
  actions.register('note', 'send', { on: 'record', run });
  const offered: ActionModel[] = [
    { id: 'sned', label: 'Send', on: ['row'] },
    { id: 'send', label: 'Send', on: ['list'] },
  ];
  expect(() => requireHandlers(product(...offered), actions)).toThrow(
    `2 problems in the schemas:
  note.schema.json at /x-entity/actions/0/id: unknown handler on a record "sned"; did you mean "send"?; the services need actions.register('note', 'sned', { on: 'record', run })
  note.schema.json at /x-entity/actions/1/id: unknown handler on a list "send"; valid: none; the services need actions.register('note', 'send', { on: 'list', run })`,
  );
});
