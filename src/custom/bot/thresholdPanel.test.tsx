import { QueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { expect, it, vi } from 'vitest';
import { RecordForm } from '../../resources/form/RecordForm.tsx';
import { everyRight, renderInConsole } from '../../resources/form/testing/renderForm.tsx';
import { loadForm } from '../../resources/form/useFormValidator.ts';
import { modelNamed } from '../../resources/product.ts';
import { ThresholdPanel } from './ThresholdPanel.tsx';

/** Renders the panel beside the bot setting, with mocked services. */
async function open(ask: () => Promise<unknown>) {
  const validator = await loadForm('network');
  const record = { id: 'n1', version: 1, confidenceThreshold: 0.6, defaultMode: 'bot', globalDelay: 1 };
  return renderInConsole(
    <RecordForm
      model={modelNamed('network')}
      {...{ validator, record }}
      mode="edit"
      onSave={() => Promise.resolve(undefined)}
    >
      <ThresholdPanel />
    </RecordForm>,
    {
      queryClient: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
      dataProvider: { query: ask, getList: async () => ({ data: [], total: 0 }) },
      access: { ...everyRight, actions: [...everyRight.actions, 'intent:list'] },
    },
  );
}

it('shows a failure in small text, and retries', async () => {
  const ask = vi.fn().mockRejectedValueOnce(new HttpError('The services are away', 503));
  ask.mockResolvedValue({ classifiers: [] });
  const { user } = await open(ask);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/^This could not be loaded\. \S/);
  // It is a part of the page, not a page.
  expect(screen.queryByRole('heading', { name: 'This could not be loaded' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/After the next training this shows what the threshold does/)).toBeVisible();
});

it('shows a placeholder while it is loaded', async () => {
  await open(() => new Promise(() => undefined));
  expect(await screen.findByRole('progressbar', { name: 'Loading' })).toBeInTheDocument();
});

it('recommends the most useful threshold of the shown curve', async () => {
  const curveWithBest = (best: number) =>
    [0.5, 0.6, 0.7].map((threshold) => ({ threshold, right: threshold === best ? 0.9 : 0.5, wrong: 0.1 }));
  const report = { curve: curveWithBest(0.7), regression: { curve: curveWithBest(0.5) } };
  const { user } = await open(async () => ({ classifiers: [], report }));
  expect(await screen.findByRole('button', { name: 'Use 0.70' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Test sentences' }));
  await user.click(screen.getByRole('button', { name: 'Use 0.50' }));
  expect(screen.queryByRole('button', { name: /^Use / })).toBeNull();
  expect(screen.getByText(/It is most useful there/)).toBeVisible();
});
