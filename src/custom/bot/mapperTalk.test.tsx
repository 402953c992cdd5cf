import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderRecordForm } from '../../resources/form/testing/renderForm.tsx';
import './index.ts';

const mapper = { id: 'm1', version: 1, intent: 'i1', action: { type: 'template', template: 't1' } };
const withIntents = (getMany: () => Promise<unknown>) =>
  renderRecordForm('mapper', { mode: 'edit', record: mapper }, { getMany });

it('shows that a conversation is loading where an intent is chosen', async () => {
  await withIntents(() => new Promise(() => undefined));
  expect(await screen.findByText('Loading the conversation…')).toBeInTheDocument();
  expect(screen.queryByText('Choose an intent to preview the conversation.')).toBeNull();
});

it('shows that the intent could not be loaded', async () => {
  await withIntents(() => Promise.resolve({ data: [] }));
  const errorText = 'We can’t show the conversation: the intent could not be loaded.';
  expect(await screen.findByText(errorText)).toBeInTheDocument();
});
