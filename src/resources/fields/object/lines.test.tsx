import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../schemas/model/types.ts';
import { renderRecordForm } from '../../form/testing/renderForm.tsx';

const rule = {
  ...{ id: 'r1', version: 1, name: 'VIP asks', active: true },
  when: { event: 'message', match: 'contains', keywords: ['staff'], from: '20:00', until: '09:00' },
  ...(JSON.parse('{"then": {"type": "template", "template": "t1"}}') as JsonObject),
};
const titles = (): (string | null)[] =>
  within(screen.getByRole('list', { name: 'When' }))
    .getAllByRole('listitem')
    .map((line) => line.querySelector('[data-title]')?.textContent ?? null);

it('shows the conditions that a rule has, one per line', async () => {
  await renderRecordForm('chat-logic', { mode: 'edit', record: rule });
  await screen.findByRole('group', { name: 'When' });
  expect(titles()).toEqual(['Event', 'and keyword', 'and time']);
  expect(screen.queryByLabelText('Channels')).toBeNull();
});

it('adds a condition, and removes one with its values', async () => {
  const { user, saved } = await renderRecordForm('chat-logic', { mode: 'edit', record: rule });
  await user.click(await screen.findByRole('button', { name: 'Add condition' }));
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Channel', 'Tag', 'Day']);
  await user.click(screen.getByRole('menuitem', { name: 'Tag' }));
  await user.type(await screen.findByRole('combobox', { name: 'Tags' }), 'vip{Enter}');
  expect(titles()).toEqual(['Event', 'and keyword', 'and tag', 'and time']);
  await user.click(screen.getByRole('button', { name: 'Remove time' }));
  await user.click(screen.getByRole('button', { name: 'Remove keyword' }));
  expect(titles()).toEqual(['Event', 'and tag']);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toMatchObject([{ when: { event: 'message', tags: ['vip'] } }]));
  expect(Object.keys((saved[0] as typeof rule).when)).toEqual(['event', 'tags']);
});
