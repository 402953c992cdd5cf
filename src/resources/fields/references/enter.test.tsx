import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../../schemas/model/types.ts';
import { renderRecordForm } from '../../form/testing/renderForm.tsx';

interface Asked {
  filter: { q?: string };
}

const people = ['Anong', 'Anong Chai', 'Malee', 'Zara Anong'].map((name, index) => ({
  id: `m${index}`,
  username: name.toLowerCase().replace(' ', '.'),
  name,
}));
const page = (data: object[]) => ({ data, pageInfo: { hasNextPage: false } });
const found = (q = '') => page(people.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase())));
const getMany = (_: string, { ids }: { ids: string[] }) =>
  Promise.resolve({ data: people.filter(({ id }) => ids.includes(id)) });

/** Renders the form of a team; searches of its members wait for `answer`. */
async function team(record: JsonObject = { name: 'Support' }) {
  const waiting: { q: string; resolve: () => void }[] = [];
  const getList = vi.fn((_: string, { filter: { q } }: Asked) =>
    q === undefined
      ? Promise.resolve(found())
      : new Promise((resolve) => waiting.push({ q, resolve: () => resolve(found(q)) })),
  );
  const form = await renderRecordForm('team', { record }, { getList, getMany });
  const input = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Members' });
  // With slow typing, its beginning was requested before.
  const asked = (text = input.value) => waitFor(() => expect(waiting.map(({ q }) => q)).toContain(text));
  const answer = async (text?: string): Promise<void> => {
    await asked(text);
    waiting.splice(0).forEach(({ resolve }) => resolve());
  };
  const save = () => form.user.click(screen.getByRole('button', { name: 'Save' }));
  return { ...form, input, asked, answer, save };
}

const chip = (name: string) => screen.findByRole('button', { name });

describe('Enter after typed text', () => {
  test('waits for the answer and chooses the record of that name, without submitting the form', async () => {
    const { user, input, answer, save, saved } = await team();
    await user.type(input, 'zara anong{Enter}');
    expect(input).toHaveValue('zara anong');
    await answer();
    expect(await chip('Zara Anong')).toBeVisible();
    expect(input).toHaveValue('');
    expect(saved).toEqual([]);
    await save();
    await waitFor(() => expect(saved).toMatchObject([{ members: ['m3'] }]));
  });

  test('chooses the first match of the answer, and none where the text names a chosen record', async () => {
    const { user, input, answer, saved } = await team({ name: 'Support', members: ['m0'] });
    await chip('Anong');
    await user.type(input, 'chai');
    await answer();
    await waitFor(() => expect(screen.getAllByRole('option', { name: /An|Ma/ })).toHaveLength(1));
    await user.keyboard('{Enter}');
    expect(await chip('Anong Chai')).toBeVisible();
    await user.type(input, 'anong{Enter}');
    await answer();
    await waitFor(() => expect(screen.queryByRole('option', { name: 'Malee' })).not.toBeInTheDocument());
    expect(input).toHaveValue('anong');
    expect(screen.queryByRole('button', { name: 'Zara Anong' })).not.toBeInTheDocument();
    expect(saved).toEqual([]);
  });

  test.each([
    ['typing on', 'x', '{Backspace}'],
    ['Escape', '{Escape}', '{ArrowUp}'],
  ])('%s cancels a pending Enter', async (_, keys, again) => {
    const { user, input, asked, answer, saved } = await team();
    await user.type(input, 'malee{Enter}');
    await asked();
    await user.keyboard(keys);
    await answer('malee');
    await user.keyboard(again);
    expect(await screen.findByRole('option', { name: 'Malee' })).toBeVisible();
    expect(input).toHaveValue('malee');
    expect(screen.queryByRole('button', { name: 'Malee' })).not.toBeInTheDocument();
    expect(saved).toEqual([]);
  });

  test('keeps the text where nothing matches; the list says so beside the option that creates a record', async () => {
    const getList = () => Promise.resolve(page([]));
    const { user, saved } = await renderRecordForm(
      'mapper',
      { record: { name: 'm', conditions: [] } },
      { getList, getMany },
    );
    const input = await screen.findByRole('combobox', { name: /Intent/ });
    await user.type(input, 'nobody{Enter}');
    expect(await screen.findByRole('option', { name: 'No intent found' })).toBeVisible();
    expect(screen.getByRole('option', { name: 'Create “nobody”' })).toBeVisible();
    expect(input).toHaveValue('nobody');
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.queryByText('Intent is required')).not.toBeInTheDocument();
    expect(saved).toEqual([]);
    await user.keyboard('{ArrowUp}{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Create intent' })).toBeVisible();
  });

  test('an arrow key before the answer does not highlight the option that creates a record', async () => {
    const intents = [{ id: 'i1', name: 'greeting' }];
    const prices = [{ id: 'i2', name: 'price' }];
    let answer = (): void => undefined;
    const getList = (_: string, { filter: { q } }: Asked) =>
      q === undefined
        ? Promise.resolve(page(intents))
        : new Promise((resolve) => {
            answer = () => resolve(page(prices));
          });
    const getOne = () => Promise.resolve({ data: prices[0] });
    const { user } = await renderRecordForm('mapper', {}, { getList, getMany, getOne });
    const input = await screen.findByRole('combobox', { name: /Intent/ });
    await user.click(input);
    await screen.findByRole('option', { name: 'greeting' });
    await user.keyboard('pri{ArrowDown}{Enter}');
    await waitFor(() => {
      answer();
      expect(input).toHaveValue('price');
    });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    // The typed text is cleared.
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
  });
});

test('a search is limited to the length that the services accept', async () => {
  const { input } = await team();
  expect(input).toHaveAttribute('maxlength', '500');
});
