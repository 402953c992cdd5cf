import { QueryClient } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, HttpError, memoryStore, ResourceContextProvider } from 'react-admin';
import { Route, Routes } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Access } from '../../authProvider/access.ts';
import { AccessProvider } from '../../authProvider/AccessContext.ts';
import { Notifications } from '../../ui/Notifications.tsx';
import { createTestRouter } from '../../routing/testRouter.tsx';
import type { ListRecord } from '../fieldKit/types.ts';
import { EntityEdit } from '../edit/EntityEdit.tsx';
import { EntityList } from '../list/EntityList.tsx';
import { EntityShow } from '../show/EntityShow.tsx';
import { pretendLayout } from '../testing/pretendLayout.ts';

vi.mock('virtual:product', async () => {
  const { testProduct } = await import('../../../tests/contract/support/testProduct.ts');
  return { product: testProduct };
});
vi.mock('virtual:schemas', async () => {
  const { testChecks } = await import('../../../tests/contract/support/testProduct.ts');
  return { schemas: testChecks, variantEditors: {} };
});

const LIST = '/campaign/orders';
const TRANSITIONS = ['approve', 'ship', 'close', 'cancel', 'reopen'];
const ALL = ['read', 'create', 'update', 'delete', 'write', ...TRANSITIONS];

const order = (more: Partial<ListRecord> = {}): ListRecord => ({
  id: 'o1',
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  name: 'First order',
  status: 'draft',
  total: 5,
  due: '2026-12-01',
  ...more,
});

interface Setting {
  records?: ListRecord[];
  rights?: string[];
  dataProvider?: object;
}

/** Opens a page of orders, over an array in place of the services. */
function open(at: string, { records = [order()], rights = ALL, dataProvider = {} }: Setting = {}) {
  const stored = new Map(records.map((record) => [record.id, record]));
  const put = (record: ListRecord): ListRecord => {
    stored.set(record.id, record);
    return record;
  };
  const provider = {
    getOne: vi.fn(async (_: string, { id }: { id: string }) => ({ data: stored.get(id) })),
    getList: async () => ({
      data: [...stored.values()],
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
    }),
    counts: async () => ({ all: 3, draft: 2, shipped: 1 }),
    usedBy: async () => ({ usedBy: [], hidden: 0 }),
    update: vi.fn(async (_: string, { data }: { data: ListRecord }) => ({
      data: put({ ...data, version: data.version + 1 }),
    })),
    action: vi.fn(async (_: string, id: string) => {
      const record = stored.get(id) as ListRecord;
      return put({ ...record, status: 'approved', version: record.version + 1 });
    }),
    actionOnMany: vi.fn(async (_: string, ids: string[]) => ({ done: ids, failed: {} })),
    ...dataProvider,
  };
  const access: Access = {
    products: { campaign: ['broadcast'] },
    actions: rights.map((right) => `order:${right}`),
    user: { id: 'u1', username: 'u', name: 'U', email: '', roles: [] },
  };
  const screens = (
    <CoreAdminContext
      dataProvider={provider as never}
      store={memoryStore()}
      queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <AccessProvider value={access}>
        <ResourceContextProvider value="order">
          <Routes>
            <Route path={LIST} element={<EntityList />} />
            <Route path={`${LIST}/:id/show`} element={<EntityShow />} />
            <Route path={`${LIST}/:id`} element={<EntityEdit />} />
          </Routes>
        </ResourceContextProvider>
        <Notifications />
      </AccessProvider>
    </CoreAdminContext>
  );
  render(createTestRouter(at, screens).element);
  return { user: userEvent.setup(), provider, put };
}
const edit = (setting?: Setting) => open(`${LIST}/o1`, setting);
const show = (setting?: Setting) => open(`${LIST}/o1/show`, setting);

const button = (name: string) => screen.findByRole('button', { name });
const refusal =
  (body: object, status = 409) =>
  () =>
    Promise.reject(new HttpError((body as { message?: string }).message ?? 'x', status, body));

pretendLayout();
afterEach(() => localStorage.clear());

describe('the actions of a record', () => {
  test('are the transitions that lead from its state, as far as the person may', async () => {
    show({ rights: ['read', 'update', 'approve'] });
    await button('Approve');
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Ship' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Expire' })).toBeNull();
  });

  test('change the state, with the version that is shown, and update the record', async () => {
    const { user, provider } = show();
    await user.click(await button('Approve'));
    expect(provider.action).toHaveBeenCalledWith('order', 'o1', 'approve', undefined, { version: 1 });
    expect(await screen.findByText('Order approved')).toBeVisible();
    await button('Ship');
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  test('that are not possible are disabled with their reason', async () => {
    const { user, provider } = show({ records: [order({ total: 0 })] });
    const approve = await button('Approve');
    expect(approve).toHaveAttribute('aria-disabled', 'true');
    expect(approve).toHaveAccessibleDescription('An order without a total cannot be approved');
    await user.click(approve);
    expect(provider.action).not.toHaveBeenCalled();
  });

  test('ask for confirmation where the schema says so, in unambiguous words', async () => {
    const { user, provider } = show();
    await user.click(await button('Cancel'));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel?' });
    expect(within(dialog).getByText('Cancel this order? The customer is told.')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(provider.action).not.toHaveBeenCalled();
  });

  test('that another person ran first are rejected in a dialog, and the record is updated', async () => {
    const { user, provider, put } = show();
    const current = order({ status: 'shipped', version: 2, updatedBy: 'Mali' });
    const body = { code: 'STATE', message: 'Approve is not possible now: the order is “Shipped”', current };
    provider.action.mockImplementationOnce(refusal(body));
    await button('Approve');
    put(current);
    await user.click(await button('Approve'));
    const dialog = await screen.findByRole('dialog', { name: 'Approve failed' });
    expect(dialog).toHaveTextContent('the order is “Shipped”. Mali changed it in the meantime.');
    await user.click(within(dialog).getByRole('button', { name: 'OK' }));
    await button('Close order');
  });

  test('a click on the backdrop keeps the input of the dialog', async () => {
    const { user } = show({ records: [order({ status: 'approved' })] });
    await user.click(await button('Ship'));
    const dialog = await screen.findByRole('dialog', { name: 'Ship' });
    await user.type(await within(dialog).findByLabelText('Tracking'), 'TH-1');
    const backdrop = document.querySelector('.MuiDialog-container');
    if (!backdrop) throw new Error('There is no backdrop.');
    await user.click(backdrop);
    expect(within(dialog).getByLabelText('Tracking')).toHaveValue('TH-1');
  });

  test('show the errors of their input at its fields', async () => {
    const { user, provider } = show({ records: [order({ status: 'approved' })] });
    const fields = { '/tracking': 'Nobody knows this number' };
    provider.action.mockImplementationOnce(refusal({ code: 'INVALID', fields }, 422));
    await user.click(await button('Ship'));
    const dialog = await screen.findByRole('dialog', { name: 'Ship' });
    const tracking = await within(dialog).findByLabelText('Tracking');
    await user.type(tracking, 'TH-1');
    await user.click(within(dialog).getByRole('button', { name: 'Ship' }));
    await waitFor(() => expect(tracking).toHaveAccessibleDescription(/Nobody knows this number/));
    await user.type(tracking, '2');
    await user.click(within(dialog).getByRole('button', { name: 'Ship' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(provider.action).toHaveBeenLastCalledWith(
      'order',
      'o1',
      'ship',
      { tracking: 'TH-12' },
      { version: 1 },
    );
  });
});

describe('over a form', () => {
  test('an action saves the form first, and runs on the saved record', async () => {
    // As the data provider gives them: with the counts beside the fields.
    const { user, provider } = edit({ records: [order({ _count: { items: 2 }, items: 2 })] });
    await user.type(await screen.findByLabelText('Note'), 'Gift');
    await user.click(await button('Approve'));
    await waitFor(() => expect(provider.action).toHaveBeenCalled());
    expect(provider.update.mock.calls[0]?.[1].data).toMatchObject({ note: 'Gift', version: 1 });
    expect(provider.action).toHaveBeenCalledWith('order', 'o1', 'approve', undefined, { version: 2 });
    expect(await screen.findByText('Only drafts can be edited')).toBeVisible();
    expect(screen.getByLabelText('Note')).toHaveTextContent('Gift');
  });

  test('an action reports why the form cannot be saved, and sends nothing', async () => {
    const { user, provider } = edit();
    await user.clear(await screen.findByLabelText('Name'));
    await user.click(await button('Approve'));
    expect(
      await screen.findByText('Approve saves your changes first: please check the highlighted fields.'),
    ).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription(/Name is required/);
    expect(provider.update).not.toHaveBeenCalled();
    expect(provider.action).not.toHaveBeenCalled();
  });

  test('the confirmation of an action says that the form is saved first; cancelling saves nothing', async () => {
    const { user, provider } = edit();
    await user.type(await screen.findByLabelText('Note'), 'Gift');
    await user.click((await screen.findAllByRole('button', { name: 'Cancel' }))[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Cancel?' });
    expect(dialog).toHaveTextContent('The customer is told. Your changes are saved first.');
    await user.click(within(dialog).getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(provider.update).not.toHaveBeenCalled();
    expect(screen.getByLabelText('Note')).toHaveValue('Gift');
  });

  test('what the next state requires is shown at the fields of the form', async () => {
    const { user, provider } = edit({ records: [order({ due: undefined })] });
    const body = { code: 'INVALID', fields: { '/due': 'Due is required' } };
    provider.action.mockImplementationOnce(refusal(body, 422));
    await user.click(await button('Approve'));
    await waitFor(() => expect(screen.getByLabelText('Due')).toHaveAccessibleDescription(/Due is required/));
  });

  test('the address of the form shows a record that cannot be edited, and says why', async () => {
    const { user } = edit({ records: [order({ status: 'shipped' })] });
    expect(await screen.findByText('Only drafts can be edited')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    await user.click(await button('Actions for First order'));
    const entry = await screen.findByRole('menuitem', { name: /Delete/ });
    expect(entry).toHaveAttribute('aria-disabled', 'true');
    expect(entry).toHaveTextContent('An order that was approved is kept');
  });

  test('input that comes too late stays visible', async () => {
    const { user, provider, put } = edit();
    await user.type(await screen.findByLabelText('Note'), 'Gift');
    const current = order({ status: 'approved', version: 2 });
    const body = { code: 'STATE', message: 'Only drafts can be edited', current };
    provider.update.mockImplementationOnce(refusal(body));
    put(current);
    await user.click(await button('Save'));
    expect(await screen.findByText(/What you typed is still here/)).toBeVisible();
    expect(screen.getByLabelText('Note')).toHaveValue('Gift');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});

describe('in a list', () => {
  const records = [
    order(),
    order({ id: 'o2', name: 'Second order', status: 'shipped' }),
    order({ id: 'o3', name: 'Third order', total: 0 }),
  ];

  test('states are tabs with their counts', async () => {
    open(LIST, { records });
    const tabs = await screen.findByRole('tablist', { name: 'Status' });
    expect(await within(tabs).findByRole('tab', { name: 'Draft 2' })).toBeVisible();
    expect(within(tabs).getByRole('tab', { name: 'Cancelled 0' })).toBeVisible();
  });

  test('a row’s menu has the actions of its state, and the reasons of disabled ones', async () => {
    const { user } = open(LIST, { records });
    await user.click(await button('Actions for Second order'));
    await screen.findByRole('menuitem', { name: 'Close order' });
    expect(screen.queryByRole('menuitem', { name: 'Approve' })).toBeNull();
    const entry = screen.getByRole('menuitem', { name: /^Edit/ });
    expect(entry).toHaveAttribute('aria-disabled', 'true');
    expect(entry).toHaveTextContent('Only drafts can be edited');
  });

  test('a bulk action is one call, with the records that it is possible for', async () => {
    const { user, provider } = open(LIST, { records });
    await user.click(await screen.findByRole('checkbox', { name: 'Select First order' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Second order' }));
    const bar = await screen.findByRole('toolbar', { name: 'Actions for the selected rows' });
    await user.click(within(bar).getByRole('button', { name: 'Approve (1 of 2)' }));
    await waitFor(() =>
      expect(provider.action).toHaveBeenCalledWith('order', 'o1', 'approve', undefined, { version: 1 }),
    );
    expect(provider.actionOnMany).not.toHaveBeenCalled();
  });

  test('records that fail in a bulk action are listed with their reasons', async () => {
    const failed = { o2: { code: 'STATE', message: 'Somebody was first' } };
    const actionOnMany = vi.fn(async () => ({ done: ['o1'], failed }));
    const { user } = open(LIST, {
      records: [order(), order({ id: 'o2', name: 'Second order' })],
      dataProvider: { actionOnMany },
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select First order' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Second order' }));
    await user.click(await button('Approve'));
    const dialog = await screen.findByRole('dialog', { name: 'Approve failed for 1 of 2' });
    expect(dialog).toHaveTextContent('Second order – Somebody was first');
    expect(actionOnMany).toHaveBeenCalledWith('order', ['o1', 'o2'], 'approve', undefined);
  });

  test('an action that is possible for no selected record is disabled with its reason', async () => {
    const { user, provider } = open(LIST, { records });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Third order' }));
    const approve = await button('Approve');
    expect(approve).toHaveAccessibleDescription('An order without a total cannot be approved');
    await user.click(approve);
    await user.click(screen.getByRole('checkbox', { name: 'Select Third order' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Second order' }));
    expect(await button('Delete')).toHaveAccessibleDescription('An order that was approved is kept');
    expect(provider.action).not.toHaveBeenCalled();
    expect(provider.actionOnMany).not.toHaveBeenCalled();
  });
});
