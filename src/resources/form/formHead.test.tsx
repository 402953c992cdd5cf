import { screen, within } from '@testing-library/react';
import { ResourceContextProvider } from 'react-admin';
import { expect, it } from 'vitest';
import { EntityCreate } from '../edit/EntityCreate.tsx';
import { EntityEdit } from '../edit/EntityEdit.tsx';
import { renderInConsole } from './testing/renderForm.tsx';

const template = {
  ...{ id: 't1', version: 3, name: 'welcome', platform: 'multi', tags: ['hello'] },
  messages: [{ type: 'text', text: 'Welcome' }],
};
const open = (screenOf: 'create' | 'edit', dataProvider: object = {}) =>
  renderInConsole(
    <ResourceContextProvider value="template">
      {screenOf === 'create' ? <EntityCreate /> : <EntityEdit />}
    </ResourceContextProvider>,
    {
      path: screenOf === 'create' ? '/chatbot/template/editor' : '/chatbot/template/editor/:id',
      at: screenOf === 'create' ? undefined : '/chatbot/template/editor/t1',
      dataProvider: {
        getList: () => Promise.resolve({ data: [], total: 0 }),
        getOne: () => Promise.resolve({ data: template }),
        ...dataProvider,
      },
    },
  );
const head = async () => within((await screen.findByRole('textbox', { name: 'Name' })).closest('header')!);

it('has the way back, the name to edit, the few facts and Save in one line', async () => {
  open('edit');
  const line = await head();
  expect(line.getByRole('link', { name: 'Templates' })).toHaveAttribute('href', '/chatbot/template');
  expect(line.getByRole('textbox', { name: 'Name' })).toHaveValue('welcome');
  expect(await line.findByRole('combobox', { name: 'Platform' })).toHaveTextContent('All channels');
  expect(line.getByText('hello')).toBeVisible();
  expect(line.getByRole('button', { name: 'Save' })).toBeVisible();
  expect(screen.getAllByRole('textbox', { name: 'Name' })).toHaveLength(1);
});

it('saves from the head what was typed there', async () => {
  const sent: unknown[] = [];
  const { user } = open('edit', {
    update: (_: string, { data }: { data: object }) => {
      sent.push(data);
      return Promise.resolve({ data: { ...template, ...data, version: 4 } });
    },
  });
  const line = await head();
  const name = line.getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'greeting');
  expect(await line.findByText('Unsaved changes')).toBeVisible();
  await user.click(line.getByRole('button', { name: 'Save' }));
  await expect.poll(() => sent).toMatchObject([{ id: 't1', version: 3, name: 'greeting' }]);
});

it('says at the name what is wrong with it', async () => {
  const { user } = open('edit');
  const line = await head();
  await user.type(line.getByRole('textbox', { name: 'Name' }), ' !');
  await user.click(line.getByRole('button', { name: 'Save' }));
  const fault = 'Name may have English letters, digits and underscore only';
  expect(await line.findByText(fault)).toBeVisible();
  expect(line.getByRole('textbox', { name: 'Name' })).toHaveFocus();
});

it('begins with the name of a new record', async () => {
  open('create');
  const line = await head();
  const name = line.getByRole('textbox', { name: 'Name' });
  expect(name).toHaveAttribute('placeholder', 'Name');
  expect(name).toHaveFocus();
  expect(line.getByRole('button', { name: 'Create' })).toBeVisible();
});
