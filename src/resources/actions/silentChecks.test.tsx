import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { CheckResult } from '../../../schemas/model/responses.ts';
import { everyRight, renderList } from '../form/testing/renderForm.tsx';
import type { ListRecord } from '../fieldKit/types.ts';
import { pretendLayout } from '../testing/pretendLayout.ts';

const access = { ...everyRight, actions: [...everyRight.actions, 'campaign:retry'] };
const FAILED: ListRecord = {
  ...{
    id: 'one',
    version: 1,
    name: 'one',
    status: 'failed',
    approval: 'none',
    target: 'everyone',
    failed: 2,
  },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
};

pretendLayout();

/** Starts the retry of a broadcast, an action without `confirm`. */
async function retry(...answers: CheckResult[][]) {
  let requestCount = 0;
  const action = vi.fn(async (..._: unknown[]): Promise<ListRecord> => ({
    ...FAILED,
    status: 'executing',
    version: 2,
  }));
  const dataProvider = {
    getList: async () => ({ data: [FAILED], pageInfo: { hasNextPage: false, hasPreviousPage: false } }),
    getMany: async () => ({ data: [] }),
    counts: async () => ({}),
    total: async () => ({ total: 1, more: false }),
    savePreference: async () => undefined,
    query: async (_: string, __: string, verb: string) =>
      verb === 'approval'
        ? { refused: {} }
        : { checks: answers[Math.min(requestCount++, answers.length - 1)] },
    action,
  };
  const { user } = renderList('campaign', '/campaign/broadcast', { dataProvider, access });
  await user.click(await screen.findByRole('button', { name: 'Actions for one' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Retry what failed/ }));
  return { user, action };
}

it('runs at once where all checks pass', async () => {
  const { action } = await retry([
    { id: 'quiet-hours', label: 'Quiet hours', level: 'ok', text: 'It is sent outside 22:00 to 08:00.' },
  ]);
  await waitFor(() => expect(action).toHaveBeenCalledTimes(1));
  expect(action.mock.lastCall?.[3]).toEqual({ confirmed: [] });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('opens the dialog for a warning', async () => {
  const text = 'It is sent now, in the quiet hours (22:00 to 08:00).';
  const { user, action } = await retry([
    { id: 'quiet-hours', label: 'Quiet hours', level: 'warning', text, digest: 'quiet' },
  ]);
  const dialog = await screen.findByRole('dialog', { name: 'Retry what failed?' });
  const button = within(dialog).getByRole('button', { name: 'Retry what failed' });
  expect(button).toBeDisabled();
  expect(action).not.toHaveBeenCalled();
  await user.click(within(dialog).getByRole('checkbox', { name: /in the quiet hours/ }));
  await user.click(button);
  await waitFor(() => expect(action).toHaveBeenCalledTimes(1));
  expect(action.mock.lastCall?.[3]).toEqual({ confirmed: ['quiet'] });
});

it('an open dialog waits for its button, even after the checks pass', async () => {
  const hours = { id: 'quiet-hours', label: 'Quiet hours' };
  const { user, action } = await retry(
    [{ ...hours, level: 'stop', text: 'It is sent now, in the quiet hours (22:00 to 08:00).' }],
    [{ ...hours, level: 'ok', text: 'It is sent outside 22:00 to 08:00.' }],
  );
  const dialog = await screen.findByRole('dialog', { name: 'Retry what failed?' });
  await user.click(within(dialog).getByRole('button', { name: 'Check again' }));
  const button = within(dialog).getByRole('button', { name: 'Retry what failed' });
  await waitFor(() => expect(button).toBeEnabled());
  expect(action).not.toHaveBeenCalled();
  await user.click(button);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(action).toHaveBeenCalledTimes(1);
});
