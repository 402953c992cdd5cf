import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { RecordForm } from '../../form/RecordForm.tsx';
import { compiledEntity } from '../../form/testing/compiled.ts';
import { renderInConsole, renderRecordForm } from '../../form/testing/renderForm.tsx';

const members = Array.from({ length: 12 }, (_, index) => ({
  id: `m${index}`,
  username: `member.${index}`,
  name: `Member ${index}`,
}));
const getMany = (_: string, { ids }: { ids: string[] }) =>
  Promise.resolve({ data: members.filter(({ id }) => ids.includes(id)) });

test('options load ten at a time, are found by search and chosen as chips', async () => {
  const getList = vi.fn<(resource: string, params: { filter: { q?: string }; pagination: object }) => object>(
    (_, { filter }) => {
      const found = members.filter(({ username }) => username.includes(filter.q ?? ''));
      return Promise.resolve({ data: found.slice(0, 10), pageInfo: { hasNextPage: found.length > 10 } });
    },
  );
  const { user, saved } = await renderRecordForm(
    'team',
    { record: { name: 'Support' } },
    { getList, getMany },
  );
  const input = await screen.findByRole('combobox', { name: 'Members' });
  await user.click(input);
  expect(await screen.findAllByRole('option')).toHaveLength(10);
  expect(getList.mock.calls[0]?.[1].pagination).toMatchObject({ perPage: 10 });
  await user.paste('11');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  expect(getList).toHaveBeenCalledTimes(2);
  await user.click(screen.getByRole('option'));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toMatchObject([{ members: ['m11'] }]));
});

test('chosen records show their titles and can be removed', async () => {
  const { user, saved } = await renderRecordForm(
    'team',
    { record: { name: 'Support', members: ['m1', 'm2'] } },
    { getMany },
  );
  const chip = await screen.findByRole('button', { name: /Member 1|member\.1/ });
  await user.click(within(chip).getByTestId('CancelIcon'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toMatchObject([{ members: ['m2'] }]));
});

test('more options load until there are enough to scroll, whatever is chosen already', async () => {
  const getList = (_: string, { pagination }: { pagination: { page: number; perPage: number } }) => {
    const { page, perPage } = pagination;
    const data = members.slice((page - 1) * perPage, page * perPage);
    return Promise.resolve({ data, pageInfo: { hasNextPage: page * perPage < members.length } });
  };
  const record = { name: 'Support', members: members.slice(0, 8).map(({ id }) => id) };
  const { user } = await renderRecordForm('team', { record }, { getList, getMany });
  await user.click(await screen.findByRole('combobox', { name: 'Members' }));
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(4));
});

test('a missing record is created in a dialog and chosen', async () => {
  const create = vi.fn((_: string, { data }: { data: object }) =>
    Promise.resolve({ data: { ...data, id: 'v9' } }),
  );
  const getList = () => Promise.resolve({ data: [], pageInfo: { hasNextPage: false } });
  const found = (_: string, { id }: { id: string }) =>
    Promise.resolve({ data: { id, name: 'new_greeting' } });
  const note = compiledEntity(
    {},
    { greeting: { type: 'string', 'x-field': { reference: { entity: 'note' } } } },
  );
  const fields = note.model.fields.map((field) =>
    field.reference ? { ...field, reference: { ...field.reference, entity: 'variable' } } : field,
  );
  const saved: unknown[] = [];
  const { user } = renderInConsole(
    <RecordForm
      model={{ ...note.model, fields }}
      validator={note.validator}
      mode="create"
      onSave={(record) => {
        saved.push(record);
        return Promise.resolve(undefined);
      }}
    >
      <button type="submit">Save the note</button>
    </RecordForm>,
    { dataProvider: { create, getList, getOne: found, getMany: () => Promise.resolve({ data: [] }) } },
  );
  await user.click(await screen.findByRole('combobox', { name: 'Greeting' }));
  await user.keyboard('new_greeting');
  await user.click(await screen.findByRole('option', { name: /Create “new_greeting”/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Create variable' });
  expect(await within(dialog).findByLabelText('Name')).toHaveValue('new_greeting');
  await user.type(within(dialog).getByLabelText('Value'), 'Hello');
  await user.click(within(dialog).getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Save the note' }));
  await waitFor(() => expect(saved).toMatchObject([{ greeting: 'v9' }]));
});

test('options of the previous search stay until the next ones load, and are disabled where they do not match', async () => {
  const variables = [{ id: 'v1', name: 'greeting', type: 'string', scope: 'bot' }];
  let answer = (): void => undefined;
  const getList = (_: string, { filter }: { filter: { q?: string } }) =>
    filter.q === undefined
      ? Promise.resolve({ data: variables, pageInfo: { hasNextPage: false } })
      : new Promise((resolve) => {
          answer = () => resolve({ data: [], pageInfo: { hasNextPage: false } });
        });
  const note = compiledEntity(
    {},
    { greeting: { type: 'string', 'x-field': { reference: { entity: 'note' } } } },
  );
  const fields = note.model.fields.map((field) =>
    field.reference ? { ...field, reference: { ...field.reference, entity: 'variable' } } : field,
  );
  const getListSpy = vi.fn(getList);
  const { user } = renderInConsole(
    <RecordForm
      model={{ ...note.model, fields }}
      validator={note.validator}
      mode="create"
      onSave={() => Promise.resolve(undefined)}
    >
      <button type="submit">Save the note</button>
    </RecordForm>,
    { dataProvider: { getList: getListSpy, getMany: () => Promise.resolve({ data: [] }) } },
  );
  await user.click(await screen.findByRole('combobox', { name: 'Greeting' }));
  await screen.findByRole('option', { name: 'greeting' });
  await user.keyboard('bye');
  await waitFor(() => expect(getListSpy.mock.calls.at(-1)?.[1].filter.q).toBe('bye'));
  // A key pressed before the answer does not choose it.
  expect(screen.getByRole('option', { name: 'greeting' })).toHaveAttribute('aria-disabled', 'true');
  await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('option', { name: /Create “bye”/ }) });
  answer();
  await waitFor(() => expect(screen.queryByRole('option', { name: 'greeting' })).not.toBeInTheDocument());
  await user.pointer({ keys: '[/MouseLeft]', target: screen.getByRole('option', { name: /Create “bye”/ }) });
  expect(await screen.findByRole('dialog', { name: 'Create variable' })).toBeVisible();
});

test('without any record to choose, the text of the schema says what to do', async () => {
  const filters: object[] = [];
  const getList = (_: string, { filter }: { filter: object }) => {
    filters.push(filter);
    return Promise.resolve({ data: [], pageInfo: { hasNextPage: false } });
  };
  const { user } = await renderRecordForm('test-send', {}, { getList, getMany });
  await user.click(await screen.findByRole('combobox', { name: 'Testers' }));
  expect(await screen.findByText(/^There are no testers\. An administrator of Campaign marks/)).toBeVisible();
  expect(filters).toEqual([{ tester: [true] }]);
});
