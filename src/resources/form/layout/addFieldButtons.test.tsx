import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderRecordForm } from '../testing/renderForm.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media.includes('max-width') }),
  );
});
afterEach(() => vi.unstubAllGlobals());

it('on a phone one button opens the optional parts of one message, whose record offers the same', async () => {
  const { user } = await renderRecordForm('template', {
    record: { name: 'shop', platform: 'multi', messages: [{ type: 'text', text: 'one' }] },
  });
  expect(await screen.findByRole('button', { name: 'Error message' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Add to this message' }));
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(entries).toEqual(['Quick replies', 'Error message']);
  await user.click(screen.getByRole('menuitem', { name: 'Error message' }));
  expect(await screen.findByRole('textbox', { name: 'Error message' })).toBeVisible();
  // What is left is offered by itself.
  expect(await screen.findByRole('button', { name: 'Quick replies for this message' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add to this message' })).toBeNull();
});
