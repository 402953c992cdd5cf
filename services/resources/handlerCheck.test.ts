import { expect, it } from 'vitest';
import type { ActionModel } from '../../schemas/model/types.ts';
import { model } from '../storage/testModels.ts';
import { Actions } from './actions.ts';
import { handlerProblems } from './handlerCheck.ts';

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
  expect(handlerProblems(product(...offered), actions)).toEqual([]);
});

it('names every action without a handler, with the nearest one that there is', () => {
  const actions = new Actions();
  actions.register('note', 'send', { on: 'record', run });
  const offered: ActionModel[] = [
    { id: 'sned', label: 'Send', on: ['row'] },
    { id: 'send', label: 'Send', on: ['list'] },
  ];
  expect(handlerProblems(product(...offered), actions)).toEqual([
    {
      file: 'note.schema.json',
      path: '/x-entity/actions/0/id',
      message: `unknown handler on a record "sned"; did you mean "send"?; a module of note needs verbs: { 'sned': { on: 'record', run } }`,
    },
    {
      file: 'note.schema.json',
      path: '/x-entity/actions/1/id',
      message: `unknown handler on a list "send"; valid: none; a module of note needs verbs: { 'send': { on: 'list', run } }`,
    },
  ]);
});
