import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderRecordForm } from '../../form/testing/renderForm.tsx';

const options = (count: number) => ({
  ...{ id: 'e1', version: 1, name: 'size', format: 'list' },
  options: Array.from({ length: count }, (_, at) => ({ name: `option ${at + 1}` })),
});

beforeEach(() => {
  HTMLElement.prototype.setPointerCapture = () => undefined;
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(document, 'elementFromPoint');
});

test('a touch drag on a later page of a long list moves an item within that page', async () => {
  const { user, saved } = await renderRecordForm('entity', { record: options(60), mode: 'edit' });
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  const grip = await screen.findByRole('button', { name: 'Reorder option 52' });
  const under = screen.getByRole('button', { name: 'Reorder option 54' });
  document.elementFromPoint = () => under;
  fireEvent.pointerDown(grip, { pointerType: 'touch', pointerId: 1 });
  fireEvent.pointerMove(grip, { pointerType: 'touch', pointerId: 1 });
  expect(under.closest('li')).toHaveAttribute('data-over');
  fireEvent.pointerUp(grip, { pointerType: 'touch', pointerId: 1 });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const names = (saved[0] as ReturnType<typeof options>).options.map(({ name }) => name);
  expect(names.slice(50, 54)).toEqual(['option 51', 'option 53', 'option 54', 'option 52']);
});

test('the Enter that confirms a conversion adds no row, also where it comes after the composition', async () => {
  await renderRecordForm('entity', { record: options(1), mode: 'edit' });
  const input = await screen.findByRole('textbox', { name: 'Value' });
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 });
  expect(screen.getAllByRole('textbox', { name: 'Value' })).toHaveLength(1);
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 });
  expect(await screen.findAllByRole('textbox', { name: 'Value' })).toHaveLength(2);
});
