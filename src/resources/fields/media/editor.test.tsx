import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { expect, it } from 'vitest';
import type { StoredFile } from '../../../../schemas/model/files.ts';
import { renderRecordForm } from '../../form/testing/renderForm.tsx';

const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const stored = (name: string, type: StoredFile['type'] = 'image/png'): StoredFile => ({
  id: ID,
  url: `/files/${ID}/${name}`,
  type,
  size: 2048,
  width: 1040,
  height: 1040,
  name,
});

async function show(message: object, provider: object = {}) {
  const uploads: string[] = [];
  const form = await renderRecordForm(
    'template',
    { record: { name: 'abc', platform: 'multi', messages: [message] } as never },
    {
      uploadFile: (_: string, field: string, file: File) => {
        uploads.push(field);
        return Promise.resolve(stored(file.name, file.type as StoredFile['type']));
      },
      storedPicture: () => Promise.resolve(undefined),
      ...provider,
    },
  );
  return { ...form, uploads };
}
const png = (): File => new File(['x'], 'cat.png', { type: 'image/png' });
const save = (): HTMLElement => screen.getByRole('button', { name: 'Save' });

it('replaces the address with an upload, and fills the preview with a small copy of it', async () => {
  const { user, saved, uploads } = await show({ type: 'image' });
  await screen.findByRole('button', { name: 'Upload image' });
  await user.upload(screen.getByLabelText('Image', { selector: 'input[type=file]' }), png());
  expect(await screen.findByRole('link', { name: 'cat.png' })).toHaveAttribute('href', stored('cat.png').url);
  expect(screen.getByRole('link', { name: 'Small copy, 700 pixels wide' })).toBeInTheDocument();
  expect(uploads).toEqual(['messages.*.<image>.originalContentUrl']);
  await user.click(save());
  const message = {
    type: 'image',
    originalContentUrl: stored('cat.png').url,
    previewImageUrl: `/files/${ID}/700`,
  };
  await waitFor(() => expect(saved).toMatchObject([{ messages: [message] }]));
  await user.click(screen.getByRole('button', { name: 'Remove preview image' }));
  expect(screen.getByRole('textbox', { name: 'Preview image' })).toHaveValue('');
});

it('shows a drop area in an empty field, while an address is typed, and no longer after an upload', async () => {
  const { user } = await show({ type: 'image' });
  expect(await screen.findByText(/^or drop it here/)).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Image' }), 'https://shop.example/cat.png');
  expect(screen.getByText(/^or drop it here/)).toBeVisible();
  await user.upload(screen.getByLabelText('Image', { selector: 'input[type=file]' }), png());
  expect(await screen.findByRole('link', { name: 'cat.png' })).toBeVisible();
  expect(screen.queryByText(/^or drop it here/)).toBeNull();
});

it('reports a file type that the field does not accept', async () => {
  await show({ type: 'video' });
  const input = await screen.findByLabelText('Video URL', { selector: 'input[type=file]' });
  fireEvent.change(input, { target: { files: [png()] } });
  expect(await screen.findByText('Video URL must be MP4')).toBeVisible();
});

it('copies an imagemap’s picture from outside, which then needs no base address', async () => {
  const requested: string[] = [];
  const { user } = await show(
    { type: 'imagemap' },
    {
      remoteFile: (_: string, __: string, url: string) => {
        requested.push(url);
        return Promise.resolve({ file: stored('map.png') });
      },
    },
  );
  await user.type(await screen.findByRole('textbox', { name: 'Image' }), 'https://e.com/map.png');
  expect(await screen.findByRole('link', { name: 'map.png' }, { timeout: 4000 })).toBeVisible();
  expect(requested).toEqual(['https://e.com/map.png']);
  expect(screen.queryByRole('textbox', { name: 'Base URL' })).toBeNull();
});

it('shows why an address cannot be fetched, and keeps it', async () => {
  const fault = 'There is no picture at the address';
  const { user } = await show({ type: 'image' }, { remoteFile: () => Promise.resolve({ fault }) });
  const input = await screen.findByRole('textbox', { name: 'Image' });
  await user.type(input, 'https://e.com/page');
  expect(await screen.findByText(fault, {}, { timeout: 4000 })).toBeVisible();
  expect(input).toHaveValue('https://e.com/page');
});

it('shows the message of a used-up quota, keeps the address and lets it be saved', async () => {
  const message = 'You have asked for 2,000 addresses today. Try again tomorrow.';
  const { user, saved } = await show(
    { type: 'image' },
    { remoteFile: () => Promise.reject(new HttpError(message, 429)) },
  );
  await user.type(await screen.findByRole('textbox', { name: 'Image' }), 'https://e.com/cat.png');
  expect(await screen.findByText(message)).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Preview image' }), 'https://e.com/small.png');
  await user.click(save());
  await waitFor(() =>
    expect(saved).toMatchObject([{ messages: [{ originalContentUrl: 'https://e.com/cat.png' }] }]),
  );
});
