import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { lastListSearch } from '../lastQuery.ts';
import { pretendLayout } from '../testing/pretendLayout.ts';
import { openVariableList, findRowByName, createRows } from './testing/variableList.tsx';

pretendLayout();

describe('a list', () => {
  it('shows its rows under the titles of its columns', async () => {
    openVariableList();
    const row = await findRowByName('variable_1');
    expect(within(row).getByRole('link', { name: 'variable_1' })).toHaveAttribute(
      'href',
      expect.stringContaining('v1'),
    );
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(
      expect.arrayContaining(['Name', 'Value', 'Scope', 'Updated']),
    );
  });

  it('keeps few rows in the page, however many are loaded', async () => {
    openVariableList({ rows: createRows(1000), path: '/chatbot/bot-variable?take=100' });
    await findRowByName('variable_0');
    expect(screen.getAllByRole('row').length).toBeLessThan(50);
  });

  it('searches after a pause and says so in the address', async () => {
    const { user, history } = openVariableList({ rows: createRows(30) });
    await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'variable_21');
    await waitFor(() => expect(history.current().location.search).toBe('?keyword=variable_21'));
    await findRowByName('variable_21');
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  });

  it('shows what its address says', async () => {
    const { server } = openVariableList({ path: '/chatbot/bot-variable?scope=environment&sort=-value' });
    await findRowByName('variable_1');
    expect(screen.queryByRole('row', { name: /variable_0/ })).toBeNull();
    expect(screen.getByText('Scope:')).toHaveTextContent('Environment');
    expect(server.asked[0]).toMatchObject({
      scope: ['environment'],
      sort: { field: 'value', order: 'DESC' },
    });
    expect(screen.getByRole('columnheader', { name: 'Value' })).toHaveAttribute('aria-sort', 'descending');
  });

  it('sorts by a click on a title', async () => {
    const { user, history } = openVariableList();
    await user.click(await screen.findByRole('button', { name: 'Value' }));
    expect(history.current().location.search).toBe('?sort=value');
    await user.click(screen.getByRole('button', { name: 'Value' }));
    expect(history.current().location.search).toBe('?sort=-value');
  });

  it('is filtered from its filter bar, and a chip takes the filter away', async () => {
    const { user, history } = openVariableList();
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Scope' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Environment' }));
    expect(history.current().location.search).toBe('?scope=environment');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Remove filter Scope' }));
    expect(history.current().location.search).toBe('');
  });

  it('takes columns away and keeps that in the address', async () => {
    const { user, history } = openVariableList();
    await user.click(await screen.findByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Value' }));
    expect(history.current().location.search).toBe('?_columns=name,scope,updatedAt');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Value' })).toBeNull());
  });

  it('is walked with the keyboard', async () => {
    const { user, history } = openVariableList();
    (await findRowByName('variable_0')).focus();
    await user.keyboard('{ArrowDown}');
    expect(await findRowByName('variable_1')).toHaveFocus();
    await user.keyboard('x');
    expect(await screen.findByText('1 selected')).toBeInTheDocument();
    await user.keyboard('{Enter}');
    expect(history.current().location.pathname).toContain('v1');
  });

  it('opens a row by its link also while text is selected, without another page', async () => {
    const { user, history } = openVariableList();
    vi.spyOn(window, 'getSelection').mockReturnValue({ type: 'Range' } as Selection);
    const link = within(await findRowByName('variable_1')).getByRole('link');
    link.focus();
    await user.keyboard('{Enter}');
    expect(history.current().location.pathname).toContain('v1');
    vi.restoreAllMocks();
  });

  it('is left for a record and come back to as it was', async () => {
    openVariableList({ path: '/chatbot/bot-variable?sort=-value&scope=bot' });
    await findRowByName('variable_0');
    expect(lastListSearch('variable')).toContain('sort=-value');
    expect(lastListSearch('variable')).toContain('scope=bot');
  });

  describe('page by page', () => {
    it('shows the last page once all rows of the one behind it are deleted', async () => {
      const { user, history } = openVariableList({
        rows: createRows(45),
        path: '/chatbot/bot-variable?_page=3',
      });
      await findRowByName('variable_44');
      await user.click(screen.getByRole('checkbox', { name: 'Select all loaded rows' }));
      await user.click(await screen.findByRole('button', { name: 'Delete' }));
      const dialog = await screen.findByRole('dialog');
      await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
      expect(await findRowByName('variable_39')).toBeInTheDocument();
      expect(history.current().location.search).toContain('_page=2');
    });

    it('leads from the address of a page that there is not to the first', async () => {
      openVariableList({ rows: createRows(45), path: '/chatbot/bot-variable?_page=9' });
      expect(await findRowByName('variable_0')).toBeInTheDocument();
    });

    it('never says that there are fewer rows than the page shows', async () => {
      openVariableList({ rows: createRows(1100), path: '/chatbot/bot-variable?_page=52' });
      expect(await screen.findByText('1,021–1,040 of 1,040+ variables')).toBeInTheDocument();
    });
  });

  it('says how many there are by number and noun, and offers pages beside the columns', async () => {
    const { user } = openVariableList({ rows: createRows(3) });
    expect(await screen.findByText('3 variables')).toBeInTheDocument();
    expect(screen.queryByLabelText('Rows per page')).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Page by page' }));
    expect(await screen.findByLabelText('Rows per page')).toBeInTheDocument();
  });

  it('offers nothing that the person may not do', async () => {
    openVariableList({ actions: ['variable:read'] });
    await findRowByName('variable_0');
    expect(screen.queryByRole('link', { name: 'Create' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('a list without rows', () => {
  it('says what it is for and offers the first step', async () => {
    openVariableList({ rows: [] });
    expect(await screen.findByRole('heading', { name: 'No variables yet' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Create variable' })).toBeInTheDocument();
    // It is offered once.
    expect(screen.queryByRole('link', { name: 'Create' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  });

  it('offers to clear what nothing matches', async () => {
    const { user } = openVariableList({ path: '/chatbot/bot-variable?keyword=nothing' });
    expect(await screen.findByText('Nothing matches “nothing”. Check the spelling.')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Clear search and filters' }));
    expect(await findRowByName('variable_0')).toBeInTheDocument();
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  it('names the filters that are on, and clears the search alone', async () => {
    const { user } = openVariableList({ path: '/chatbot/bot-variable?keyword=nothing&scope=environment' });
    expect(
      await screen.findByText(
        'Nothing matches “nothing” with these filters: Scope. Check the spelling or clear some filters.',
      ),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue(''));
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
  });

  it('says why it could not be loaded and tries again', async () => {
    const { user, server } = openVariableList({ failing: true });
    expect(await screen.findByRole('alert')).toHaveTextContent('The services are away');
    server.failing = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await findRowByName('variable_0')).toBeInTheDocument();
  });

  it('shows the shape of its rows while they load', async () => {
    openVariableList();
    expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeInTheDocument();
    await findRowByName('variable_0');
    expect(screen.queryByRole('progressbar')).toBeNull();
  });
});
