import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderRecordForm } from '../../form/testing/renderForm.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media.includes('max-width') }),
  );
});
afterEach(() => vi.unstubAllGlobals());

const option = (name: string, ...synonyms: string[]) => ({ name, synonyms });
const size = {
  ...{ name: 'size', format: 'list' },
  options: [option('small', 's'), option('medium', 'm', 'middle'), option('large')],
};

it('on a phone items of several fields are closed lines, each with one menu of its actions', async () => {
  const { user } = await renderRecordForm('entity', { record: size, mode: 'edit' });
  await user.click(await screen.findByRole('button', { name: 'medium m, middle' }));
  expect(await screen.findByLabelText('Value')).toHaveValue('medium');
  await user.click(screen.getByRole('button', { name: 'Actions for option 2' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Move up' }));
  await user.click(screen.getByRole('button', { name: 'Actions for option 1' }));
  expect(screen.queryByRole('menuitem', { name: 'Move up' })).not.toBeInTheDocument();
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('medium')).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('button', { name: /small/ })).toHaveFocus());
});

it('on a phone a few items are edited in place, and the menu of a single one has no moves', async () => {
  const { user } = await renderRecordForm('entity', {
    record: { ...size, options: [option('small')] },
    mode: 'edit',
  });
  expect(await screen.findByLabelText('Value')).toHaveValue('small');
  expect(screen.getByText('Option 1')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Actions for option 1' }));
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(entries).toEqual(['Duplicate', 'Remove']);
});
