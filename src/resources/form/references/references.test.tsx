import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderRecordForm } from '../testing/renderForm.tsx';

const members = Array.from({ length: 12 }, (_, index) => ({
  id: `m${index}`,
  username: `member.${index}`,
  name: `Member ${index}`,
}));
const getMany = (_: string, { ids }: { ids: string[] }) =>
  Promise.resolve({ data: members.filter(({ id }) => ids.includes(id)) });

test('options load ten at a time, are found by search and chosen as chips', async () => {
  const getList = vi.fn<(resource: string, params: { filter: { q?: string }; pagination: object }) => object>(
    (_, { filter }) => {
      const found = members.filter(({ username }) => username.includes(filter.q ?? ''));
      return Promise.resolve({ data: found.slice(0, 10), pageInfo: { hasNextPage: found.length > 10 } });
    },
  );
  const { user, saved } = await renderRecordForm(
    'team',
    { record: { name: 'Support' } },
    { getList, getMany },
  );
  const input = await screen.findByRole('combobox', { name: 'Members' });
  await user.click(input);
  expect(await screen.findAllByRole('option')).toHaveLength(10);
  expect(getList.mock.calls[0]?.[1].pagination).toMatchObject({ perPage: 10 });
  await user.paste('11');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  expect(getList).toHaveBeenCalledTimes(2);
  await user.click(screen.getByRole('option'));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toMatchObject([{ members: ['m11'] }]));
});

test('chosen records show by their title and can be taken away', async () => {
  const { user, saved } = await renderRecordForm(
    'team',
    { record: { name: 'Support', members: ['m1', 'm2'] } },
    { getMany },
  );
  const chip = await screen.findByRole('button', { name: /Member 1|member\.1/ });
  await user.click(within(chip).getByTestId('CancelIcon'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toMatchObject([{ members: ['m2'] }]));
});
