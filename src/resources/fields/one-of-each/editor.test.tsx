import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderRecordForm } from '../../form/testing/renderForm.tsx';

const open = async (roles: string[]) => {
  const form = await renderRecordForm('member', {
    mode: 'edit',
    record: { name: 'Krit', username: 'krit', email: 'krit@example.com', roles },
  });
  return { ...form, group: await screen.findByRole('group', { name: 'Role' }) };
};

test('each product has a select of its roles, with the description of the chosen one', async () => {
  const { user, saved, group } = await open(['chatbot.editor']);
  const chatbot = within(group).getByRole('combobox', { name: /Chatbot/ });
  expect(chatbot).toHaveTextContent('Editor');
  expect(chatbot).toHaveAccessibleDescription(/Deletes nothing/);
  const campaign = within(group).getByRole('combobox', { name: /Campaign/ });
  expect(campaign).toHaveTextContent('No access');
  await user.click(campaign);
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
    'No access',
    'Admin',
    'Editor',
    'Moderator',
  ]);
  await user.click(screen.getByRole('option', { name: 'Moderator' }));
  expect(campaign).toHaveAccessibleDescription(/approves and cancels/);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toMatchObject([{ roles: ['chatbot.editor', 'campaign.moderator'] }]));
});

test('another role of the same product replaces the one before; without any role the form reports an error', async () => {
  const { user, saved, group } = await open(['chatbot.editor']);
  const choose = async (option: string): Promise<void> => {
    await user.click(within(group).getByRole('combobox', { name: /Chatbot/ }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await choose('No access');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findAllByText('Role is required')).not.toHaveLength(0);
  expect(saved).toEqual([]);
  await choose('Admin');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toMatchObject([{ roles: ['chatbot.admin'] }]));
});
