import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Notifications } from '../../../ui/Notifications.tsx';
import { RecordForm } from '../../form/RecordForm.tsx';
import { renderInConsole } from '../../form/testing/renderForm.tsx';
import { loadForm } from '../../form/useFormValidator.ts';
import { formByName } from '../../product.ts';

afterEach(() => vi.unstubAllGlobals());

const open = async () => {
  const check = await loadForm('user-profile');
  const saved: unknown[] = [];
  const form = (
    <RecordForm
      model={formByName('user-profile')}
      validator={check}
      mode="edit"
      record={{ name: 'Mali', noticesLeftOut: ['job'], noticesByMail: ['approval', 'quota'] }}
      onSave={(record) => {
        saved.push(record);
        return Promise.resolve(undefined);
      }}
    >
      <button type="submit">Save</button>
      <Notifications />
    </RecordForm>
  );
  return { saved, ...renderInConsole(form) };
};
const box = (name: string): HTMLElement => screen.getByRole('checkbox', { name });
const save = (): HTMLElement => screen.getByRole('button', { name: 'Save' });

it('has a row for each choice and a column for each list, one of which holds what is not chosen', async () => {
  const { user, saved } = await open();
  expect(await screen.findByRole('table')).toBeVisible();
  expect(box('Approvals: Console')).toBeChecked();
  expect(box('Trainings, imports, exports and reports: Console')).not.toBeChecked();
  expect(box('Approvals: Mail')).toBeChecked();
  expect(box('Channels: Mail')).not.toBeChecked();
  await user.click(box('Approvals: Console'));
  await user.click(box('Approvals: Mail'));
  await user.click(box('Channels: Mail'));
  expect(box('Approvals: Console')).not.toBeChecked();
  await user.click(save());
  await waitFor(() =>
    expect(saved).toMatchObject([
      { noticesLeftOut: ['job', 'approval'], noticesByMail: ['quota', 'channel'] },
    ]),
  );
});

it('chooses what the browser shows only where the browser allows it', async () => {
  const requestPermission = vi.fn().mockResolvedValueOnce('denied').mockResolvedValue('granted');
  vi.stubGlobal('Notification', { permission: 'default', requestPermission });
  const { user, saved } = await open();
  await screen.findByRole('table');
  await user.click(box('Approvals: Browser'));
  expect(await screen.findByText(/The browser does not allow notifications of this site/)).toBeVisible();
  expect(box('Approvals: Browser')).not.toBeChecked();
  await user.click(box('Approvals: Browser'));
  await waitFor(() => expect(box('Approvals: Browser')).toBeChecked());
  await user.click(save());
  await waitFor(() => expect(saved).toMatchObject([{ noticesInBrowser: ['approval'] }]));
});
