import { expect, it } from 'vitest';
import { talkOf, type Known } from './talkModel.ts';

const known: Known = {
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

it('begins with the sample that leaves most to be asked, asks in order, and ends with the answer', () => {
  const talk = talkOf(
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

it('asks for nothing that is said already; a question that is not typed yet is left out', () => {
  const question = { entity: 'p', text: 'What?' };
  const half = { entity: '', text: '' };
  expect(talkOf({ entities: ['p'], questions: [question, half] }, known)).toHaveLength(1);
});

it('answers with an example of the entity where no quick reply is offered', () => {
  const question = { entity: 'd', text: 'Which day?' };
  const [, , answer] = talkOf({ entities: ['d'], questions: [question] }, known);
  expect(answer).toMatchObject({ text: 'tomorrow', note: 'delivery_day tomorrow' });
});

it('is empty before there is an intent', () => {
  expect(talkOf({}, { entities: new Map() })).toEqual([]);
});
