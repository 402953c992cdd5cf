import { expect, it } from 'vitest';
import { buildTalk, type MapperReferences } from './talkModel.ts';

const known: MapperReferences = {
  intent: {
    name: 'delivery_area',
    samples: ['Do you ship [candles](product) to [Lampang](city)?', 'Do you ship [candles](product)?'],
  },
  entities: new Map([
    ['c', { name: 'city', format: 'list', options: [{ name: 'Lampang' }] }],
    ['p', { name: 'product', format: 'list', options: [] }],
    ['d', { name: 'delivery_day', format: 'system', system: 'date' }],
  ]),
  flow: {
    name: 'delivery_quote',
    actions: [{ name: 'price_by_city', reply: { type: 'handoff' } }],
  },
};
const ask = { entity: 'c', text: 'Which province?', quickReplies: ['Chiang Mai', 'Lampang'] };

it('starts with the sample that leaves the most questions, asks in order, and ends with the answer', () => {
  const talk = buildTalk(
    { entities: ['c', 'p', 'd'], questions: [ask], action: { type: 'flow', flow: 'f' } },
    known,
  );
  expect(talk).toMatchObject([
    { by: 'person', text: 'Do you ship candles?', note: 'delivery_area, product candles' },
    { by: 'bot', text: 'Which province?', quickReplies: ask.quickReplies, note: 'city is missing' },
    { by: 'person', text: 'Chiang Mai', note: 'city Chiang Mai' },
    { by: 'bot', note: 'Flow delivery_quote, from price_by_city; delivery_day: not asked for' },
  ]);
});

it('skips questions that the sample answers, and incomplete ones', () => {
  const question = { entity: 'p', text: 'What?' };
  const half = { entity: '', text: '' };
  expect(buildTalk({ entities: ['p'], questions: [question, half] }, known)).toHaveLength(1);
});

it('answers with an example of the entity where there is no quick reply', () => {
  const question = { entity: 'd', text: 'Which day?' };
  const [, , answer] = buildTalk({ entities: ['d'], questions: [question] }, known);
  expect(answer).toMatchObject({ text: 'tomorrow', note: 'delivery_day tomorrow' });
});

it('is empty without an intent', () => {
  expect(buildTalk({}, { entities: new Map() })).toEqual([]);
});
