import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../schemas/model/types.ts';
import { renderRecordForm } from '../../form/testing/renderForm.tsx';

const template = (...messages: JsonObject[]): JsonObject => ({ name: 'shop', platform: 'multi', messages });
const action = { type: 'uri', label: 'Shop', uri: 'https://shop.example/' };
const address = 'https://cdn.shop.example/img/dresses.jpg';

it('names a picture in the rail by its type, not by its address', async () => {
  const record = template({ type: 'image', originalContentUrl: address, previewImageUrl: address });
  await renderRecordForm('template', { mode: 'edit', record });
  expect(await screen.findByRole('button', { name: 'Image' })).toBeVisible();
});

it('names an option by its text, with how many actions it has', async () => {
  const record = template({ type: 'buttons', altText: 'Ask', text: 'Like it?', actions: [action] });
  await renderRecordForm('template', { mode: 'edit', record });
  expect(await screen.findByRole('button', { name: 'Like it? Option, 1 action' })).toBeVisible();
});

it('shows a message without values as empty', async () => {
  const record = template({ type: 'text' });
  await renderRecordForm('template', { mode: 'edit', record });
  expect(await screen.findByRole('button', { name: 'Text Empty' })).toBeVisible();
});

it('names a column by its title and text, and one without title by its text', async () => {
  const columns: JsonObject[] = [
    { title: 'Dresses', text: 'New ones', actions: [action] },
    { index: 1, text: 'Two', actions: [action] },
  ];
  await renderRecordForm('template', {
    mode: 'edit',
    record: template({ type: 'carousel', altText: 'Ours', columns }),
  });
  expect(await screen.findByRole('button', { name: 'Dresses New ones' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Two' })).toBeVisible();
});
