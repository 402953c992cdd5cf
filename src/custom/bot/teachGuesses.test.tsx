import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ActionRecordsContext } from '../../resources/actions/actionRecords.ts';
import { RecordForm } from '../../resources/form/RecordForm.tsx';
import { everyRight, renderInConsole } from '../../resources/form/testing/renderForm.tsx';
import { loadForm } from '../../resources/form/useCheck.ts';
import { formByName } from '../../resources/product.ts';
import { TeachGuesses } from './TeachGuesses.tsx';

const SENTENCE = {
  ...{ id: 's1', version: 1, createdAt: '2026-11-20T11:04:00.000Z', updatedAt: '2026-11-20T11:04:00.000Z' },
  sentence: 'Do you lend umbrellas?',
};

/** The form with which a sentence is taught, before its suggestions are there. */
async function open() {
  const check = await loadForm('teach-sentences');
  let arrive = (_: object): void => undefined;
  const ask = () =>
    new Promise<object>((done) => {
      arrive = done;
    });
  const { user } = renderInConsole(
    <ActionRecordsContext value={[SENTENCE]}>
      <RecordForm
        model={formByName('teach-sentences')}
        check={check}
        mode="create"
        onSave={() => Promise.resolve(undefined)}
      >
        <TeachGuesses />
      </RecordForm>
    </ActionRecordsContext>,
    { dataProvider: { ask, getList: async () => ({ data: [], total: 0 }) }, access: everyRight },
  );
  const suggest = () => arrive({ intents: [], name: 'lend_umbrellas', alike: [] });
  return { user, suggest };
}

it('suggests a name for a new intent', async () => {
  const { user, suggest } = await open();
  await user.click(await screen.findByText('A new intent'));
  const name = await screen.findByRole('textbox', { name: /^Name/ });
  await screen.findByText('This becomes a sample');
  suggest();
  await waitFor(() => expect(name).toHaveValue('lend_umbrellas'));
});

it('a name that was typed before the suggestion came stays', async () => {
  const { user, suggest } = await open();
  await user.click(await screen.findByText('A new intent'));
  const name = await screen.findByRole('textbox', { name: /^Name/ });
  await screen.findByText('This becomes a sample');
  await user.type(name, 'rain');
  suggest();
  // What else was suggested is there by then.
  await user.click(screen.getByText('An intent'));
  await user.click(screen.getByText('A new intent'));
  expect(await screen.findByRole('textbox', { name: /^Name/ })).toHaveValue('rain');
});
