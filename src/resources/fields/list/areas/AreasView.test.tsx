import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../../schemas/model/types.ts';
import { renderRecordForm } from '../../../form/testing/renderForm.tsx';

const url = 'https://e.com/a.png';
const imagemap = (actions: JsonObject[]): JsonObject => ({
  type: 'imagemap',
  altText: 'Map',
  imgUrl: url,
  baseUrl: url,
  baseSize: { width: 1040, height: 1040 },
  mode: 'custom',
  actions,
});
const area = (x: number, label: string): JsonObject => ({
  ...{ x, y: 0, width: 520, height: 520 },
  action: { type: 'message', label, text: label },
});

it('adds, moves, resizes and removes areas by keyboard, draws them by finger, and warns of overlaps', async () => {
  const { user, saved } = await renderRecordForm(
    'template',
    { record: { name: 'abc', platform: 'LINE', messages: [imagemap([area(0, 'Women')])] } },
    { storedPicture: () => Promise.resolve(undefined) },
  );
  const first = await screen.findByRole('button', { name: 'Area A: Women' });
  first.focus();
  await user.keyboard('{ArrowRight}{ArrowDown}{Shift>}{ArrowLeft}{/Shift}{Alt>}{ArrowLeft}{/Alt}');
  expect(screen.getByRole('textbox', { name: 'X' })).toHaveValue('9');
  expect(screen.getByRole('textbox', { name: 'Width' })).toHaveValue('510');
  await user.click(screen.getByRole('button', { name: 'Add area' }));
  expect(await screen.findByRole('button', { name: 'Area B' })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.queryByText(/overlap/)).toBeNull();

  const canvas = screen.getByRole('group', { name: 'Areas on the picture' });
  canvas.getBoundingClientRect = () => ({ left: 0, top: 0, width: 520, height: 520 }) as DOMRect;
  fireEvent.pointerDown(canvas, { clientX: 10, clientY: 300, pointerType: 'touch' });
  fireEvent.pointerMove(canvas, { clientX: 200, clientY: 500 });
  fireEvent.pointerUp(canvas, { clientX: 200, clientY: 500 });
  const third = await screen.findByRole('button', { name: 'Area C' });
  fireEvent.pointerDown(third, { clientX: 50, clientY: 400 });
  fireEvent.pointerMove(third, { clientX: 50, clientY: 50 });
  fireEvent.pointerUp(third, { clientX: 50, clientY: 50 });
  expect(
    await screen.findByText('Areas A and C overlap: a tap there reaches one of them.'),
  ).toBeInTheDocument();
  third.focus();
  await user.keyboard('{Delete}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Area C' })).toBeNull());

  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findAllByText(/Action value is required/)).not.toEqual([]);
  expect(saved).toEqual([]);
});

it('moves the focus to the next area after a removal', async () => {
  const { user } = await renderRecordForm(
    'template',
    { record: { name: 'abc', platform: 'LINE', messages: [imagemap([area(0, 'Women'), area(520, 'Men')])] } },
    { storedPicture: () => Promise.resolve(undefined) },
  );
  await user.click(await screen.findByRole('button', { name: 'Area B: Men' }));
  await user.click(screen.getByRole('button', { name: 'Remove area 2' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Area A: Women' })).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Remove area 1' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add area' })).toHaveFocus());
});
