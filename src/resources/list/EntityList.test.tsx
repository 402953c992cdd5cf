import { screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import type { GetListParams } from 'react-admin';
import { describe, expect, it, vi } from 'vitest';
import type { Access } from '../../authProvider/access.ts';
import type { ListRecord } from '../fields/types.ts';
import { renderList } from '../form/testing/renderForm.tsx';
import { lastListQuery } from './lastQuery.ts';
import { pretendLayout } from '../testing/pretendLayout.ts';

const rowsOf = (count: number): ListRecord[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `v${at}`,
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    name: `variable_${at}`,
    value: `value ${at}`,
    scope: at % 2 ? 'environment' : 'bot',
  }));

const EDITOR = ['variable:read', 'variable:create', 'variable:update', 'variable:delete'];

interface Setting {
  rows?: ListRecord[];
  path?: string;
  actions?: string[];
  failing?: boolean;
}

/** The list of variables over an array that answers as the services do. */
const open = ({
  rows = rowsOf(3),
  path = '/chatbot/bot-variable',
  actions = EDITOR,
  failing = false,
}: Setting = {}) => {
  let stored = rows;
  const server = {
    failing,
    asked: [] as Record<string, unknown>[],
    pages: [] as number[],
    inUse: new Set<string>(),
    postponed: new Set<string>(),
    /** Of those in use, the ones that are known before they are tried. */
    known: new Set<string>(),
    calls: [] as string[],
    gone: [] as ListRecord[],
  };
  const dataProvider = {
    getList: async (_: string, { filter, pagination, sort }: GetListParams) => {
      const { page, perPage } = pagination ?? { page: 1, perPage: 20 };
      if (server.failing) throw new HttpError('The services are away', 503);
      server.asked.push({ ...filter, sort });
      server.pages.push(page);
      const { keyword = '', scope } = filter as { keyword?: string; scope?: string[] };
      const found = stored.filter(
        (row) => String(row['name']).includes(keyword) && (!scope || scope.includes(String(row['scope']))),
      );
      return {
        data: found.slice((page - 1) * perPage, page * perPage),
        pageInfo: { hasNextPage: found.length > page * perPage, hasPreviousPage: page > 1 },
      };
    },
    prefer: async () => undefined,
    total: async () => ({ total: Math.min(stored.length, 1000), more: stored.length > 1000 }),
    usedBy: (_: string, id: string, { signal }: { signal: AbortSignal }) => {
      signal.addEventListener('abort', () => server.calls.push(`no longer asks for ${id}`));
      return new Promise(() => undefined);
    },
    delete: async (_: string, { id }: { id: string }) => {
      server.calls.push(`deletes ${id}`);
      if (server.inUse.has(id)) {
        throw new HttpError('This variable is used.', 409, {
          code: 'IN_USE',
          usedBy: [{ entity: 'template', id: 't1', title: 'Welcome' }],
        });
      }
      if (server.postponed.has(id))
        return { data: { ...stored.find((row) => row.id === id), postponed: true } };
      server.gone.unshift(...stored.filter((row) => row.id === id));
      stored = stored.filter((row) => row.id !== id);
      return { data: { id } };
    },
    usesOfMany: async (_: string, ids: string[]) => {
      if (server.failing) throw new HttpError('The services are away', 503);
      const usedBy = [{ entity: 'template', id: 't1', title: 'Welcome' }];
      return Object.fromEntries(
        ids.filter((id) => server.known.has(id)).map((id) => [id, { usedBy, hidden: 2 }]),
      );
    },
    deleteMany: async (_: string, { ids }: { ids: string[] }) => {
      const failed = Object.fromEntries(
        ids.filter((id) => server.inUse.has(id)).map((id) => [id, { code: 'IN_USE', message: 'It is used' }]),
      );
      const postponed = ids.filter((id) => server.postponed.has(id));
      const gone = ids.filter((id) => !(id in failed) && !postponed.includes(id));
      server.gone.unshift(...stored.filter((row) => gone.includes(row.id)));
      stored = stored.filter((row) => !gone.includes(row.id));
      return { data: gone, postponed, failed };
    },
    deleted: async (_: string, { keyword = '' }: { keyword?: string }) =>
      server.gone
        .filter((row) => String(row['name']).includes(keyword))
        .map((row) => ({
          ...{ id: `h-${row.id}`, record: row.id, title: row['name'] },
          ...{ at: '2026-11-21T05:00:00.000Z', user: { id: 'u', name: 'Malee' } },
        })),
    restoreMany: async (_: string, ids: string[]) => {
      const back = server.gone.filter((row) => ids.includes(row.id) && !server.inUse.has(row.id));
      server.gone = server.gone.filter((row) => !back.includes(row));
      stored = [...stored, ...back];
      const failed = ids.filter((id) => !back.some((row) => row.id === id));
      return {
        restored: back.map(({ id }) => id),
        failed: Object.fromEntries(
          failed.map((id) => [id, { code: 'DUPLICATE', message: 'Variable name already existing' }]),
        ),
      };
    },
  };
  const access: Access = {
    products: {},
    actions,
    user: { id: 'u', username: 'u', name: 'U', email: 'u@example.com', roles: [] },
  };
  const { user, history } = renderList('variable', path, { dataProvider, access });
  return { user, history, server };
};

const rowNamed = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

pretendLayout();

describe('a list', () => {
  it('shows its rows under the titles of its columns', async () => {
    open();
    const row = await rowNamed('variable_1');
    expect(within(row).getByRole('link', { name: 'variable_1' })).toHaveAttribute(
      'href',
      expect.stringContaining('v1'),
    );
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(
      expect.arrayContaining(['Name', 'Value', 'Scope', 'Updated']),
    );
  });

  it('keeps few rows in the page, however many are loaded', async () => {
    open({ rows: rowsOf(1000), path: '/chatbot/bot-variable?take=100' });
    await rowNamed('variable_0');
    expect(screen.getAllByRole('row').length).toBeLessThan(50);
  });

  it('searches after a pause and says so in the address', async () => {
    const { user, history } = open({ rows: rowsOf(30) });
    await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'variable_21');
    await waitFor(() => expect(history.current().location.search).toBe('?keyword=variable_21'));
    await rowNamed('variable_21');
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  });

  it('shows what its address says', async () => {
    const { server } = open({ path: '/chatbot/bot-variable?scope=environment&sort=-value' });
    await rowNamed('variable_1');
    expect(screen.queryByRole('row', { name: /variable_0/ })).toBeNull();
    expect(screen.getByText('Scope:')).toHaveTextContent('Environment');
    expect(server.asked[0]).toMatchObject({
      scope: ['environment'],
      sort: { field: 'value', order: 'DESC' },
    });
    expect(screen.getByRole('columnheader', { name: 'Value' })).toHaveAttribute('aria-sort', 'descending');
  });

  it('sorts by a click on a title', async () => {
    const { user, history } = open();
    await user.click(await screen.findByRole('button', { name: 'Value' }));
    expect(history.current().location.search).toBe('?sort=value');
    await user.click(screen.getByRole('button', { name: 'Value' }));
    expect(history.current().location.search).toBe('?sort=-value');
  });

  it('is filtered from its filter bar, and a chip takes the filter away', async () => {
    const { user, history } = open();
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Scope' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Environment' }));
    expect(history.current().location.search).toBe('?scope=environment');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Remove filter Scope' }));
    expect(history.current().location.search).toBe('');
  });

  it('takes columns away and keeps that in the address', async () => {
    const { user, history } = open();
    await user.click(await screen.findByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Value' }));
    expect(history.current().location.search).toBe('?_columns=name,scope,updatedAt');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Value' })).toBeNull());
  });

  it('is walked with the keyboard', async () => {
    const { user, history } = open();
    (await rowNamed('variable_0')).focus();
    await user.keyboard('{ArrowDown}');
    expect(await rowNamed('variable_1')).toHaveFocus();
    await user.keyboard('x');
    expect(await screen.findByText('1 selected')).toBeInTheDocument();
    await user.keyboard('{Enter}');
    expect(history.current().location.pathname).toContain('v1');
  });

  it('opens a row by its link also while text is selected, without another page', async () => {
    const { user, history } = open();
    vi.spyOn(window, 'getSelection').mockReturnValue({ type: 'Range' } as Selection);
    const link = within(await rowNamed('variable_1')).getByRole('link');
    link.focus();
    await user.keyboard('{Enter}');
    expect(history.current().location.pathname).toContain('v1');
    vi.restoreAllMocks();
  });

  it('is left for a record and come back to as it was', async () => {
    open({ path: '/chatbot/bot-variable?sort=-value&scope=bot' });
    await rowNamed('variable_0');
    expect(lastListQuery('variable')).toContain('sort=-value');
    expect(lastListQuery('variable')).toContain('scope=bot');
  });

  describe('page by page', () => {
    it('shows the last page once all rows of the one behind it are deleted', async () => {
      const { user, history } = open({ rows: rowsOf(45), path: '/chatbot/bot-variable?_page=3' });
      await rowNamed('variable_44');
      await user.click(screen.getByRole('checkbox', { name: 'Select all loaded rows' }));
      await user.click(await screen.findByRole('button', { name: 'Delete' }));
      const dialog = await screen.findByRole('dialog');
      await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
      expect(await rowNamed('variable_39')).toBeInTheDocument();
      expect(history.current().location.search).toContain('_page=2');
    });

    it('leads from the address of a page that there is not to the first', async () => {
      open({ rows: rowsOf(45), path: '/chatbot/bot-variable?_page=9' });
      expect(await rowNamed('variable_0')).toBeInTheDocument();
    });

    it('never says that there are fewer rows than the page shows', async () => {
      open({ rows: rowsOf(1100), path: '/chatbot/bot-variable?_page=52' });
      expect(await screen.findByText('1,021–1,040 of 1,040+ variables')).toBeInTheDocument();
    });
  });

  it('says how many there are by number and noun, and offers pages beside the columns', async () => {
    const { user } = open({ rows: rowsOf(3) });
    expect(await screen.findByText('3 variables')).toBeInTheDocument();
    expect(screen.queryByLabelText('Rows per page')).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Page by page' }));
    expect(await screen.findByLabelText('Rows per page')).toBeInTheDocument();
  });

  it('selects a range with shift and deletes it', async () => {
    const { user, server } = open({ rows: rowsOf(5) });
    server.inUse.add('v2');
    await user.click(await screen.findByRole('checkbox', { name: 'Select variable_1' }));
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Select variable_3' }));
    await user.keyboard('{/Shift}');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const ask = await screen.findByRole('dialog', { name: 'Delete 3 variables?' });
    const confirm = within(ask).getByRole('button', { name: 'Delete' });
    await waitFor(() => expect(confirm).toBeEnabled());
    await user.click(confirm);
    const failed = await screen.findByRole('dialog', { name: '1 variable could not be deleted' });
    expect(failed).toHaveTextContent('variable_2 – It is used');
    await user.click(within(failed).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /variable_1/ })).toBeNull());
    expect(await rowNamed('variable_2')).toBeInTheDocument();
  });

  it('says of each of several what uses it, and deletes those that nothing uses', async () => {
    const { user, server } = open({ rows: rowsOf(4) });
    server.known.add('v1');
    for (const name of ['variable_0', 'variable_1', 'variable_2'])
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const ask = await screen.findByRole('dialog', { name: 'Delete 2 of 3 variables?' });
    expect(within(ask).getByRole('alert')).toHaveTextContent(
      /1 is in use and stays.*variable_1.*Template: Welcome.*and 2 records that you may not see/,
    );
    await user.click(within(ask).getByRole('button', { name: 'Delete the other 2' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /variable_0/ })).toBeNull());
    expect(screen.queryByRole('row', { name: /variable_2/ })).toBeNull();
    expect(await rowNamed('variable_1')).toBeInTheDocument();
    await user.click(await screen.findByRole('checkbox', { name: 'Select variable_3' }));
    server.known.add('v3');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const all = await screen.findByRole('dialog', { name: 'Delete 2 variables?' });
    expect(await within(all).findByText(/^All of them are in use/)).toBeInTheDocument();
    expect(within(all).getByRole('button', { name: 'Delete' })).toBeDisabled();
  });

  it('does not ask again for the pages that were scrolled to when a row is deleted', async () => {
    const { user, server } = open({ rows: rowsOf(200), path: '/chatbot/bot-variable?take=10' });
    await rowNamed('variable_12');
    await waitFor(() => expect(server.pages.length).toBeGreaterThan(1));
    const last = Math.max(...server.pages);
    server.pages = [];
    await user.click(await screen.findByRole('button', { name: 'Actions for variable_1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /variable_1\b/ })).toBeNull());
    expect(await rowNamed('variable_12')).toBeInTheDocument();
    expect(server.pages.filter((page) => page < last)).toEqual([]);
  });

  it('no longer asks where a record is used once it is deleted', async () => {
    const { user, server } = open();
    await user.click(await screen.findByRole('button', { name: 'Actions for variable_0' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /variable_0/ })).toBeNull());
    expect(server.calls).toEqual(['no longer asks for v0', 'deletes v0']);
  });

  it('brings back what was just deleted, one record or several, and says why where it cannot', async () => {
    const { user, server } = open({ rows: rowsOf(5) });
    const remove = async (): Promise<void> => {
      const dialog = await screen.findByRole('dialog');
      expect(dialog).toHaveTextContent(/You can restore (it|them) later, in the tab “Deleted”/);
      const confirm = within(dialog).getByRole('button', { name: /^Delete/ });
      await waitFor(() => expect(confirm).toBeEnabled());
      await user.click(confirm);
    };
    await user.click(await screen.findByRole('button', { name: 'Actions for variable_0' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await remove();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('1 variable restored')).toBeInTheDocument();
    expect(await rowNamed('variable_0')).toBeInTheDocument();
    for (const name of ['variable_1', 'variable_2'])
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await remove();
    expect(await screen.findByText('2 variables deleted')).toBeInTheDocument();
    server.inUse.add('v2');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await rowNamed('variable_1')).toBeInTheDocument();
    expect(
      await screen.findByText('1 variable could not be restored: Variable name already existing'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('row', { name: /variable_2/ })).toBeNull();
  });

  it('has what was deleted in its last tab, for those who may bring it back', async () => {
    const { user, server, history } = open({ rows: rowsOf(2) });
    server.gone = rowsOf(4).slice(2);
    await user.click(await screen.findByRole('tab', { name: 'Deleted' }));
    const list = await screen.findByRole('list', { name: 'Deleted variables' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
    expect(list).toHaveTextContent(/variable_2Deleted by Malee21 Nov 2026/);
    expect(history.current().location.search).toBe('?_deleted=1');
    await user.click(within(list).getByRole('button', { name: 'Restore variable_2' }));
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
    await user.click(screen.getByRole('tab', { name: 'All variables' }));
    expect(await rowNamed('variable_2')).toBeInTheDocument();
    expect(history.current().location.search).toBe('');
  });

  it('has no such tab, and no way back, for those who may not', async () => {
    const { user } = open({
      path: '/chatbot/bot-variable?_deleted=1',
      actions: ['variable:read', 'variable:delete'],
    });
    await user.click(await screen.findByRole('button', { name: 'Actions for variable_0' }));
    expect(screen.queryByRole('tab', { name: 'Deleted' })).toBeNull();
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent('This cannot be undone.');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('“variable_0” deleted')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('keeps what is deleted later, and says that it is being deleted', async () => {
    const { user, server } = open({ rows: rowsOf(4) });
    for (const id of ['v0', 'v1']) server.postponed.add(id);
    await user.click(await screen.findByRole('button', { name: 'Actions for variable_0' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await rowNamed('variable_0')).toBeInTheDocument();
    for (const name of ['variable_1', 'variable_2'])
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const ask = await screen.findByRole('dialog', { name: 'Delete 2 variables?' });
    const confirm = within(ask).getByRole('button', { name: 'Delete' });
    await waitFor(() => expect(confirm).toBeEnabled());
    await user.click(confirm);
    await waitFor(() => expect(screen.queryByRole('row', { name: /variable_2/ })).toBeNull());
    expect(await rowNamed('variable_1')).toBeInTheDocument();
  });

  it('tells where a record is used that cannot be deleted', async () => {
    const { user, server } = open();
    server.inUse.add('v0');
    await user.click(await screen.findByRole('button', { name: 'Actions for variable_0' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: '“variable_0” is in use' });
    expect(within(dialog).getByRole('link', { name: 'Template: Welcome' })).toBeInTheDocument();
  });

  it('offers nothing that the person may not do', async () => {
    open({ actions: ['variable:read'] });
    await rowNamed('variable_0');
    expect(screen.queryByRole('link', { name: 'Create' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('a list without rows', () => {
  it('says what it is for and offers the first step', async () => {
    open({ rows: [] });
    expect(await screen.findByRole('heading', { name: 'No variables yet' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Create variable' })).toBeInTheDocument();
  });

  it('offers to clear what nothing matches', async () => {
    const { user } = open({ path: '/chatbot/bot-variable?keyword=nothing' });
    await user.click(await screen.findByRole('button', { name: 'Clear search and filters' }));
    expect(await rowNamed('variable_0')).toBeInTheDocument();
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  it('says why it could not be loaded and tries again', async () => {
    const { user, server } = open({ failing: true });
    expect(await screen.findByRole('alert')).toHaveTextContent('The services are away');
    server.failing = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rowNamed('variable_0')).toBeInTheDocument();
  });

  it('shows the shape of its rows while they load', async () => {
    open();
    expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeInTheDocument();
    await rowNamed('variable_0');
    expect(screen.queryByRole('progressbar')).toBeNull();
  });
});
