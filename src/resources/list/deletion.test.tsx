import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pretendLayout } from '../testing/pretendLayout.ts';
import { openVariableList, findRowByName, createRows } from './testing/variableList.tsx';

pretendLayout();

describe('deletion from a list', () => {
  it('selects a range with shift and deletes it', async () => {
    const { user, server } = openVariableList({ rows: createRows(5) });
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
    expect(await findRowByName('variable_2')).toBeInTheDocument();
  });

  it('says of each of several what uses it, and deletes those that nothing uses', async () => {
    const { user, server } = openVariableList({ rows: createRows(4) });
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
    expect(await findRowByName('variable_1')).toBeInTheDocument();
    await user.click(await screen.findByRole('checkbox', { name: 'Select variable_3' }));
    server.known.add('v3');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const all = await screen.findByRole('dialog', { name: 'Delete 2 variables?' });
    expect(await within(all).findByText(/^All of them are in use/)).toBeInTheDocument();
    expect(within(all).getByRole('button', { name: 'Delete' })).toBeDisabled();
  });

  it('does not ask again for the pages that were scrolled to when a row is deleted', async () => {
    const { user, server } = openVariableList({
      rows: createRows(200),
      path: '/chatbot/bot-variable?take=10',
    });
    await findRowByName('variable_12');
    await waitFor(() => expect(server.pages.length).toBeGreaterThan(1));
    const last = Math.max(...server.pages);
    server.pages = [];
    await user.click(await screen.findByRole('button', { name: 'Actions for variable_1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /variable_1\b/ })).toBeNull());
    expect(await findRowByName('variable_12')).toBeInTheDocument();
    expect(server.pages.filter((page) => page < last)).toEqual([]);
  });

  it('no longer asks where a record is used once it is deleted', async () => {
    const { user, server } = openVariableList();
    await user.click(await screen.findByRole('button', { name: 'Actions for variable_0' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /variable_0/ })).toBeNull());
    expect(server.calls).toEqual(['no longer asks for v0', 'deletes v0']);
  });

  it('restores deleted records, one or several, and reports why where it cannot', async () => {
    const { user, server } = openVariableList({ rows: createRows(5) });
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
    expect(await findRowByName('variable_0')).toBeInTheDocument();
    for (const name of ['variable_1', 'variable_2'])
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await remove();
    expect(await screen.findByText('2 variables deleted')).toBeInTheDocument();
    server.inUse.add('v2');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await findRowByName('variable_1')).toBeInTheDocument();
    expect(
      await screen.findByText('1 variable could not be restored: Variable name already existing'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('row', { name: /variable_2/ })).toBeNull();
  });

  it('reports deleted and unanswered records, restores the former and retries the latter', async () => {
    const { user, server } = openVariableList({ rows: createRows(5) });
    for (const id of ['v2', 'v3']) server.unanswered.add(id);
    for (const at of [0, 1, 2, 3])
      await user.click(await screen.findByRole('checkbox', { name: `Select variable_${at}` }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const ask = await screen.findByRole('dialog', { name: 'Delete 4 variables?' });
    const confirm = within(ask).getByRole('button', { name: 'Delete' });
    await waitFor(() => expect(confirm).toBeEnabled());
    await user.click(confirm);
    const again = await screen.findByRole('dialog', { name: 'Delete 2 variables?' });
    expect(within(again).getByText('The services are away')).toBeInTheDocument();
    expect(screen.getByText('2 variables deleted')).toBeInTheDocument();
    await user.click(screen.getByText('Undo'));
    expect(await screen.findByText('2 variables restored')).toBeInTheDocument();
    server.unanswered.clear();
    const rest = within(again).getByRole('button', { name: 'Delete' });
    await waitFor(() => expect(rest).toBeEnabled());
    await user.click(rest);
    await waitFor(() => expect(screen.queryByRole('row', { name: /variable_3/ })).toBeNull());
    expect(await findRowByName('variable_0')).toBeInTheDocument();
  });

  it('reports the records restored before a request failed, and the others', async () => {
    const { user, server } = openVariableList({
      rows: createRows(301),
      path: '/chatbot/bot-variable?take=100',
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select all loaded rows' }));
    await user.click(await screen.findByRole('button', { name: /^Select all 301/ }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const ask = await screen.findByRole('dialog', { name: 'Delete 301 variables?' });
    const confirm = within(ask).getByRole('button', { name: 'Delete' });
    await waitFor(() => expect(confirm).toBeEnabled());
    await user.click(confirm);
    server.unanswered.add('v250');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('200 variables restored')).toBeInTheDocument();
    expect(
      await screen.findByText('101 variables could not be restored: The services are away'),
    ).toBeInTheDocument();
  });

  it('has what was deleted in its last tab, for those who may bring it back', async () => {
    const { user, server, history } = openVariableList({ rows: createRows(2) });
    server.gone = createRows(4).slice(2);
    await user.click(await screen.findByRole('tab', { name: 'Deleted' }));
    const list = await screen.findByRole('list', { name: 'Deleted variables' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
    expect(list).toHaveTextContent(/variable_2Deleted by Malee21 Nov 2026/);
    expect(history.current().location.search).toBe('?_deleted=1');
    await user.click(within(list).getByRole('button', { name: 'Restore variable_2' }));
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
    await user.click(screen.getByRole('tab', { name: 'All variables' }));
    expect(await findRowByName('variable_2')).toBeInTheDocument();
    expect(history.current().location.search).toBe('');
  });

  it('has no such tab, and no way back, for those who may not', async () => {
    const { user } = openVariableList({
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
    const { user, server } = openVariableList({ rows: createRows(4) });
    for (const id of ['v0', 'v1']) server.postponed.add(id);
    await user.click(await screen.findByRole('button', { name: 'Actions for variable_0' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await findRowByName('variable_0')).toBeInTheDocument();
    for (const name of ['variable_1', 'variable_2'])
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const ask = await screen.findByRole('dialog', { name: 'Delete 2 variables?' });
    const confirm = within(ask).getByRole('button', { name: 'Delete' });
    await waitFor(() => expect(confirm).toBeEnabled());
    await user.click(confirm);
    await waitFor(() => expect(screen.queryByRole('row', { name: /variable_2/ })).toBeNull());
    expect(await findRowByName('variable_1')).toBeInTheDocument();
  });

  it('shows where a record is used that cannot be deleted', async () => {
    const { user, server } = openVariableList();
    server.inUse.add('v0');
    await user.click(await screen.findByRole('button', { name: 'Actions for variable_0' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: '“variable_0” is in use' });
    expect(within(dialog).getByRole('link', { name: 'Template: Welcome' })).toBeInTheDocument();
  });
});
