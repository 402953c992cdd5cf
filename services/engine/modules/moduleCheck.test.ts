import { expect, it } from 'vitest';
import type { EntityModel, ProductModel } from '../../../schemas/model/types.ts';
import { field, model } from '../storage/testModels.ts';
import { ActionRegistry } from '../resources/actions.ts';
import { assertModules } from './moduleCheck.ts';
import type { DomainModule } from './module.ts';

const run = async () => undefined;
const product = {
  entities: [model('note', [], { actions: [{ id: 'train', label: 'Train', on: ['list'], input: 'train' }] })],
  forms: [
    {
      name: 'train',
      title: 'Train',
      description: '',
      fields: [],
      submit: 'Train',
      schema: { type: 'object' as const },
      messages: {},
    },
  ],
  access: { products: {}, roles: {} },
  menu: [],
  products: [],
  guides: [],
};

function findProblems(modules: DomainModule[], of: ProductModel = product): string[] {
  const actions = new ActionRegistry();
  actions.register('note', 'train', { on: 'list', run });
  try {
    assertModules(of, modules, actions);
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
  return [];
}

const validModule = {
  name: 'notes',
  entity: 'note',
  handlers: {
    train: { on: 'list', output: 'note', run },
    preview: { on: 'record', method: 'GET', operation: 'read', input: 'train', run },
  },
  jobs: { 'note.train': { run } },
  schedules: { 'note.train': { daily: '04:00' } },
  routes: { 'GET /api/v1/notes/mine': { describe: {}, run }, 'GET /status': { describe: {}, run } },
} satisfies DomainModule;

it('reports a computed field whose verb no module has', () => {
  const people = { ...field('people', { type: 'number' }), computed: { verb: 'count', entity: 'note' } };
  const asking = { ...product, entities: [{ ...product.entities[0], fields: [people] } as EntityModel] };
  const answering = {
    ...validModule,
    handlers: { ...validModule.handlers, count: { on: 'list', operation: 'read', run } },
  };
  expect(findProblems([answering as DomainModule], asking)).toEqual([]);
  expect(findProblems([validModule], asking)).toEqual([
    expect.stringContaining(
      '/properties/people/x-field/computed/verb: unknown verb of the whole collection "count"',
    ),
  ]);
});

it('accepts valid modules', () => {
  expect(findProblems([validModule, { name: 'other' }])).toEqual([]);
});

it.each<[string, DomainModule, string]>([
  ['an entity', { name: 'm', entity: 'nota' }, '/entity: unknown entity "nota"; did you mean "note"?'],
  ['hooks of nothing', { name: 'm', hooks: {} }, '/hooks: have no effect: the module names no "entity"'],
  [
    'a verb',
    { name: 'm', entity: 'note', handlers: { trian: { on: 'list', run } } },
    '/handlers/trian: unknown action of note "trian"; did you mean "train"?; a verb of no action says its "operation"',
  ],
  [
    'a verb that every entity has',
    { name: 'm', entity: 'note', handlers: { restore: { on: 'record', operation: 'update', run } } },
    '/handlers/restore: "restore" is what every entity has; choose another name',
  ],
  [
    'an operation',
    { name: 'm', entity: 'note', handlers: { send: { on: 'record', operation: 'updat', run } } },
    '/handlers/send/operation: unknown operation "updat"; did you mean "update"?',
  ],
  [
    'a form',
    {
      name: 'm',
      entity: 'note',
      handlers: { send: { on: 'record', operation: 'read', input: 'trein', run } },
    },
    '/handlers/send/input: unknown form "trein"; did you mean "train"?',
  ],
  [
    'an answer',
    {
      name: 'm',
      entity: 'note',
      handlers: { send: { on: 'record', operation: 'read', output: 'nite', run } },
    },
    '/handlers/send/output: unknown entity or form "nite"; did you mean "note"?',
  ],
  [
    'a job',
    { name: 'm', jobs: { 'note.clean': { run } }, schedules: { 'note.claen': { daily: '03:00' } } },
    '/schedules/note.claen: unknown job "note.claen"; did you mean "note.clean"?',
  ],
  [
    'a time of the day',
    { name: 'm', jobs: { a: { run } }, schedules: { a: { daily: '24:00' } } },
    '/schedules/a: "24:00" is no time of the day such as 03:30',
  ],
  [
    'a job of another',
    { name: 'm', jobs: { 'note.train': { run } } },
    'jobs of that name are those of module notes',
  ],
  [
    'a format',
    { name: 'm', entity: 'note', formats: { rasa: {} } },
    '/formats/rasa: unknown format "rasa"; valid: none; the schema names it in features.formats',
  ],
  ['a name', { name: 'notes' }, '/name: "notes" is a module already'],
  [
    'a method',
    { name: 'm', routes: { 'GTE /x': { describe: {}, run } } },
    '/routes/GTE ~1x: unknown method "GTE"; did you mean "GET"?',
  ],
  [
    'a route of another',
    { name: 'm', routes: { 'GET /status': { describe: {}, run } } },
    '/routes/GET ~1status: is a route of module notes already',
  ],
  [
    'a route in an entity’s place',
    { name: 'm', routes: { 'GET /api/v1/notes': { describe: {}, run } } },
    '"notes" is neither the path of the module\'s entity nor kept for modules',
  ],
])('a mistaken %s is one problem, with the nearest word', (_, mistaken, problem) => {
  const problems = findProblems([validModule, mistaken]);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(problem);
});

it('refuses keys that no module has, such as one of an older version', () => {
  const older = { ...validModule, verbs: {} } as DomainModule;
  expect(findProblems([older])).toEqual([
    expect.stringMatching(/^module notes at \/verbs: unknown key "verbs"/),
  ]);
});
