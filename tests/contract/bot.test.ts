import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';

let services: TestServices;
let admin: Call;
let number = 0;

beforeAll(async () => {
  services = await startServices();
  admin = await services.as('chatbot.admin');
}, 180_000);
afterAll(() => services.stop());

const made = async (path: string, body: object): Promise<string> => {
  const answer = await admin('POST', `/api/v1/${path}`, body);
  expect(answer).toMatchObject({ status: 201 });
  return String(answer.body['id']);
};
const intent = (name = `intent_${++number}`, samples = [`hello ${++number} there`, `hi ${number}`]) =>
  made('intents', { name, samples });
const entity = () => made('entities', { name: `thing_${++number}`, format: 'list', options: [] });
const template = () =>
  made('templates', {
    name: `answer_${++number}`,
    platform: 'multi',
    messages: [{ type: 'text', text: 'Hello' }],
  });
const faults = (answer: Answer) => answer.body['fields'];

describe('an intent', () => {
  it.each([
    [{ name: 'a' }, '/name', 'Name must be at least 2 characters'],
    [{ name: 'ask price' }, '/name', 'Name may have letters, digits, underscore and hyphen only'],
    [{ samples: ['one'] }, '/samples', 'Samples needs at least 2'],
    [{ samples: ['same', 'same'] }, '/samples/1', 'Do not use the same samples'],
    [{ samples: ['x', 'long enough'] }, '/samples/0', 'Sample must be at least 2 characters'],
  ])('with %j is refused', async (wrong, pointer, message) => {
    const answer = await admin('POST', '/api/v1/intents', {
      name: `intent_${++number}`,
      samples: ['สวัสดีค่ะ', 'hello'],
      ...wrong,
    });
    expect(answer.status).toBe(422);
    expect(faults(answer)).toMatchObject({ [pointer]: expect.stringContaining(message) });
  });

  it('takes one more sample in one step, and no more than it may have', async () => {
    const id = await intent();
    const add = (samples: string[]) =>
      admin('POST', '/api/v1/intents/edit', { records: [{ id }], add: { samples } });
    expect((await add(['said otherwise'])).body).toMatchObject({ changed: [id] });
    expect((await add(['said otherwise'])).body).toMatchObject({ unchanged: [id] });
    expect((await admin('GET', `/api/v1/intents/${id}`)).body['samples']).toContain('said otherwise');
    const many = Array.from({ length: 100 }, (_, at) => `sample ${at}`);
    expect((await add(many)).body).toMatchObject({
      failed: { [id]: { fields: { '/samples': expect.stringContaining('at most 100') } } },
    });
  });

  describe('a sample that another intent has', () => {
    const add = (name: string, samples: string[]) => admin('POST', '/api/v1/intents', { name, samples });
    const taken = { status: 409, body: { code: 'DUPLICATE', message: 'Do not use the same samples' } };

    it('is refused at its place, also in other letters, in a new intent and in a change', async () => {
      await intent('opening', ['When do you open', 'opening hours']);
      const again = await add('closing', ['when do you close', ' WHEN do you open']);
      expect(again).toMatchObject(taken);
      expect(faults(again)).toEqual({ '/samples/1': 'Do not use the same samples' });
      const id = await intent('closing', ['when do you close', 'closing hours']);
      const { body } = await admin('GET', `/api/v1/intents/${id}`);
      const samples = ['Opening hours', 'when do you close', 'closing hours'];
      const changed = await admin('PUT', `/api/v1/intents/${id}`, { ...body, samples });
      expect(changed).toMatchObject(taken);
      expect(faults(changed)).toEqual({ '/samples/0': 'Do not use the same samples' });
      const edit = { records: [{ id }], add: { samples: ['opening hours'] } };
      expect((await admin('POST', '/api/v1/intents/edit', edit)).body).toMatchObject({
        failed: { [id]: { message: 'Do not use the same samples' } },
      });
    });

    it('is free again once that one has let go of it', async () => {
      const id = await intent('first_owner', ['where is my umbrella', 'find my umbrella']);
      const { body } = await admin('GET', `/api/v1/intents/${id}`);
      const samples = ['find my umbrella', 'bring my umbrella'];
      expect(await admin('PUT', `/api/v1/intents/${id}`, { ...body, samples })).toMatchObject({
        status: 200,
      });
      expect(await add('second_owner', ['where is my umbrella', 'lost umbrella'])).toMatchObject({
        status: 201,
      });
    });

    it('goes to one of two that are made at once', async () => {
      const both = await Promise.all(
        ['left', 'right'].map((name) => add(name, ['both want this', `only ${name}`])),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    });

    it('stays where two had it before that was refused, and hinders no other change', async () => {
      const [first, other] = [
        await intent('old_one', ['an old sentence', 'old one']),
        await intent('old_two', ['another old sentence', 'old two']),
      ];
      await services.db.query(
        `UPDATE entity_intent SET data = jsonb_set(data, '{samples,0}', '"an old sentence"') WHERE id = $1`,
        [other],
      );
      for (const id of [first, other]) {
        const { body } = await admin('GET', `/api/v1/intents/${id}`);
        const samples = [...(body['samples'] as string[]), `new of ${id}`];
        expect(await admin('PUT', `/api/v1/intents/${id}`, { ...body, samples })).toMatchObject({
          status: 200,
        });
      }
    });
  });

  it('with a name that is in use is asked to choose another', async () => {
    await intent('taken_name');
    const again = await admin('POST', '/api/v1/intents', { name: 'taken_name', samples: ['ab', 'cd'] });
    expect(again).toMatchObject({
      status: 409,
      body: { fields: { '/name': 'Please change your intent name.' } },
    });
  });
});

describe('an entity', () => {
  const many = Array.from({ length: 21 }, (_, at) => `word ${at}`);
  it.each([
    [{ name: 'a' }, '/name', 'Name must be at least 2 characters'],
    [{ name: 'x'.repeat(101) }, '/name', 'Name must be less than 100 characters'],
    [{ options: [{ name: 'S' }, { name: 's' }] }, '/options/1/name', 'Option name must be unique'],
    [{ options: [{ name: 'S', synonyms: ['x'] }] }, '/options/0/synonyms/0', 'must be at least 2 characters'],
    [{ options: [{ name: 'S', synonyms: many }] }, '/options/0/synonyms', 'Synonyms can have at most 20'],
    [{ format: 'regex', pattern: '(' }, '/pattern', 'Pattern is no valid regular expression'],
    [{ format: 'regex', pattern: '\\w{0,999}[xy]|\\w{0,999}z' }, '/pattern', 'Pattern is too large'],
  ])('with %j is refused', async (wrong, pointer, message) => {
    const answer = await admin('POST', '/api/v1/entities', {
      name: `thing_${++number}`,
      format: 'list',
      ...wrong,
    });
    expect(answer.status).toBe(422);
    expect(faults(answer)).toMatchObject({ [pointer]: expect.stringContaining(message) });
  });

  it('with a pattern that would take too long for a message is skipped, which the trace shows', async () => {
    const own = { name: `thing_${++number}`, format: 'regex', autoDetect: true };
    const id = await made('entities', { ...own, pattern: '\\w{0,900}[xy]' });
    const { body } = await admin('POST', '/api/v1/intents/try', { text: 'a'.repeat(1_500) });
    expect(body['steps']).toContainEqual({
      step: 'patterns',
      text: `Left out, because together the patterns take too long for this message: entity ${own.name}`,
    });
    expect(await admin('DELETE', `/api/v1/entities/${id}`)).toMatchObject({ status: 200 });
  });

  it('with a name that is in use is rejected', async () => {
    await made('entities', { name: 'taken_entity', format: 'list', options: [] });
    expect(await admin('POST', '/api/v1/entities', { name: 'taken_entity', format: 'list' })).toMatchObject({
      status: 409,
      body: { fields: { '/name': 'Entity name already existing' } },
    });
  });
});

describe('a mapper', () => {
  it('is one for an intent and a set of entities, in whatever order', async () => {
    const [one, two, what, says] = [await entity(), await entity(), await intent(), await template()];
    const action = { type: 'template', template: says };
    await made('mappers', { intent: what, entities: [one, two], action });
    const again = await admin('POST', '/api/v1/mappers', { intent: what, entities: [two, one], action });
    expect(again).toMatchObject({ status: 409, body: { code: 'DUPLICATE' } });
    expect(faults(again)).toMatchObject({ '/entities': "Let's try new mapper" });
    await made('mappers', { intent: what, entities: [one], action });
  });

  it('is called after its intent and entities, also when they are renamed', async () => {
    const [what, thing] = [await intent('book_table'), await entity()];
    const action = { type: 'template', template: await template() };
    const id = await made('mappers', { intent: what, entities: [thing], action });
    const stored = (await admin('GET', `/api/v1/intents/${what}`)).body;
    await admin('PUT', `/api/v1/intents/${what}`, { ...stored, name: 'reserve_table' });
    expect((await admin('GET', `/api/v1/mappers/${id}`)).body['name']).toMatch(/^reserve_table \+ thing_/);
  });

  it('asks only for its own entities, and starts what the flow has', async () => {
    const [what, thing, says] = [await intent(), await entity(), await template()];
    const reply = { type: 'template', template: says };
    const flow = await made('flows', { name: `flow_${++number}`, actions: [{ name: 'first', reply }] });
    const answer = await admin('POST', '/api/v1/mappers', {
      intent: what,
      questions: [{ entity: thing, text: 'Which one?' }],
      action: { type: 'flow', flow, startAction: 'last' },
    });
    expect(answer.status).toBe(422);
    expect(faults(answer)).toMatchObject({
      '/questions/0/entity': 'This entity is none of the mapper’s',
      '/action/startAction': expect.stringContaining('it has first'),
    });
  });
});
