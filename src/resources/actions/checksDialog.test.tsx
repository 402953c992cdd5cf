import { screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { expect, it, vi } from 'vitest';
import type { CheckResult } from '../../../schemas/model/responses.ts';
import { everyRight, renderInConsole, renderList } from '../form/testing/renderForm.tsx';
import type { ListRecord } from '../fieldKit/types.ts';
import { entityByName } from '../product.ts';
import { pretendLayout } from '../testing/pretendLayout.ts';
import { useRecordActions } from './useRecordActions.tsx';

const ACTION_RIGHTS = ['send', 'approve', 'request-approval', 'cancel'].map((id) => `campaign:${id}`);
const access = { ...everyRight, actions: [...everyRight.actions, ...ACTION_RIGHTS] };
const broadcast = (name: string, values: Partial<ListRecord> = {}): ListRecord => ({
  ...{ id: name, version: 1, name, status: 'draft', approval: 'none', target: 'everyone' },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  ...values,
});
const warning = (id: string, label: string, text: string): CheckResult => ({
  ...{ id, label, text, level: 'warning' },
  digest: `${id} ${text}`,
});

pretendLayout();

it('a warning that changed before the click is shown again, with an unticked box', async () => {
  const test = warning('test', 'Test', 'No test was sent.');
  let found = [test, warning('pictures', 'Pictures', '1 picture could not be loaded.')];
  const action = vi.fn(
    async (_: string, __: string, ___: string, input: { confirmed: string[] }): Promise<ListRecord> => {
      const open = found.filter(({ digest }) => !input.confirmed.includes(digest ?? ''));
      if (open.length > 0)
        throw new HttpError('Confirm first: Pictures: …', 422, { code: 'INVALID', checks: open });
      return broadcast('one', { status: 'scheduled', version: 2 });
    },
  );
  const dataProvider = {
    getList: async () => ({
      data: [broadcast('one')],
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
    }),
    getMany: async () => ({ data: [] }),
    counts: async () => ({}),
    total: async () => ({ total: 1, more: false }),
    savePreference: async () => undefined,
    query: async (_: string, __: string, verb: string) =>
      verb === 'approval' ? { refused: {} } : { checks: found },
    action,
  };
  const { user } = renderList('campaign', '/campaign/broadcast', { dataProvider, access });
  await user.click(await screen.findByRole('button', { name: 'Actions for one' }));
  const entry = await screen.findByRole('menuitem', { name: /^Schedule/ });
  await waitFor(() => expect(entry).not.toHaveAttribute('aria-disabled'));
  await user.click(entry);
  const dialog = await screen.findByRole('dialog', { name: 'Schedule?' });
  const box = (name: RegExp) => within(dialog).getByRole('checkbox', { name });
  await within(dialog).findByRole('checkbox', { name: /could not be loaded/ });
  expect(within(dialog).getByText('Tick all 2 to go on')).toBeVisible();
  await user.click(box(/No test/));
  await user.click(box(/could not be loaded/));
  expect(within(dialog).queryByText(/to go on$/)).toBeNull();
  found = [test, warning('pictures', 'Pictures', '1 picture was changed since approval was asked for.')];
  const schedule = within(dialog).getByRole('button', { name: 'Schedule' });
  await user.click(schedule);
  expect(await within(dialog).findByRole('checkbox', { name: /was changed/ })).not.toBeChecked();
  expect(box(/No test/)).toBeChecked();
  expect(within(dialog).queryByText(/Confirm first/)).toBeNull();
  await waitFor(() => expect(schedule).toBeDisabled());
  await user.click(box(/was changed/));
  await user.click(schedule);
  await waitFor(() => expect(action).toHaveBeenCalledTimes(2));
  expect(new Set(action.mock.lastCall?.[3].confirmed)).toEqual(new Set(found.map(({ digest }) => digest)));
});

it('an action that may need approval is pending in the header until its rules are loaded', async () => {
  const RULE = 'Every broadcast of this workspace needs approval before it is scheduled';
  const answers = new Map<string, () => void>();
  const query = async (_: string, id: string): Promise<object> => {
    await new Promise<void>((resolve) => answers.set(id, resolve));
    return { refused: id === 'one' ? { send: RULE } : {} };
  };
  const Head = ({ record }: { record: ListRecord }) => {
    const { head, next } = useRecordActions(entityByName('campaign'), record, {});
    return (
      <>
        {head}
        {next}
      </>
    );
  };
  const { user } = renderInConsole(<Head record={broadcast('one')} />, {
    access,
    dataProvider: { query },
  });
  const more = await screen.findByRole('button', { name: /^Schedule/ });
  expect(more).toBeDisabled();
  answers.get('one')?.();
  // The next step is another one then; the blocked action is in the menu, with its reason.
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Schedule/ })).toBeNull());
  expect(screen.getByRole('button', { name: 'Request approval' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Actions for one' }));
  const refused = await screen.findByRole('menuitem', { name: /^Schedule/ });
  expect(refused).toHaveAttribute('aria-disabled', 'true');
  expect(refused).toHaveTextContent(RULE);
});
