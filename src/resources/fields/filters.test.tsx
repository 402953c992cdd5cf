import { QueryClient } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, ResourceContextProvider, testDataProvider } from 'react-admin';
import { expect, test, vi } from 'vitest';
import { entityByName } from '../product.ts';
import { DateRangeFilter } from './shared/DateRangeFilter.tsx';
import { TagsFilter } from './tags/TagsFilter.tsx';
import type { FilterValue } from '../fieldKit/types.ts';

const fieldOf = (name: string) => {
  const field = entityByName('profile').fields.find((one) => one.name === name);
  if (!field) throw new Error(`profiles have no ${name}`);
  return field;
};
/** 01:00 on 22 November in Bangkok, still the 21st in UTC. */
const now = (): Date => new Date('2026-11-21T18:00:00.000Z');

const openDates = () => {
  const chosen: FilterValue[] = [];
  const onChange = (value: FilterValue): void => void chosen.push(value);
  render(
    <DateRangeFilter field={fieldOf('lastSeen')} value={{}} onChange={onChange} zone="+07:00" now={now} />,
  );
  return { chosen, user: userEvent.setup() };
};

test.each([
  ['Today', '2026-11-22', '2026-11-22'],
  ['Yesterday', '2026-11-21', '2026-11-21'],
  ['Last 7 days', '2026-11-16', '2026-11-22'],
  ['Last 12 months', '2025-11-22', '2026-11-22'],
])('%s is one click, in days of the field’s zone', async (name, from, to) => {
  const { chosen, user } = openDates();
  await user.click(screen.getByRole('button', { name }));
  expect(chosen).toEqual([{ gte: [from], lte: [to] }]);
});

test('days are typed; an invalid day or a reversed range is reported and not applied', async () => {
  const { chosen, user } = openDates();
  const [from, to] = [screen.getByLabelText('From'), screen.getByLabelText('To')];
  await user.type(from, '20/11/2026');
  await user.type(to, '32/11/2026');
  expect(screen.getByRole('alert')).toHaveTextContent('A day is DD/MM/YYYY');
  await user.clear(to);
  await user.type(to, '19/11/2026{Enter}');
  expect(screen.getByRole('alert')).toHaveTextContent('The end is before the start');
  expect(chosen).toEqual([]);
  await user.clear(to);
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(chosen).toEqual([{ gte: ['2026-11-20'] }]);
});

test('tags in use are a check list that is searched; one that is typed whole can be chosen too', async () => {
  const values = vi.fn((_: string, { keyword }: { keyword?: string }) =>
    Promise.resolve(['vip', 'new', 'ส่งฟรี'].filter((tag) => tag.includes(keyword ?? ''))),
  );
  const onChange = vi.fn();
  render(
    <CoreAdminContext
      dataProvider={{ ...testDataProvider(), values } as never}
      queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <ResourceContextProvider value="profile">
        <TagsFilter field={fieldOf('userTags')} value={{ '': ['vip'] }} onChange={onChange} />
      </ResourceContextProvider>
    </CoreAdminContext>,
  );
  const user = userEvent.setup();
  expect(await screen.findByRole('checkbox', { name: 'vip' })).toBeChecked();
  await user.click(await screen.findByRole('checkbox', { name: 'ส่งฟรี' }));
  expect(onChange).toHaveBeenLastCalledWith({ '': ['vip', 'ส่งฟรี'] });
  await user.type(screen.getByRole('searchbox', { name: 'Search user tags' }), 'rare');
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'new' })).not.toBeInTheDocument());
  await user.click(await screen.findByRole('checkbox', { name: 'rare' }));
  expect(onChange).toHaveBeenLastCalledWith({ '': ['vip', 'rare'] });
});
