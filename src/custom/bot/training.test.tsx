import { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { dispatchMessage } from '../../dataProvider/socket.ts';
import { everyRight, renderInConsole, renderRecordForm } from '../../resources/form/testing/renderForm.tsx';
import { RecordForm } from '../../resources/form/RecordForm.tsx';
import { loadForm } from '../../resources/form/useFormValidator.ts';
import { modelNamed } from '../../resources/product.ts';
import { RuleOrder } from './RuleOrder.tsx';
import { SampleWarnings } from './SampleWarnings.tsx';
import { IntentQuality } from './IntentQuality.tsx';
import { useTraining } from './useTraining.ts';
import { TrainingBar } from './TrainingBar.tsx';
import type { Training } from '../../../schemas/understanding/training.ts';

afterEach(() => vi.unstubAllEnvs());

const training = (state: 'changed' | 'trained'): Training => ({
  classifiers: (['vector', 'text', 'custom'] as const).map((kind) => ({
    kind,
    state,
    trainedAt: '2026-11-20T11:04:00.000Z',
    configured: kind !== 'custom',
  })),
  changed:
    state === 'changed' ? [{ entity: 'intent', id: 'i1', name: 'track_order', change: 'changed' }] : [],
  report: {
    accuracy: 0.84,
    answered: 0.6,
    answeredRightly: 0.95,
    threshold: 0.6,
    samples: 40,
    intents: [{ id: 'i1', name: 'track_order', samples: 20, right: 9 }],
    confusions: [{ meant: 'track_order', taken: 'delivery_time', times: 3, samples: ['where is it'] }],
    duplicates: [
      {
        first: { intent: 'track_order', sample: 'where is my order' },
        second: { intent: 'delivery_time', sample: 'where is my orders' },
        score: 0.94,
      },
    ],
    changed: [],
    before: { accuracy: 0.8, answered: 0.6, answeredRightly: 0.95, at: '2026-11-19T11:04:00.000Z' },
    regression: { passed: 30, failed: 2, changed: 1 },
  },
  kept: [],
});

it('the state of the training is updated by socket messages', async () => {
  vi.stubEnv('TZ', 'Asia/Bangkok');
  let state: Training = training('changed');
  const ask = vi.fn(async () => state);
  renderInConsole(<TrainingBar />, { dataProvider: { query: ask } });
  expect(await screen.findByText(/^1 change since 20 Nov 2026 18 : 04/)).toBeInTheDocument();
  expect(screen.getByText('not set')).toBeInTheDocument();

  state = {
    ...state,
    classifiers: state.classifiers.map((one) => ({ ...one, state: 'training', progress: 0 })),
  };
  act(() => dispatchMessage({ event: 'training.changed', json: { kind: 'vector', progress: 0 } }));
  const bar = await screen.findByRole('progressbar', { name: 'Training of vector' });
  act(() => dispatchMessage({ event: 'training.changed', json: { kind: 'vector', progress: 0.62 } }));
  await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '62'));

  state = training('trained');
  act(() => dispatchMessage({ event: 'training.changed', json: { kind: null, progress: 1 } }));
  expect(await screen.findByText(/^Trained 20 Nov 2026/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '84% recognised' })).toBeInTheDocument();
  // The classifiers are no longer shown.
  expect(screen.queryByText('not set')).not.toBeInTheDocument();
});

it('the time of the training is in the workspace’s zone, which is shown', async () => {
  vi.stubEnv('TZ', 'UTC');
  renderInConsole(<TrainingBar />, { dataProvider: { query: async () => training('trained') } });
  expect(await screen.findByText(/^Trained 20 Nov 2026 18 : 04 UTC\+7:00/)).toBeInTheDocument();
});

it('a training that ended before the connection is loaded on connection', async () => {
  let state = training('changed');
  renderInConsole(<TrainingBar />, { dataProvider: { query: async () => state } });
  expect(await screen.findByText(/^1 change since/)).toBeInTheDocument();
  state = training('trained');
  act(() => dispatchMessage({ event: 'connected', json: {} }));
  expect(await screen.findByText(/^Trained 20 Nov 2026/)).toBeInTheDocument();
});

it('shows no trainings while there are no samples', async () => {
  const empty: Training = {
    classifiers: training('trained').classifiers.map(({ kind, configured }) => ({
      ...{ kind, configured, state: 'changed' as const },
    })),
    changed: [],
    report: null,
    kept: [],
  };
  const { container } = renderInConsole(<TrainingBar />, { dataProvider: { query: async () => empty } });
  expect(container.querySelector('[aria-busy=true]')).not.toBeNull();
  await waitFor(() => expect(container.querySelector('[aria-busy=true]')).toBeNull());
  expect(screen.queryByRole('heading', { name: 'Training' })).not.toBeInTheDocument();
  expect(screen.queryByText('not set')).not.toBeInTheDocument();
});

it('the hint on marking entities is beside the samples, also where results cannot be loaded', async () => {
  const check = await loadForm('intent');
  const form = (
    <RecordForm
      model={modelNamed('intent')}
      validator={check}
      mode="create"
      onSave={() => Promise.resolve(undefined)}
    >
      <SampleWarnings />
    </RecordForm>
  );
  renderInConsole(form, { dataProvider: { query: () => Promise.reject(new Error('No connection')) } });
  expect(await screen.findByText('[bag](product)')).toBeVisible();
});

it('without a training there is a link to start one', async () => {
  const { report: _, ...untrained } = training('changed');
  renderInConsole(<IntentQuality />, { dataProvider: { query: async () => untrained } });
  expect(await screen.findByRole('heading', { name: 'No results yet' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open intents' })).toHaveAttribute('href', '/chatbot/intent');
});

it('a new test sentence has no input for results of a training', async () => {
  await renderRecordForm('test-sentence', { mode: 'create' });
  expect(await screen.findByLabelText('Sentence')).toBeVisible();
  for (const name of ['At the last training', 'Result', 'Answer', 'Confidence (%)', 'Tried'])
    expect(screen.queryByText(name, { exact: true })).toBeNull();
});

it('a new variable has the scope of the bot, as those of the environment are not created here', async () => {
  await renderRecordForm('variable', { mode: 'create' });
  expect(await screen.findByLabelText('Name')).toBeVisible();
  expect(screen.queryByText('Scope', { exact: true })).toBeNull();
});

it('the report shows the effect of the threshold, and the most useful one', async () => {
  const { report, ...rest } = training('trained');
  const curve = [
    { threshold: 0.4, right: 0.8, wrong: 0.2, foreign: 0.9 },
    { threshold: 0.6, right: 0.7, wrong: 0.08, foreign: 0.4 },
    { threshold: 0.8, right: 0.4, wrong: 0.02, foreign: 0.1 },
  ];
  const answered = { ...rest, report: report && { ...report, threshold: 0.8, curve } };
  renderInConsole(<IntentQuality />, { dataProvider: { query: async () => answered } });
  expect(
    await screen.findByText(
      /^At 0\.80, of sentences like its samples, the bot answers 40% correctly and 2% wrongly, and is not sure of 58%\./,
    ),
  ).toHaveTextContent('It would be most useful at 0.60.');
  expect(screen.getByRole('figure', { name: 'What the threshold does' })).toBeInTheDocument();
});

it('a training with worse test results can be accepted or rejected, and an earlier model can be used again', async () => {
  const trained = training('trained');
  const sentence = {
    id: 's1',
    sentence: 'where is it',
    passed: false,
    before: 'track_order, 0.80',
    now: 'Fallback',
  };
  const kept: Training['kept'] = [
    {
      ...{ number: 3, at: '2026-11-21T11:04:00.000Z', state: 'waiting', accuracy: 0.8 },
      regression: { passed: 29, failed: 3, changed: 1, worse: 1, better: 0, sentences: [sentence] },
    },
    { number: 2, at: '2026-11-20T11:04:00.000Z', state: 'live', accuracy: 0.84 },
    { number: 1, at: '2026-11-19T11:04:00.000Z', state: 'kept', accuracy: 0.8 },
  ];
  const action = vi.fn(async () => ({}));
  const { user } = renderInConsole(<IntentQuality />, {
    dataProvider: { query: async () => ({ ...trained, kept }), action },
    access: { ...everyRight, actions: [...everyRight.actions, 'intent:train'] },
  });
  expect(await screen.findByRole('alert')).toHaveTextContent(/answers 1 sentence of the tests worse and 0/);
  expect(
    screen.getByRole('row', { name: 'where is it Worse track_order, 0.80 Fallback' }),
  ).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Keep the old model' }));
  await waitFor(() => expect(action).toHaveBeenCalledWith('intent', null, 'drop-training', { number: 3 }));
  await user.click(await screen.findByRole('button', { name: /^Use this one/ }));
  await waitFor(() => expect(action).toHaveBeenCalledWith('intent', null, 'use-training', { number: 1 }));
});

it('a number of the confusion matrix filters the sentences', async () => {
  const trained = training('trained');
  const confusions = [
    { meant: 'track_order', taken: 'delivery_time', times: 3, samples: ['where is it', 'when will it come'] },
    { meant: 'delivery_time', taken: 'refund', times: 1, samples: ['how long'] },
  ];
  const report = trained.report && { ...trained.report, confusions };
  const { user } = renderInConsole(<IntentQuality />, {
    dataProvider: { query: async () => ({ ...trained, report }) },
  });
  const matrix = await screen.findByRole('table', { name: 'Confusion matrix' });
  await user.click(within(matrix).getByRole('button', { name: 'delivery_time taken for refund: 1' }));
  expect(screen.queryByText('where is it · when will it come')).not.toBeInTheDocument();
  expect(screen.getByText('how long')).toBeInTheDocument();
});

it('the selection in the confusion matrix shows the numbers of a new training', async () => {
  const trained = training('trained');
  const withTimes = (times: number, samples: string[]): Training => ({
    ...trained,
    report: trained.report && {
      ...trained.report,
      confusions: [
        { meant: 'track_order', taken: 'delivery_time', times: 9, samples: ['where is it'] },
        { meant: 'delivery_time', taken: 'refund', times, samples },
      ],
    },
  });
  let state = withTimes(1, ['how long']);
  const { user } = renderInConsole(<IntentQuality />, { dataProvider: { query: async () => state } });
  await user.click(await screen.findByRole('button', { name: 'delivery_time taken for refund: 1' }));
  state = withTimes(2, ['how long', 'how many days']);
  act(() => dispatchMessage({ event: 'training.changed', json: { kind: null, progress: 1 } }));
  expect(await screen.findByText('how long · how many days')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'delivery_time taken for refund: 2' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

it('the test sentences have a curve of their own, with a threshold that can be set', async () => {
  const { report, ...rest } = training('trained');
  const curve = [0, 0.05, 0.1].map((threshold) => ({ threshold, right: 1, wrong: 0 }));
  const samples = [{ threshold: 0.1, right: 0.8, wrong: 0.2, foreign: 0.9 }];
  const regression = { passed: 3, failed: 0, changed: 0, curve };
  const answered = { ...rest, report: report && { ...report, threshold: 0.1, curve: samples, regression } };
  const { user } = renderInConsole(<IntentQuality />, { dataProvider: { query: async () => answered } });
  await user.click(await screen.findByRole('button', { name: 'Test sentences' }));
  const note = screen.getByText(/^At 0\.10, of the test sentences, the bot answers 100% correctly/);
  expect(note).toHaveTextContent('It would be most useful at 0.05.');
  expect(note).not.toHaveTextContent('that should have no intent');
});

it('the report shows weak intents, near-duplicates, and changes', async () => {
  renderInConsole(<IntentQuality />, { dataProvider: { query: async () => training('trained') } });
  expect(await screen.findByText('+4 points')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '30 of 32' })).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /track_order 45% 9 of 20/ })).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /track_order delivery_time 3 where is it/ })).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /where is my orders.*94%/ })).toBeInTheDocument();
});

it('the quality stays on the screen when it cannot be reloaded', async () => {
  const ask = vi.fn(async () => training('trained'));
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const Failure = () => <p>{useTraining().error?.message}</p>;
  renderInConsole(
    <>
      <IntentQuality />
      <Failure />
    </>,
    { dataProvider: { query: ask }, queryClient },
  );
  expect(await screen.findByText('Weakest intents')).toBeInTheDocument();
  ask.mockRejectedValue(new Error('No connection'));
  act(() => void queryClient.invalidateQueries());
  expect(await screen.findByText('No connection')).toBeInTheDocument();
  expect(screen.getByText('Weakest intents')).toBeInTheDocument();
});

it('shows that the state of the training could not be loaded, and retries', async () => {
  const ask = vi.fn(async () => training('trained'));
  ask.mockRejectedValueOnce(new Error('No connection'));
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { user } = renderInConsole(<TrainingBar />, { dataProvider: { query: ask }, queryClient });
  expect(await screen.findByRole('alert')).toHaveTextContent('No connection');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^Trained 20 Nov 2026/)).toBeInTheDocument();
});

it('the position of a rule is not shown while the others could not be loaded', async () => {
  const check = await loadForm('chat-logic');
  const form = (
    <RecordForm
      model={modelNamed('chat-logic')}
      validator={check}
      mode="create"
      onSave={() => Promise.resolve(undefined)}
    >
      <RuleOrder />
    </RecordForm>
  );
  renderInConsole(form, {
    queryClient: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    dataProvider: { getList: () => Promise.reject(new Error('No connection')) },
  });
  await waitFor(() =>
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain('No connection'),
  );
  expect(screen.queryByRole('list', { name: 'Rules in order' })).toBeNull();
});
