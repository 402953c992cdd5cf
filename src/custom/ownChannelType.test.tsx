import { screen, waitFor, within } from '@testing-library/react';
import type { GetListParams } from 'react-admin';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { registerChannelType as registerSchema } from '../../schemas/channels/registry.ts';
import { pigeon as pigeonSchema } from '../../tests/channels/schemas/pigeon/index.ts';
import { pigeon } from '../../tests/channels/src/pigeon/index.tsx';
import { assertChannelTypes, registerChannelType } from '../channels/registry.ts';
import { renderInConsole, renderList, renderRecordForm } from '../resources/form/testing/renderForm.tsx';
import { OverviewPage } from './dashboard/OverviewPage.tsx';
import { Stages } from './userJourney/Stages.tsx';
import './pages.ts';
import { pretendLayout } from '../resources/testing/pretendLayout.ts';

vi.mock('virtual:product', async () => (await import('../../tests/channels/product.ts')).pigeonProduct);
vi.mock('virtual:schemas', async () => (await import('../../tests/channels/product.ts')).pigeonSchemas);
// The overview requests whether the workspace is the demo's.
vi.mock('../dataProvider/config.ts', () => ({ config: () => ({ demo: false }) }));

// Forms fetch them when they are shown; here they are there from the start.
beforeAll(() =>
  Promise.all([
    import('./messages/PhonePreview.tsx'),
    import('../resources/form/panels/FormPanels.tsx'),
    import('../resources/charts/ChartDrawing.tsx'),
  ]),
);
pretendLayout();

it('a type that only the schemas have makes the start fail, with what is missing', () => {
  expect(() => assertChannelTypes()).toThrow('No registerChannelType (src/channels/registry.ts) for PIGEON');
});

describe('a type of channel from outside, once it is registered', () => {
  beforeAll(() => {
    registerSchema(pigeonSchema);
    registerChannelType(pigeon);
  });

  it('is complete, and registered once', () => {
    expect(() => assertChannelTypes()).not.toThrow();
    expect(() => registerChannelType(pigeon)).toThrow('The channel type PIGEON is registered already.');
  });

  it('is previewed on its own phone, in light and dark, with the notes on its messages', async () => {
    const say = (label: string) => ({ type: 'message', label, text: label });
    const { user } = await renderRecordForm(
      'template',
      {
        mode: 'edit',
        record: {
          ...{ id: 't1', version: 1, name: 'abc', platform: 'multi' },
          messages: [{ type: 'text', text: 'Come home' }],
          quickReply: { items: [say('Soon')] },
        },
      },
      { getList: () => Promise.resolve({ data: [], total: 0 }), storedPicture: () => Promise.resolve() },
    );
    await user.click(await screen.findByRole('button', { name: /^Preview/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Preview' }));
    const tabs = () => within(sheet.getByRole('tablist', { name: 'Channel' })).getAllByRole('tab');
    await waitFor(() => expect(tabs()).toHaveLength(4));
    expect(tabs()[3]).toHaveTextContent('PPigeon');
    await user.click(sheet.getByRole('tab', { name: /Pigeon/ }));
    const chat = await sheet.findByRole('region', { name: 'As Pigeon shows it' });
    expect(chat).toHaveTextContent('Come home');
    expect(sheet.getByRole('list', { name: 'Quick replies' })).toHaveTextContent('Soon');
    expect(sheet.getByText('Write on the back')).toBeInTheDocument();
    const phone = chat.closest<HTMLElement>('[data-channel=PIGEON]');
    expect(phone?.style.getPropertyValue('--pv-ground')).toBe('#fdf6e3');
    await user.click(sheet.getByRole('button', { name: 'Dark chat' }));
    expect(phone?.style.getPropertyValue('--pv-ground')).toBe('#002b36');
    const results = within(sheet.getByRole('list', { name: 'How it is sent' }));
    expect(results.getAllByRole('listitem').at(-1)).toHaveTextContent(
      'PigeonSent as made. Quick replies are torn off.',
    );
  });

  it('limits its messages as its own file says', async () => {
    const { user } = await renderRecordForm('template', {
      mode: 'edit',
      record: {
        ...{ id: 't1', version: 1, name: 'abc', platform: 'PIGEON' },
        messages: [{ type: 'text', text: 'x'.repeat(300) }],
      },
    });
    const text = await screen.findByDisplayValue('x'.repeat(300));
    await user.type(text, 'y');
    expect(await screen.findByText('301 / 300')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const limitErrors = await screen.findAllByText('Text must be less than 300 characters');
    expect(limitErrors.length).toBeGreaterThan(0);
  });

  it('is in the list of channels with its mark, and among the choices of its filter', async () => {
    const asked: unknown[] = [];
    const getList = (_: string, { filter }: GetListParams) => {
      asked.push(filter);
      const data = [{ id: 'c1', version: 1, name: 'Loft', type: 'PIGEON', active: true }];
      return Promise.resolve({ data, pageInfo: { hasNextPage: false, hasPreviousPage: false } });
    };
    const { user } = renderList('channel', '/channel-management', {
      dataProvider: { getList, savePreference: () => Promise.resolve() },
    });
    const row = await screen.findByRole('row', { name: /Loft/ });
    expect(await within(row).findByRole('img', { name: 'Pigeon' })).toHaveTextContent('P');
    await user.click(screen.getByRole('button', { name: /Filter/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Type' }));
    await user.click(await screen.findByText('Pigeon', { selector: 'label *' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ type: ['PIGEON'] }));
  });

  it('is a choice in the form of a channel, with the fields that its type has', async () => {
    const { unmount } = await renderRecordForm('channel', { mode: 'create' });
    const types = within(await screen.findByRole('group', { name: 'Type' }));
    expect(await types.findByRole('button', { name: 'Pigeon' })).toBeVisible();
    unmount();
    const record = { id: 'c1', version: 1, name: 'Loft', type: 'PIGEON' };
    const { user } = await renderRecordForm('channel', { mode: 'edit', record });
    const token = await screen.findByLabelText(/^Access token/);
    expect(token).toHaveAccessibleDescription('It hangs beside the door.');
    const step = screen.getByRole('region', { name: 'Say where the pigeons live' });
    expect(within(step).getByText('Channel secret').parentElement).toHaveTextContent('optional');
    expect(within(step).getByText('Loft').parentElement).not.toHaveTextContent('optional');
    expect(await screen.findByRole('button', { name: 'Where is this?' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Where is this?' }));
    expect(screen.getByText('A loft with loft and token and secret')).toBeInTheDocument();
    await user.click(token);
    expect(screen.getByText('A loft with token')).toBeInTheDocument();
    expect(screen.queryByLabelText(/^Channel id/)).toBeNull();
    expect(screen.queryByLabelText(/^Webhook URL/)).toBeNull();
  });

  it('has its mark in the filter of dashboards and in the user journey', async () => {
    const { user } = renderInConsole(<OverviewPage />, {
      dataProvider: {
        figureAmount: () => Promise.resolve(1),
        figureRows: () => Promise.resolve([]),
        filterOptions: () => Promise.resolve([{ id: 'c1', name: 'Loft', type: 'PIGEON' }]),
      },
    });
    await user.click(await screen.findByRole('combobox', { name: 'Channels' }));
    expect(await screen.findByRole('option', { name: /Loft/ })).toHaveTextContent('PLoft');
    const current = { channels: [{ id: 'c1', name: 'Loft', type: 'PIGEON', count: 3 }] };
    renderInConsole(<Stages journey={{ stages: [], current } as never} />);
    expect(await screen.findByText('Where it happens')).toBeInTheDocument();
    expect(screen.getAllByRole('listitem').at(-1)).toHaveTextContent('PLoft3');
  });
});
