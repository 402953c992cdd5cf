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

/** The form of a team whose members are asked for; searches wait until they are answered. */
async function team(record: JsonObject = { name: 'Support' }) {
  const waiting: { q: string; resolve: () => void }[] = [];
  const getList = vi.fn((_: string, { filter: { q } }: Asked) =>
    q === undefined
      ? Promise.resolve(found())
      : new Promise((resolve) => waiting.push({ q, resolve: () => resolve(found(q)) })),
  );
  const shown = await renderRecordForm('team', { record }, { getList, getMany });
  const input = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Members' });
  // Whoever types slowly has asked for the beginning of it before.
  const asked = (text = input.value) => waitFor(() => expect(waiting.map(({ q }) => q)).toContain(text));
  const answer = async (text?: string): Promise<void> => {
    await asked(text);
    waiting.splice(0).forEach(({ resolve }) => resolve());
  };
  const save = () => shown.user.click(screen.getByRole('button', { name: 'Save' }));
  return { ...shown, input, asked, answer, save };
}

const chip = (name: string) => screen.findByRole('button', { name });

describe('Enter behind what is typed', () => {
  test('waits for the answer and takes who is called so, without sending the form', async () => {
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

  test('takes the first that fits once the answer is there, and none while another is named that is chosen', async () => {
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
  ])('%s takes a waiting Enter back', async (_, keys, again) => {
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

  test('leaves the text where nothing fits, and the list says so beside what makes a new record', async () => {
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
    // Moved to, it is taken.
    await user.keyboard('{ArrowUp}{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Create intent' })).toBeVisible();
  });

  test('the next one, before the answer, is not what makes a new record', async () => {
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
    // Nothing is typed any more.
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
  });
});

test('a search is as long as the services take it', async () => {
  const { input } = await team();
  expect(input).toHaveAttribute('maxlength', '500');
});
