import { screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { link, loadScreens, open, services, upcoming } from './testing/channelLinks.tsx';

beforeAll(loadScreens);

describe('linking a rich menu', () => {
  it('saves picture, label and time, and returns to the tab with the link', async () => {
    const create = vi.fn(async (_: string, { data }: { data: object }) => ({
      data: link('1', { ...data, ...upcoming }),
    }));
    const { user, history } = open(services([], { create }), '/richmenu/management/c1/editor');
    const label = await screen.findByRole('textbox', { name: 'Menu bar label' });
    expect(label).toHaveValue('Menu');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findAllByText('Rich menu is required')).not.toEqual([]);
    await user.click(await screen.findByRole('radio', { name: /^Shop/ }));
    await user.type(label, '!');
    await user.tab();
    expect(await screen.findAllByText('Wrong format menu bar label')).not.toEqual([]);
    await user.clear(label);
    await user.type(label, 'เมนู 1');
    await user.click(screen.getByRole('button', { name: 'Collapsed' }));
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('No upcoming rich menus')).toBeInTheDocument();
    expect(history.current().location).toMatchObject({
      pathname: '/richmenu/management/c1',
      search: expect.stringContaining('state=upcoming') as string,
    });
    expect(create.mock.calls[0]).toMatchObject([
      'rich-menu-link@c1',
      { data: { channel: 'c1', richmenu: 'r1', chatBarText: 'เมนู 1', selected: false, default: true } },
    ]);
    expect(create.mock.calls[0]?.[1].data).not.toHaveProperty('triggerTime');
  });

  it('changes an upcoming one', async () => {
    const update = vi.fn(async (_: string, { data }: { data: object }) => ({
      data: { ...link('3', upcoming), ...data, version: 2 },
    }));
    const { user } = open(services([link('3', upcoming)], { update }), '/richmenu/management/c1/editor/3');
    const label = await screen.findByRole('textbox', { name: 'Menu bar label' });
    await user.clear(label);
    await user.type(label, 'New');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(update.mock.calls[0]).toMatchObject([
        'rich-menu-link@c1',
        { id: '3', data: { chatBarText: 'New', version: 1 } },
      ]),
    );
  });

  it('shows an active one, which is read-only', async () => {
    open(services([link('4')]), '/richmenu/management/c1/editor/4');
    expect(await screen.findByText('Only upcoming rich menus can be edited')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});
