import { screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderRecordForm } from '../../resources/form/testing/renderForm.tsx';
import '../pages.ts';
import { parseRecipientCsv } from './recipientCsv.ts';

describe('a file with people', () => {
  it.each([
    ['one id a line', 'U1\nU2\n\nU1\n', { ids: ['U1', 'U2', 'U1'] }],
    [
      'a column that is called so',
      'name,LINE user ID\n"Tara, C",U1\nBoon,U2',
      { ids: ['U1', 'U2'], column: 'LINE user ID' },
    ],
    [
      'semicolons, a mark before the first cell',
      '\uFEFFexternal_id;city\r\nU1;เชียงใหม่\r\nU2;',
      { ids: ['U1', 'U2'], column: 'external_id' },
    ],
    ['no heading', 'U1,Tara\nU2,Boon', { ids: ['U1', 'U2'] }],
    ['a title that is no id', 'Our best customers\nU1', { ids: ['U1'] }],
    ['nothing', '', { ids: [] }],
  ])('has %s', (_, text, found) => {
    expect(parseRecipientCsv(text)).toEqual(found);
  });
});

describe('the people of a broadcast', () => {
  beforeAll(() => import('../../resources/form/panels/FormPanels.tsx'));

  const form = (people?: string) =>
    renderRecordForm('campaign', {
      mode: 'edit',
      record: {
        ...{ id: 'b1', version: 1, name: 'Opening', target: 'manual', content: 'written', status: 'draft' },
        ...{ messages: [{ type: 'text', text: 'Hello' }], ...(people && { people }) },
      },
    });

  it('are pasted, or added from a file, counted with duplicates', async () => {
    const { user } = await form('U1 U2');
    const box = await screen.findByRole('textbox', { name: 'People' });
    expect(screen.getByText('2 of at most 10,000')).toBeInTheDocument();
    await user.click(box);
    await user.paste('\nU2,U3');
    expect(screen.getByText('3 of at most 10,000, 1 of them twice')).toBeInTheDocument();
    await user.upload(
      screen.getByLabelText('CSV file'),
      new File(['id,name\nU4,Tara\nU5,Boon'], 'vip.csv', { type: 'text/csv' }),
    );
    expect(await screen.findByText('2 added from “id” of vip.csv.')).toBeInTheDocument();
    await waitFor(() => expect(box).toHaveValue('U1 U2\nU2,U3\nU4\nU5'));
    expect(screen.getByText('5 of at most 10,000, 1 of them twice')).toBeInTheDocument();
  });

  it('keep what is typed while a file is being read', async () => {
    const { user } = await form('U1');
    const box = await screen.findByRole('textbox', { name: 'People' });
    let isRead: (text: string) => void = () => undefined;
    const slow = new File([''], 'slow.csv', { type: 'text/csv' });
    Object.defineProperty(slow, 'text', { value: () => new Promise((resolve) => (isRead = resolve)) });
    await user.upload(screen.getByLabelText('CSV file'), slow);
    await user.type(box, '\nU2');
    isRead('U3');
    await waitFor(() => expect(box).toHaveValue('U1\nU2\nU3'));
  });

  it('stay as they are where a file has none, or is too large', async () => {
    const { user } = await form('U1');
    const input = await screen.findByLabelText('CSV file');
    await user.upload(input, new File(['no ids in here'], 'empty.csv', { type: 'text/csv' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('No user IDs found in empty.csv.');
    const large = new File(['U1'], 'large.csv', { type: 'text/csv' });
    Object.defineProperty(large, 'size', { value: 6_000_000 });
    await user.upload(input, large);
    expect(await screen.findByText('large.csv is too large: at most 5 MB.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'People' })).toHaveValue('U1');
  });
});

describe('the limits of a broadcast', () => {
  const channels = [
    { id: 'c1', name: 'Our LINE', type: 'LINE' },
    { id: 'c2', name: 'Our page', type: 'FACEBOOK' },
  ];
  const provider = {
    getList: () => Promise.resolve({ data: channels, pageInfo: { hasNextPage: false } }),
    getOne: (_: string, { id }: { id: string }) =>
      Promise.resolve({ data: channels.find((channel) => channel.id === id) }),
    getMany: (_: string, { ids }: { ids: string[] }) =>
      Promise.resolve({ data: channels.filter(({ id }) => ids.includes(id)) }),
  };

  it('are those of the last chosen channel, shown at once, and not sent with it', async () => {
    const text = 'x'.repeat(3000);
    const { user, saved } = await renderRecordForm(
      'campaign',
      {
        mode: 'edit',
        record: {
          ...{ id: 'b1', version: 1, name: 'Opening', channel: 'c1', platform: 'LINE', target: 'everyone' },
          ...{ content: 'written', status: 'draft', approval: 'none', messages: [{ type: 'text', text }] },
        },
      },
      provider,
    );
    expect(screen.queryByText('Status')).toBeNull();
    const choose = async (name: string): Promise<void> => {
      await user.click(await screen.findByRole('combobox', { name: 'Channel' }));
      await user.click(await screen.findByRole('option', { name }));
    };
    expect(screen.queryByText(/must be less than 2000/)).toBeNull();
    await choose('Our page');
    expect((await screen.findAllByText(/must be less than 2000/)).length).toBeGreaterThan(0);
    await choose('Our LINE');
    await waitFor(() => expect(screen.queryByText(/must be less than 2000/)).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toMatchObject([{ channel: 'c1', platform: 'LINE' }]));
  });
});
