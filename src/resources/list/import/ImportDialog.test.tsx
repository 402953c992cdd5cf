import { QueryClient } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, HttpError, testDataProvider } from 'react-admin';
import { expect, test, vi } from 'vitest';
import { AccessProvider } from '../../../authProvider/AccessContext.ts';
import type { ImportFile, ImportRecordPreview } from '../../../dataProvider/importExportCalls.ts';
import { entityByName } from '../../product.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { pretendLayout } from '../../testing/pretendLayout.ts';

const access = {
  products: {},
  actions: ['entity:create'],
  user: { id: 'u', username: 'u', name: 'U', email: 'u@example.com', roles: [] },
};
const taken: ImportFile = {
  ...{ id: 'f1', name: 'variables.csv', rows: 3, head: ['Name', 'Text'], mapping: ['name', null] },
  samples: [['greeting', 'hello']],
  columns: [
    { name: 'name', title: 'Name', key: true, required: true },
    { name: 'value', title: 'Value', key: false, required: true },
  ],
};
const judgements: ImportRecordPreview[] = [
  { rows: [2], cells: [['greeting', 'hello']], verdict: 'create' },
  { rows: [3], cells: [['bye', 'see you']], verdict: 'change', id: 'v1' },
  {
    ...{ rows: [4], cells: [['bad name', '']], verdict: 'refused', reason: 'Value is required' },
    faults: { '/value': 'Value is required' },
  },
];

pretendLayout({ height: 320 });

const open = (verbs: object) => {
  const onClose = vi.fn();
  render(
    <CoreAdminContext
      dataProvider={{ ...testDataProvider(), ...verbs } as never}
      queryClient={new QueryClient()}
    >
      <AccessProvider value={access}>
        <ImportDialog model={entityByName('variable')} onClose={onClose} />
      </AccessProvider>
    </CoreAdminContext>,
  );
  return { onClose, user: userEvent.setup() };
};
const file = new File(['Name,Text\n'], 'variables.csv', { type: 'text/csv' });

test('a file is chosen, mapped, validated and applied', async () => {
  const importFile = vi.fn(async () => taken);
  const previewImport = vi.fn(async (_r: string, _id: string, { from }: { from: number }) => ({
    records: 3,
    judgements: judgements.slice(from, from + 2),
  }));
  const applyImport = vi.fn(async () => ({ job: 'j', rows: 3 }));
  const { user, onClose } = open({ importFile, previewImport, applyImport });
  await user.upload(screen.getByLabelText('CSV file'), file);
  expect(await screen.findByText('variables.csv, 3 rows')).toBeVisible();

  await user.click(screen.getByRole('combobox', { name: 'Text' }));
  await user.click(await screen.findByRole('option', { name: 'Value' }));
  await user.click(await screen.findByRole('button', { name: 'Import 2 rows' }));
  const plan = { mapping: ['name', 'value'], zone: expect.any(String) as string };
  expect(previewImport.mock.calls.slice(-2).map(([, , asked]) => asked)).toMatchObject([
    { ...plan, from: 0 },
    { ...plan, from: 2 },
  ]);
  expect(applyImport).toHaveBeenCalledWith('variable', 'f1', plan);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

test('rows are shown with their verdicts, and those that are left out by themselves', async () => {
  const { user } = open({
    importFile: async () => taken,
    previewImport: async () => ({ records: 3, judgements }),
  });
  await user.upload(screen.getByLabelText('CSV file'), file);
  const table = () => within(screen.getByRole('table', { name: 'Rows of the file' }));
  await screen.findByRole('table', { name: 'Rows of the file' });
  expect(await table().findByText('Will be added')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Left out 1' }));
  expect(table().queryByText('Will be added')).not.toBeInTheDocument();
  expect(table().getByText('Value is required')).toBeInTheDocument();
});

test('of another program’s file it shows the format and what is missing, without a mapping of columns', async () => {
  const { user } = open({
    importFile: async () => ({
      ...{ ...taken, name: 'nlu.yml', format: 'Rasa nlu.yml', mapping: ['name', 'value'] },
      notes: ['Roles and groups have no equivalent: city.'],
    }),
    previewImport: async () => ({ records: 3, judgements }),
  });
  await user.upload(screen.getByLabelText('CSV file'), file);
  expect(await screen.findByText('nlu.yml, Rasa nlu.yml, 3 rows')).toBeVisible();
  expect(within(screen.getByRole('note')).getByText(/Roles and groups/)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Columns' })).not.toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Import 2 rows' })).toBeEnabled();
});

test('other records of the file are imported by a second dialog, from the same file', async () => {
  const importFile = vi.fn(async (resource: string) => ({
    ...{ ...taken, name: 'nlu.yml', format: 'Rasa nlu.yml', mapping: ['name', 'value'] },
    notes: ['There is more.'],
    also: [resource === 'variable' ? 'entity' : 'variable'],
  }));
  const { user, onClose } = open({ importFile, previewImport: async () => ({ records: 3, judgements }) });
  await user.upload(screen.getByLabelText('CSV file'), file);
  await user.click(await screen.findByRole('button', { name: 'Import entities' }));
  const second = await screen.findByRole('dialog', { name: /^Import entities/i });
  await within(second).findByText('nlu.yml, Rasa nlu.yml, 3 rows');
  expect(importFile.mock.calls.map(([resource]) => resource)).toEqual(['variable', 'entity']);
  expect(within(second).queryByRole('button', { name: 'Import variables' })).not.toBeInTheDocument();
  await user.click(within(second).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(second).not.toBeInTheDocument());
  expect(onClose).not.toHaveBeenCalled();
});

test('a file that cannot be read says why, and another one may be chosen', async () => {
  const importFile = vi.fn(async () => {
    throw new HttpError('The file has no rows below its head', 422, {});
  });
  const { user } = open({ importFile });
  await user.upload(screen.getByLabelText('CSV file'), file);
  expect(await screen.findByText('The file has no rows below its head')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Choose a file' })).toBeEnabled();
});

test('without the column of the key nothing is validated', async () => {
  const previewImport = vi.fn();
  const { user } = open({
    importFile: async () => ({ ...taken, mapping: [null, 'value'] }),
    previewImport,
  });
  await user.upload(screen.getByLabelText('CSV file'), file);
  expect(await screen.findByText(/Choose the column that holds Name/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
  expect(previewImport).not.toHaveBeenCalled();
});
