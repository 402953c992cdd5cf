import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ActionRecordsContext } from '../../resources/actions/actionRecords.ts';
import { InputForm } from '../../resources/actions/InputForm.tsx';
import { everyRight, renderInConsole } from '../../resources/form/testing/renderForm.tsx';
import { setTexts } from '../../../schemas/texts/translate.ts';
import './index.ts';

afterEach(() => setTexts(undefined));

const SENTENCE = {
  ...{ id: 's1', version: 1, createdAt: '2026-11-20T11:04:00.000Z', updatedAt: '2026-11-20T11:04:00.000Z' },
  sentence: 'Do you lend umbrellas?',
};

/** Renders the form that teaches a sentence, before its suggestions are loaded. */
function open() {
  let arrive = (_: object): void => undefined;
  const answer = new Promise<object>((done) => {
    arrive = done;
  });
  const onSubmit = vi.fn(() => Promise.resolve(undefined));
  const { user } = renderInConsole(
    <ActionRecordsContext value={[SENTENCE]}>
      <InputForm formName="teach-sentences" pending={false} onSubmit={onSubmit} onClose={() => undefined} />
    </ActionRecordsContext>,
    {
      dataProvider: {
        query: () => answer,
        getList: async () => ({ data: [], total: 0 }),
        getOne: async (_: string, { id }: { id: string }) => ({ data: { id, name: 'opening_hours' } }),
      },
      access: everyRight,
    },
  );
  const suggest = (intents: object[] = [], alike: object[] = []) =>
    arrive({ intents, name: 'lend_umbrellas', alike });
  return { user, suggest, onSubmit };
}

it('the guesses are above the intent that they fill in', async () => {
  const { user, suggest, onSubmit } = open();
  suggest([{ id: 'i1', name: 'opening_hours', score: 0.58 }]);
  const guess = await screen.findByRole('button', { name: 'opening_hours 58%' });
  const field = screen.getByRole('combobox', { name: /^Intent/ });
  expect(guess.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.click(guess);
  expect(guess).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByText('A new intent'));
  expect(screen.queryByText('The bot’s best guesses')).toBeNull();
  await user.click(screen.getByText('An intent'));
  await user.click(screen.getByRole('button', { name: 'Teach' }));
  await waitFor(() =>
    expect(onSubmit).toHaveBeenCalledWith({ text: SENTENCE.sentence, to: 'existing', intent: 'i1' }),
  );
});

it('suggests a name for a new intent', async () => {
  const { user, suggest } = open();
  await user.click(await screen.findByText('A new intent'));
  const name = await screen.findByRole('textbox', { name: /^Name/ });
  suggest();
  await waitFor(() => expect(name).toHaveValue('lend_umbrellas'));
});

it('a name that was typed before the suggestion remains', async () => {
  const { user, suggest } = open();
  await user.click(await screen.findByText('A new intent'));
  const name = await screen.findByRole('textbox', { name: /^Name/ });
  await user.type(name, 'rain');
  suggest();
  // The other suggestions are rendered by then.
  await user.click(screen.getByText('An intent'));
  await user.click(screen.getByText('A new intent'));
  expect(await screen.findByRole('textbox', { name: /^Name/ })).toHaveValue('rain');
});

describe('the sentence that is taught', () => {
  const LONG = `Do you lend umbrellas ${'and more of them '.repeat(6)}please`;
  const openFor = (...sentences: string[]) => {
    const onSubmit = vi.fn(() => Promise.resolve(undefined));
    const { user } = renderInConsole(
      <ActionRecordsContext
        value={sentences.map((sentence, at) => ({ ...SENTENCE, id: `s${at}`, sentence }))}
      >
        <InputForm formName="teach-sentences" pending={false} onSubmit={onSubmit} onClose={() => undefined} />
      </ActionRecordsContext>,
      {
        dataProvider: {
          query: () => Promise.resolve({ intents: [], name: 'lend_umbrellas', alike: [] }),
          getList: async () => ({ data: [], total: 0 }),
        },
        access: everyRight,
      },
    );
    return { user, onSubmit };
  };
  const newIntent = async ({ user }: Pick<ReturnType<typeof openFor>, 'user'>) => {
    await user.click(await screen.findByText('A new intent'));
    await waitFor(() => expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('lend_umbrellas'));
    await user.click(screen.getByRole('button', { name: 'Teach' }));
  };

  it('is refused while it is too long for a sample, and taught after it was shortened', async () => {
    const { user, onSubmit } = openFor(LONG);
    const text = await screen.findByRole('textbox', { name: /^Sample/ });
    expect(text).toHaveValue(LONG);
    expect(screen.getByText(`${LONG.length} / 100`)).toBeVisible();
    await newIntent({ user });
    expect(screen.getAllByText('Sample must be less than 100 characters')[0]).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
    await user.clear(text);
    await user.type(text, 'Do you lend umbrellas');
    await user.click(screen.getByRole('button', { name: 'Teach' }));
    await waitFor(() =>
      expect(onSubmit).toHaveBeenCalledWith({
        text: 'Do you lend umbrellas',
        to: 'new',
        name: 'lend_umbrellas',
      }),
    );
  });

  it('must not be empty', async () => {
    const { user, onSubmit } = openFor('Do you lend umbrellas?');
    await user.clear(await screen.findByRole('textbox', { name: /^Sample/ }));
    await newIntent({ user });
    expect(screen.getAllByText('Sample is required')[0]).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('is one of several that are taught unchanged', async () => {
    const { user, onSubmit } = openFor('Do you lend umbrellas?', 'do you sell umbrellas');
    await newIntent({ user });
    expect(screen.queryByRole('textbox', { name: /^Sample/ })).toBeNull();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ to: 'new', name: 'lend_umbrellas' }));
  });
});

it('shows in the language of the page how often similar sentences were written', async () => {
  setTexts((english) => (english === 'once' ? '1 ครั้ง' : undefined));
  const { suggest } = open();
  suggest([], [{ id: 's2', sentence: 'Umbrellas?', count: 1 }]);
  expect(await screen.findByText('Umbrellas? (1 ครั้ง)')).toBeInTheDocument();
});
