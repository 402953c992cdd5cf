import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderRecordForm } from '../testing/renderForm.tsx';

const draft = {
  ...{ id: 'b1', version: 1, name: 'Opening', channel: 'c1', target: 'everyone', status: 'draft' },
  ...{ content: 'written', messages: [{ type: 'text', text: 'Hello' }] },
};
const line = async (): Promise<Element | null> =>
  (await screen.findByText(/^Leave out$/, { selector: 'h2 *' })).closest('button');

it('a section that is closed while it is empty is one line that says so, and opens', async () => {
  const { user } = await renderRecordForm('campaign', { mode: 'edit', record: draft });
  const closed = await line();
  expect(closed).toHaveAttribute('aria-expanded', 'false');
  expect(closed).toHaveTextContent(/^Leave out Nobody$/);
  expect(screen.queryByLabelText('Leave out tags')).toBeNull();
  await user.click(closed as Element);
  expect(await screen.findByLabelText('Leave out tags')).toBeVisible();
  expect(await line()).toHaveTextContent(/^Leave out$/);
});

it('a section that holds something stands open', async () => {
  await renderRecordForm('campaign', { mode: 'edit', record: { ...draft, withoutTags: ['staff'] } });
  expect(await screen.findByText('staff')).toBeVisible();
  expect(await line()).toHaveAttribute('aria-expanded', 'true');
});

/** The row of the record: that of a message says whose it is. */
const row = () => screen.queryByRole('button', { name: 'Quick replies' });

it('a part that nobody must fill in is a row that adds it', async () => {
  const { user } = await renderRecordForm('campaign', { mode: 'edit', record: draft });
  expect(screen.queryByRole('button', { name: 'Add quick reply' })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Quick replies' }));
  expect(await screen.findByRole('button', { name: 'Add quick reply' })).toBeVisible();
  expect(row()).toBeNull();
  expect(await screen.findByRole('button', { name: 'Quick replies for this message' })).toBeVisible();
});

it('such a part stands open where it holds something, and is not offered where it is hidden', async () => {
  const item = { id: 'a', action: { type: 'message', label: 'Yes', text: 'Yes' } };
  const { unmount } = await renderRecordForm('campaign', {
    mode: 'edit',
    record: { ...draft, quickReply: { items: [item] } },
  });
  expect(await screen.findByRole('button', { name: 'Add quick reply' })).toBeVisible();
  expect(row()).toBeNull();
  unmount();
  await renderRecordForm('campaign', { mode: 'edit', record: { ...draft, content: 'template' } });
  await line();
  expect(screen.queryByRole('button', { name: 'Quick replies' })).toBeNull();
});
