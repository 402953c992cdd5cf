import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../schemas/model/types.ts';
import { renderRecordForm } from '../../form/testing/renderForm.tsx';

const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const UPLOADED = `/files/${ID}/face.png`;
const OUTSIDE = 'http://pictures.example/face.jpg';
const COPY = `/files/${ID}/copy.jpg`;

async function show(pictureUrl?: string) {
  const uploads: string[] = [];
  const record: JsonObject = {
    ...{ id: 'p1', displayName: 'Will Novak', channel: 'c1', externalId: 'u1' },
    ...(pictureUrl !== undefined && { pictureUrl }),
  };
  const form = await renderRecordForm(
    'profile',
    { mode: 'edit', record },
    {
      uploadFile: (entity: string, field: string) => {
        uploads.push(`${entity} ${field}`);
        const file = { type: 'image/png', size: 1, width: 1, height: 1, name: 'face.png' };
        return Promise.resolve({ id: ID, url: UPLOADED, ...file });
      },
      storedPicture: () => Promise.resolve({ url: COPY }),
    },
  );
  const group = await screen.findByRole('group', { name: 'Picture' });
  return { ...form, uploads, group, shown: () => group.querySelector('img')?.getAttribute('src') };
}
const input = (): HTMLElement => screen.getByLabelText('Picture', { selector: 'input[type=file]' });
const png = (): File => new File(['x'], 'face.png', { type: 'image/png' });
const save = (): HTMLElement => screen.getByRole('button', { name: 'Save' });

it('shows initials until a picture is uploaded, which is saved by its address', async () => {
  const { user, saved, uploads, group, shown } = await show();
  expect(group).toHaveTextContent('WN');
  expect(screen.queryByRole('button', { name: 'Remove picture' })).toBeNull();
  await user.upload(input(), png());
  await waitFor(() => expect(shown()).toBe(`${UPLOADED}?width=240`));
  expect(screen.getByRole('button', { name: 'Change picture' })).toBeVisible();
  expect(uploads).toEqual(['profile pictureUrl']);
  await user.click(save());
  await waitFor(() => expect(saved).toMatchObject([{ pictureUrl: UPLOADED }]));
});

it('shows a picture of another site from the store and keeps its address', async () => {
  const { user, saved, shown } = await show(OUTSIDE);
  await waitFor(() => expect(shown()).toBe(`${COPY}?width=240`));
  await user.click(save());
  await waitFor(() => expect(saved).toMatchObject([{ pictureUrl: OUTSIDE }]));
});

it('removes it', async () => {
  const { user, saved, group } = await show(UPLOADED);
  await user.click(screen.getByRole('button', { name: 'Remove picture' }));
  expect(group).toHaveTextContent('WN');
  await user.click(save());
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).not.toHaveProperty('pictureUrl');
});

it('says in words what it does not take', async () => {
  const { uploads } = await show();
  fireEvent.change(input(), { target: { files: [new File(['x'], 'face.svg', { type: 'image/svg+xml' })] } });
  expect(await screen.findByText('Picture must be JPEG, PNG or WebP')).toBeVisible();
  expect(uploads).toEqual([]);
});
