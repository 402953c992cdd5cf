import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderRecordForm } from '../form/testing/renderForm.tsx';
import './VariableSuggestions.tsx';

const VARIABLES = [
  { id: 'v1', name: 'price', value: '240', scope: 'bot' },
  { id: 'v2', name: 'shop', value: 'Siam', scope: 'environment' },
];
const dataProvider = {
  query: (
    resource: string,
    _: null,
    verb: string,
    { query }: { query: { names?: string; keyword?: string } },
  ) => {
    const names = ['nickname'].filter((name) =>
      query.names === undefined ? name.includes(query.keyword ?? '') : query.names.split(',').includes(name),
    );
    return Promise.resolve(`${resource}/${verb}` === 'profile/variables' ? { names } : {});
  },
  getList: (_: string, { filter }: { filter: { keyword?: string; name?: string[] } }) => {
    const data = VARIABLES.filter(
      ({ name }) => name.includes(filter.keyword ?? '') && (filter.name?.includes(name) ?? true),
    );
    return Promise.resolve({ data, total: data.length });
  },
};

it('suggests variables with their values while braces are typed, and inserts one by keyboard', async () => {
  const messages = [{ type: 'text', text: 'From' }];
  const { user, saved } = await renderRecordForm(
    'template',
    { record: { name: 'abc', platform: 'multi', messages } },
    dataProvider,
  );
  const input = await screen.findByRole('textbox', { name: 'Text' });
  await user.type(input, ' {{{{');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(8));
  expect(screen.getByRole('option', { name: /^shop ?Siam ?environment$/ })).toBeInTheDocument();
  // After the workspace's own: person variables, including custom fields.
  expect(
    screen.getByRole('option', { name: /^display_name ?Display name of the person ?person$/ }),
  ).toBeInTheDocument();
  expect(screen.getByRole('option', { name: /^nickname ?Custom field of the person/ })).toBeInTheDocument();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(input).toHaveValue('From {{shop}}');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.keyboard(' {{{{pr');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await user.keyboard('{Escape}x');
  expect(input).toHaveValue('From {{shop}} {{prx');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toMatchObject([{ messages: [{ text: 'From {{shop}} {{prx' }] }]));
});

it('reports an unknown variable while it is typed', async () => {
  const { user } = await renderRecordForm(
    'template',
    { record: { name: 'abc', platform: 'multi', messages: [{ type: 'text', text: 'From' }] } },
    dataProvider,
  );
  const input = await screen.findByRole('textbox', { name: 'Text' });
  await user.type(input, ' {{{{shp}}');
  const message = 'Text names a variable that does not exist';
  expect(await screen.findByText(message)).toBeVisible();
  expect(input).toHaveFocus();
  await user.keyboard('{Backspace}{Backspace}{Backspace}op}}');
  expect(input).toHaveValue('From {{shop}}');
  await waitFor(() => expect(screen.queryByText(message)).toBeNull());
});

it('accepts person variables, and keeps a fallback when another name is chosen', async () => {
  const { user } = await renderRecordForm(
    'template',
    { record: { name: 'abc', platform: 'multi', messages: [{ type: 'text', text: 'Dear' }] } },
    dataProvider,
  );
  const input = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
  await user.type(input, ' {{{{nickname|friend}}, {{{{language}} {{{{nicknam}}');
  expect(await screen.findByText('Text names a variable that does not exist')).toBeVisible();
  await user.keyboard('{Backspace}{Backspace}e}}');
  await waitFor(() => expect(screen.queryByText('Text names a variable that does not exist')).toBeNull());
  await user.clear(input);
  await user.type(input, 'Dear {{{{|friend}}');
  input.setSelectionRange(7, 7);
  await user.type(input, 'disp', { initialSelectionStart: 7, initialSelectionEnd: 7 });
  await user.click(await screen.findByRole('option', { name: /^display_name/ }));
  expect(input).toHaveValue('Dear {{display_name|friend}}');
});

it('adds a missing https:// on blur', async () => {
  const messages = [{ type: 'video', originalContentUrl: '', previewImageUrl: '' }];
  const { user } = await renderRecordForm(
    'template',
    { record: { name: 'abc', platform: 'multi', messages } },
    dataProvider,
  );
  const input = await screen.findByRole('textbox', { name: 'Video URL' });
  await user.type(input, 'cdn.example.com/a.mp4');
  await user.tab();
  expect(input).toHaveValue('https://cdn.example.com/a.mp4');
});
