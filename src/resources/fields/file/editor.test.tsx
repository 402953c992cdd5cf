import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpError, ResourceContextProvider } from 'react-admin';
import { describe, expect, test } from 'vitest';
import type { StoredFile } from '../../../../schemas/model/files.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import type { FileVerbs, UploadOptions } from '../../../dataProvider/files.ts';
import { entityByName } from '../../product.ts';
import { RecordForm } from '../../form/RecordForm.tsx';
import { SaveBar } from '../../form/save/SaveBar.tsx';
import { renderInConsole } from '../../form/testing/renderForm.tsx';
import { loadEditors } from '../../fieldKit/editors.ts';

const variable = entityByName('variable');
const template = variable.fields.find(({ name }) => name === 'name');
const field: FieldModel = {
  ...(template as FieldModel),
  name: 'paper',
  path: 'paper',
  title: 'Paper',
  description: undefined,
  required: false,
  type: 'file',
  widget: 'file',
  display: 'file',
  messages: {},
  file: { types: ['text/csv', 'image/png'], maxBytes: 1048576, exact: [] },
};
const model: typeof variable = {
  ...variable,
  fields: [field],
  form: { layout: 'page', aside: [], panels: [], main: [{ rows: [['paper']], collapsed: false }] },
};
await loadEditors(model.fields);
const STORED: StoredFile = {
  id: 'f1',
  url: '/files/f1/list.csv',
  type: 'text/csv',
  size: 2048,
  width: null,
  height: null,
  name: 'list.csv',
};
const csv = (name = 'list.csv', text = 'a,b'): File => new File([text], name, { type: 'text/csv' });

function show(uploadFile: FileVerbs['uploadFile'], record?: Record<string, unknown>) {
  const saved: unknown[] = [];
  const form = (
    <ResourceContextProvider value="variable">
      <RecordForm
        model={model}
        validator={() => []}
        mode="create"
        record={record as never}
        onSave={(sent) => {
          saved.push(sent);
          return Promise.resolve(undefined);
        }}
      >
        <SaveBar label="Save" onCancel={() => undefined} />
      </RecordForm>
    </ResourceContextProvider>
  );
  return { saved, ...renderInConsole(form, { dataProvider: { uploadFile } }) };
}

const zone = (): Promise<HTMLElement> => screen.findByRole('group', { name: 'Paper' });
const input = async (): Promise<HTMLInputElement> => {
  await zone();
  return screen.getByLabelText<HTMLInputElement>('Paper', { selector: 'input' });
};
const save = (): HTMLElement => screen.getByRole('button', { name: 'Save' });

/** An upload that the test ends. */
function held() {
  const calls: { file: File; options: UploadOptions; resource: string; path: string }[] = [];
  let end: (file: StoredFile) => void = () => undefined;
  const uploadFile: FileVerbs['uploadFile'] = (resource, path, file, options = {}) =>
    new Promise((done, failed) => {
      calls.push({ resource, path, file, options });
      end = done;
      options.signal?.addEventListener('abort', () => failed(new DOMException('', 'AbortError')));
    });
  return { calls, uploadFile, end: (file = STORED) => end(file) };
}

describe('a file field', () => {
  test('takes a chosen file, shows its progress and saves what is stored', async () => {
    const upload = held();
    const { user, saved } = show(upload.uploadFile);
    await user.upload(await input(), csv());
    await screen.findByRole('progressbar', { name: 'Uploading Paper' });
    expect(upload.calls[0]).toMatchObject({ resource: 'variable', path: 'paper' });
    upload.calls[0]?.options.onProgress?.(0.4);
    expect(await screen.findByText('40 %')).toBeVisible();
    upload.end();
    expect(await screen.findByRole('link', { name: 'list.csv' })).toHaveAttribute('href', STORED.url);
    expect(screen.getByText('CSV · 2 kB')).toBeVisible();
    await user.click(save());
    await waitFor(() => expect(saved).toEqual([{ paper: STORED }]));
  });

  test.each([
    ['dropped', (element: HTMLElement) => fireEvent.drop(element, { dataTransfer: { files: [csv()] } })],
    ['pasted', (element: HTMLElement) => fireEvent.paste(element, { clipboardData: { files: [csv()] } })],
  ])('takes a %s file', async (_, give) => {
    show(() => Promise.resolve(STORED));
    give(await zone());
    expect(await screen.findByRole('link', { name: 'list.csv' })).toBeVisible();
  });

  test('is not saved while the file is on its way, and forgets it when that is cancelled', async () => {
    const upload = held();
    const { user, saved } = show(upload.uploadFile);
    await user.upload(await input(), csv());
    await screen.findByRole('progressbar');
    await user.click(save());
    expect(saved).toEqual([]);
    await user.click(screen.getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement);
    expect(upload.calls[0]?.options.signal?.aborted).toBe(true);
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/Wait for the upload/)).toBeNull());
  });

  test.each([
    ['too large', csv('a.csv', 'x'.repeat(1048577)), 'File too large (1 MB)'],
    ['empty', csv('a.csv', ''), 'The file is empty'],
    [
      'of another type',
      new File(['x'], 'a.exe', { type: 'application/x-msdownload' }),
      'Paper must be CSV or PNG',
    ],
  ])('does not send a file that is %s', async (_, file, message) => {
    const upload = held();
    show(upload.uploadFile);
    fireEvent.drop(await zone(), { dataTransfer: { files: [file] } });
    expect((await screen.findAllByText(message))[0]).toBeVisible();
    expect(upload.calls).toEqual([]);
  });

  test.each([
    [
      'what the services found',
      new HttpError('Image size must be 2500 x 1686', 422),
      'Image size must be 2500 x 1686',
    ],
    [
      'the agreed sentence for any other failure',
      new HttpError('x', 500),
      'Upload file failed please try again later',
    ],
  ])('tells %s', async (_, error, message) => {
    show(() => Promise.reject(error));
    fireEvent.drop(await zone(), { dataTransfer: { files: [csv()] } });
    expect((await screen.findAllByText(message))[0]).toBeVisible();
    expect(await zone()).toHaveAccessibleDescription(message);
  });

  test('replaces and removes what is stored, by keyboard too', async () => {
    const { user, saved } = show(() => Promise.resolve({ ...STORED, name: 'new.csv' }), { paper: STORED });
    expect(await screen.findByRole('button', { name: 'Replace' })).toBeVisible();
    await user.upload(await input(), csv('new.csv'));
    expect(await screen.findByRole('link', { name: 'new.csv' })).toBeVisible();
    screen.getByRole('button', { name: 'Remove' }).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeVisible();
    await user.click(save());
    await waitFor(() => expect(saved).toEqual([{}]));
  });
});
