import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInConsole } from '../../resources/form/testing/renderForm.tsx';
import { Notifications } from '../../ui/Notifications.tsx';
import { Tester } from './Tester.tsx';
import { AnswerReasons } from './AnswerReasons.tsx';
import type { BotTestResult } from '../../../schemas/understanding/botTest.ts';

const trial: BotTestResult = {
  intent: 'track_order',
  score: 0.87,
  threshold: 0.6,
  scores: [
    { id: 'i1', intent: 'track_order', score: 0.87, by: { vector: 0.87 } },
    { id: 'i2', intent: 'delivery_time', score: 0.31, by: { vector: 0.31 } },
  ],
  entities: [{ id: 'e1', entity: 'order_number', value: 'SL-204518', text: 'sl-204518', start: 9, end: 18 }],
  chosen: null,
  flow: null,
  sets: [],
  rule: null,
  mapper: 'track_order + order_number',
  template: 'receipt',
  messages: [
    {
      type: 'text',
      text: 'On its way',
      quickReply: {
        items: [{ type: 'action', action: { type: 'message', label: 'Thanks', text: 'Thanks' } }],
      },
    },
  ],
  ms: 12.4,
  ids: { intent: 'i1', rule: null, mapper: 'm1', template: 't1' },
  answer: { messages: [] },
  handoff: null,
  failed: false,
  steps: [{ step: 'mapper', text: 'Mapper track_order + order_number, most specific of 2' }],
  expecting: { replies: [] },
  payloads: { LINE: { messages: [{ type: 'text' }] }, FACEBOOK: { messages: [] } },
};
const intents = [
  { id: 'i1', name: 'track_order' },
  { id: 'i2', name: 'delivery_time' },
];

it('a sentence is answered with the reasons, and becomes a sample of the right intent in one step', async () => {
  const ask = vi.fn(async () => trial);
  const editMany = vi.fn(async () => ({ changed: ['i2'], unchanged: [], failed: {} }));
  const getList = vi.fn(async (_: string, { filter = {} }: { filter?: { q?: string } }) => ({
    data: intents.filter(({ name }) => name.includes(filter.q ?? '')),
    total: 2,
  }));
  const { user } = renderInConsole(<Tester />, { dataProvider: { query: ask, editMany, getList } });

  await user.type(screen.getByLabelText('Write as a customer'), 'where is SL-204518{Enter}');
  expect(await screen.findByText('On its way')).toBeInTheDocument();
  const why = screen.getByRole('region', { name: 'Why this answer' });
  expect(within(why).getByText('No rule matches')).toBeInTheDocument();
  expect(within(why).getByText('0.87')).toBeInTheDocument();
  expect(within(why).getByText('SL-204518')).toBeInTheDocument();
  expect(within(why).getByRole('link', { name: 'track_order + order_number' })).toHaveAttribute(
    'href',
    expect.stringContaining('/chatbot/mapper/m1'),
  );
  expect(ask).toHaveBeenCalledWith('intent', null, 'try', {
    body: { text: 'where is SL-204518', channel: 'LINE' },
  });

  const right = within(why).getByRole('combobox', { name: 'Correct intent' });
  expect(right).toHaveValue('track_order');
  // Searched, as there may be hundreds.
  await user.clear(right);
  await user.type(right, 'deliv');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await user.click(screen.getByRole('option', { name: 'delivery_time' }));
  await user.click(within(why).getByRole('button', { name: 'Add as a sample' }));
  expect(editMany).toHaveBeenCalledWith('intent', {
    records: [{ id: 'i2' }],
    add: { samples: ['where is SL-204518'] },
  });

  await user.click(screen.getByRole('button', { name: 'Thanks' }));
  await waitFor(() =>
    expect(ask).toHaveBeenLastCalledWith('intent', null, 'try', {
      body: { text: 'Thanks', channel: 'LINE', expecting: { replies: [] } },
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(screen.queryByText('On its way')).not.toBeInTheDocument();
});

/** Renders a tester whose answers are resolved by hand. */
function openWaiting() {
  const waiting: (() => void)[] = [];
  const bodies: object[] = [];
  const ask = async (
    _: string,
    __: null,
    ___: string,
    { body }: { body: object },
  ): Promise<BotTestResult> => {
    bodies.push(body);
    await new Promise<void>((done) => waiting.push(done));
    return { ...trial, expecting: { replies: [{ asked: bodies.length }] } };
  };
  const rendered = renderInConsole(<Tester />, {
    dataProvider: { query: ask, getList: async () => ({ data: [], total: 0 }) },
  });
  const say = (text: string) =>
    rendered.user.type(screen.getByLabelText('Write as a customer'), `${text}{Enter}`);
  return { ...rendered, bodies, say, answer: () => act(async () => waiting.shift()?.()) };
}

it('a message before the answer to the previous one is sent after it', async () => {
  const { bodies, say, answer } = openWaiting();
  await say('one');
  await say('two');
  expect(bodies).toEqual([{ text: 'one', channel: 'LINE' }]);
  await answer();
  await waitFor(() =>
    expect(bodies[1]).toEqual({ text: 'two', channel: 'LINE', expecting: { replies: [{ asked: 1 }] } }),
  );
  await answer();
});

it('an answer that arrives after a restart is ignored', async () => {
  const { user, bodies, say, answer } = openWaiting();
  await say('one');
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  await answer();
  await say('two');
  await waitFor(() => expect(bodies[1]).toEqual({ text: 'two', channel: 'LINE' }));
  await answer();
});

it('shows that JSON could not be copied', async () => {
  const { user } = renderInConsole(
    <>
      <AnswerReasons said="hi" trial={trial} />
      <Notifications />
    </>,
    { dataProvider: { getList: async () => ({ data: [], total: 0 }) } },
  );
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await user.click(screen.getByText('JSON for LINE'));
  await user.click(screen.getAllByRole('button', { name: 'Copy' })[0] as HTMLElement);
  expect(await screen.findByText('This could not be copied. Select it and copy it by key.')).toBeVisible();
});

it.each([
  [{ rule: 'Coupon word', failed: false }, 'None was needed'],
  [{ failed: true }, 'Not sure enough, needs 0.60'],
])('an answer with %j says of its intent: %s', async (answered, said) => {
  const unsure = { ...trial, intent: null, mapper: null, template: null, scores: [], ...answered };
  renderInConsole(<AnswerReasons said="x" trial={unsure} />, {});
  expect(await screen.findByText(said)).toBeInTheDocument();
});
