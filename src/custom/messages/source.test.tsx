import { screen, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { renderRecordForm } from '../../resources/form/testing/renderForm.tsx';
import '../pages.ts';

beforeAll(() =>
  Promise.all([import('./PhonePreview.tsx'), import('../../resources/form/panels/FormPanels.tsx')]),
);

const RECORDS: Record<string, object> = {
  c1: { id: 'c1', name: 'Our page', type: 'FACEBOOK' },
  t1: {
    id: 't1',
    version: 1,
    name: 'short',
    platform: 'multi',
    messages: [{ type: 'text', text: 'We open at nine' }],
  },
  t2: {
    id: 't2',
    version: 1,
    name: 'long',
    platform: 'LINE',
    messages: [{ type: 'text', text: 'x'.repeat(2_500) }],
  },
};

const preview = async (template: string) => {
  const shown = await renderRecordForm(
    'campaign',
    {
      mode: 'edit',
      record: {
        ...{ id: 'b1', version: 1, name: 'Opening', target: 'everyone', status: 'draft', channel: 'c1' },
        ...{ content: 'template', template },
      },
    },
    {
      getOne: (_: string, { id }: { id: string }) => Promise.resolve({ data: RECORDS[id] }),
      getMany: (_: string, { ids }: { ids: string[] }) =>
        Promise.resolve({ data: ids.map((id) => RECORDS[id]) }),
      getList: () => Promise.resolve({ data: [], total: 0 }),
      query: () => new Promise(() => undefined),
      storedPicture: () => Promise.resolve(undefined),
    },
  );
  await shown.user.click(await screen.findByRole('button', { name: /^Reach/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Reach' }));
  await shown.user.click(sheet.getByRole('tab', { name: 'Preview' }));
  return within(await screen.findByRole('dialog', { name: 'Preview' }));
};

it('a broadcast shows the message template that it uses, on its channel only', async () => {
  const sheet = await preview('t1');
  expect(await sheet.findByText('We open at nine')).toBeInTheDocument();
  expect(await sheet.findByText('Sent as made.')).toBeInTheDocument();
  expect(sheet.getByLabelText('As Facebook shows it')).toBeInTheDocument();
  expect(sheet.queryByRole('tablist', { name: 'Channel' })).toBeNull();
});

it('shows where a message template exceeds the limits of the channel', async () => {
  const sheet = await preview('t2');
  expect(await sheet.findByText(/Needed before saving\./)).toHaveTextContent(/Text.*2,?000/);
});
