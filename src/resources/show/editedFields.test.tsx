import { act, screen, waitFor } from '@testing-library/react';
import { ResourceContextProvider } from 'react-admin';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loseSession } from '../../authProvider/session.ts';
import { everyRight, renderInConsole } from '../form/testing/renderForm.tsx';
import { loadForm } from '../form/useFormValidator.ts';
import type { ConsoleEntity } from '../product.ts';
import { entityByName } from '../product.ts';
import { RecordTabs } from './RecordTabs.tsx';

beforeAll(async () => {
  await Promise.all([loadForm('profile'), import('./FieldsForm.tsx')]);
  await import('../../ui/NotificationBar.tsx');
});
beforeEach(() => localStorage.clear());

const AT = '2026-11-20T00:00:00.000Z';
const person = {
  ...{
    id: 'p1',
    version: 3,
    displayName: 'Mali',
    channel: 'c1',
    externalId: 'U1',
    createdAt: AT,
    updatedAt: AT,
  },
  customFields: { เมือง: 'เชียงใหม่' },
};
type Edit = { records: { version?: number }[]; set: object };

/** The person's tab of custom fields over services that hold this by now. */
const open = (now: object = {}, { shown = {}, mayEdit = true } = {}) => {
  const stored = { ...person, ...now };
  const editMany = vi.fn(async (_: string, { records: [one], set }: Edit) => {
    if (one?.version !== stored.version)
      return { changed: [], unchanged: [], failed: { p1: { code: 'STALE', message: 'Someone changed it' } } };
    Object.assign(stored, set, { version: stored.version + 1 });
    return { changed: ['p1'], unchanged: [], failed: {} };
  });
  const model: ConsoleEntity = entityByName('profile');
  const rendered = renderInConsole(
    <ResourceContextProvider value="profile">
      <RecordTabs model={model} record={{ ...person, ...shown }} />
    </ResourceContextProvider>,
    {
      at: '/?_tab=custom-fields',
      dataProvider: { editMany, getOne: async () => ({ data: { ...stored } }) },
      access: mayEdit ? everyRight : { ...everyRight, actions: ['profile:read'] },
    },
  );
  const edit = () => rendered.user.click(screen.getByRole('button', { name: 'Edit custom fields' }));
  const save = () => rendered.user.click(screen.getByRole('button', { name: 'Save' }));
  return { ...rendered, editMany, edit, save };
};
const leave = (): boolean => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return !event.defaultPrevented;
};
const add = async ({ user }: ReturnType<typeof open>, name: string, value: string): Promise<void> => {
  await user.click(screen.getByRole('button', { name: 'Add field' }));
  if (name) await user.type(screen.getByRole('textbox', { name: 'Name 2' }), name);
  await user.type(screen.getByRole('textbox', { name: 'Value 2' }), value);
};

it('fields of a tab are edited in place, and only they are sent', async () => {
  const page = open();
  expect(screen.getByText('เชียงใหม่')).toBeInTheDocument();
  await page.edit();
  await add(page, 'Size', 'M');
  await page.save();
  await waitFor(() =>
    expect(page.editMany).toHaveBeenCalledWith('profile', {
      records: [{ id: 'p1', version: 3 }],
      set: { customFields: { เมือง: 'เชียงใหม่', Size: 'M' } },
    }),
  );
  expect(await screen.findByRole('button', { name: 'Edit custom fields' })).toBeInTheDocument();
});

it('a value without a name and a name that is used twice are refused in words', async () => {
  const page = open();
  await page.edit();
  await add(page, '', 'M');
  await page.save();
  expect((await screen.findAllByText('Enter a name for each field')).length).toBeGreaterThan(0);
  await page.user.type(screen.getByRole('textbox', { name: 'Name 2' }), 'เมือง');
  expect((await screen.findAllByText('“เมือง” is already used. Choose another name.')).length).toBeGreaterThan(
    0,
  );
  await page.save();
  expect(page.editMany).not.toHaveBeenCalled();
});

it('what others changed beside them is in nobody’s way', async () => {
  const page = open({ version: 5, displayName: 'Mali Suwan' });
  await page.edit();
  await add(page, 'Size', 'M');
  await page.save();
  expect(await screen.findByRole('button', { name: 'Edit custom fields' })).toBeInTheDocument();
  expect(page.editMany).toHaveBeenLastCalledWith('profile', {
    records: [{ id: 'p1', version: 5 }],
    set: { customFields: { เมือง: 'เชียงใหม่', Size: 'M' } },
  });
});

it('where others changed them too, both are put before the person', async () => {
  const page = open({ version: 5, customFields: { เมือง: 'ตรัง' } });
  await page.edit();
  await add(page, 'Size', 'M');
  await page.save();
  expect(await screen.findByRole('dialog')).toHaveTextContent('ตรัง');
  expect(page.editMany).toHaveBeenCalledOnce();
});

it('leaving asks once something was typed, and not before', async () => {
  const { user, edit } = open();
  await edit();
  expect(leave()).toBe(true);
  await user.type(screen.getByRole('textbox', { name: 'Value 1' }), '!');
  expect(leave()).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(leave()).toBe(true);
});

it('what was typed when the session ended is offered again', async () => {
  const { user, edit, unmount } = open();
  await edit();
  await user.type(screen.getByRole('textbox', { name: 'Value 1' }), '!');
  act(loseSession);
  unmount();
  const again = open();
  await again.user.click(await screen.findByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Value 1' })).toHaveValue('เชียงใหม่!'));
});

it('who may only read edits nothing, and reads that there is nothing', () => {
  open({}, { shown: { customFields: {} }, mayEdit: false });
  expect(screen.getByText('No custom fields yet: a city, a size, a member number.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
});
