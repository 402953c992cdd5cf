import { screen } from '@testing-library/react';
import { RecordContextProvider } from 'react-admin';
import { expect, it } from 'vitest';
import { renderInConsole } from '../../resources/form/testing/renderForm.tsx';
import { JobResult } from './JobResult.tsx';

const show = (job: object) =>
  renderInConsole(
    <RecordContextProvider value={{ id: 'j1', title: 'Training of the bot', ...job }}>
      <JobResult />
    </RecordContextProvider>,
    { dataProvider: {} },
  );

it('a finished job shows its outcome and a link to it', () => {
  show({ state: 'done', note: 'custom', outcome: '25 intents learnt', link: '/chatbot/intent/quality' });
  expect(screen.getByRole('heading', { name: '25 intents learnt' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open the result' })).toHaveAttribute(
    'href',
    '/chatbot/intent/quality',
  );
  expect(screen.queryByText('custom')).toBeNull();
});

it('a running job shows its progress; a failed one, why', () => {
  const { unmount } = show({ state: 'running', note: 'Writing', done: 300, total: 1200 });
  expect(screen.getByText('Writing')).toBeVisible();
  expect(screen.getByText('300 of 1,200')).toBeVisible();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  unmount();
  show({ state: 'failed', failure: 'Row 3 has no name' });
  expect(screen.getByRole('heading', { name: 'Row 3 has no name' })).toBeVisible();
});
