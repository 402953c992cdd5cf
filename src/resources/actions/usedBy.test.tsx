import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { RecordUses } from '../../../schemas/model/responses.ts';
import { renderInConsole } from '../form/testing/renderForm.tsx';
import { entityByName } from '../product.ts';
import { UsedBy } from './UsedBy.tsx';

const show = (uses: RecordUses) =>
  renderInConsole(<UsedBy model={entityByName('channel')} id="c1" />, {
    dataProvider: { usedBy: async () => uses },
  });
const use = (entity: string, id: string) => ({ entity, id, title: id });

it.each<[string, RecordUses]>([
  ['2 intents', { usedBy: [use('intent', 'a'), use('intent', 'b')], hidden: 0 }],
  [
    '241 people',
    { usedBy: [use('profile', 'a')], hidden: 240, hiddenOf: [{ entity: 'profile', count: 240 }] },
  ],
  [
    '2 people, 1 broadcast',
    { usedBy: [use('campaign', 'a'), use('profile', 'b'), use('profile', 'c')], hidden: 0 },
  ],
  [
    '2 people and 2 more',
    {
      usedBy: [use('campaign', 'a'), use('profile', 'b'), use('profile', 'c'), use('chat-ad', 'd')],
      hidden: 0,
    },
  ],
  ['1 intent and 3 more', { usedBy: [use('intent', 'a')], hidden: 3 }],
  ['3 records', { usedBy: [], hidden: 3 }],
])('says that a record is used by %s', async (words, uses) => {
  show(uses);
  expect(await screen.findByRole('button', { name: `Used by ${words}` })).toBeInTheDocument();
});
