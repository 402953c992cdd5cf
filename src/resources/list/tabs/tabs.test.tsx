import { screen } from '@testing-library/react';
import type { GetListParams } from 'react-admin';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import { useCloseForm } from '../../form/FormScreen.tsx';
import { renderInConsole, renderList } from '../../form/testing/renderForm.tsx';
import { entityByName } from '../../product.ts';
import { pretendLayout } from '../../testing/pretendLayout.ts';

const broadcast = (id: string, status: string) => ({
  ...{ id, status, name: `Broadcast ${id}`, version: 1, target: 'everyone' },
  ...{ createdAt: '2026-11-01T00:00:00.000Z', updatedAt: '2026-11-01T00:00:00.000Z' },
});
const menu = (id: string, use: string) => ({ ...broadcast(id, ''), name: `Menu ${id}`, use });
const access = {
  ...{ products: {}, actions: ['campaign:read', 'campaign:create', 'rich-menu:read'] },
  user: { id: 'u', username: 'u', name: 'U', email: 'u@example.com', roles: [] },
};

beforeAll(() => import('../ListTools.tsx'));
pretendLayout();

/** A list over services that hold these records. */
const open = (entity: string, path: string, stored: Record<string, unknown>[], more = {}) => {
  const by = entity === 'campaign' ? 'status' : 'use';
  const held = (value: unknown) => stored.filter((one) => one[by] === value).length;
  const dataProvider = {
    getList: async (_: string, { filter }: GetListParams) => {
      const asked = filter as Record<string, string[] | undefined> & { keyword?: string };
      const data = stored.filter(
        (one) =>
          (asked[by] === undefined || asked[by].includes(String(one[by]))) &&
          String(one['name']).includes(asked.keyword ?? ''),
      );
      return { data, pageInfo: { hasNextPage: false, hasPreviousPage: false } };
    },
    counts: async () => ({
      ...Object.fromEntries(stored.map((one) => [String(one[by]), held(one[by])])),
      all: stored.length,
    }),
    views: async () => ({ views: [], preference: {} }),
    savePreference: async () => undefined,
    ...more,
  };
  return renderList(entity, path, { dataProvider, access });
};
const tab = (name: RegExp) => screen.findByRole('tab', { name });
const tabs = (): string[] => screen.getAllByRole('tab').map(({ textContent }) => textContent);
const rows = async (name: RegExp): Promise<string[]> =>
  (await screen.findAllByRole('link', { name })).map(({ textContent }) => textContent);

const STORED = [broadcast('a', 'draft'), broadcast('b', 'scheduled'), broadcast('c', 'executed')];

describe('a list with tabs', () => {
  it('opens in the first one; the one for all records stands at the end and stays in the address', async () => {
    const { user, history } = open('campaign', '/campaign/broadcast', STORED);
    const address = (): string => history.current().location.search;
    expect(await rows(/^Broadcast/)).toEqual(['Broadcast b']);
    expect(await tab(/^Scheduled/)).toHaveAttribute('aria-selected', 'true');
    expect(tabs()).toEqual([
      'Scheduled 1',
      'Executing 0',
      'Executed 1',
      'Failed 0',
      'Draft 1',
      'All 3',
      'Deleted',
    ]);
    expect(address()).toBe('?status=scheduled');
    await user.click(await tab(/^All/));
    expect(await screen.findByText('Broadcast a')).toBeInTheDocument();
    expect(await tab(/^All/)).toHaveAttribute('aria-selected', 'true');
    expect(address()).toBe('?view=all');
    await user.click(await tab(/^Draft/));
    expect(await screen.findByText('Broadcast a')).toBeInTheDocument();
    expect(address()).toBe('?status=draft');
  });

  it('comes in the order of its tab, until another is chosen', async () => {
    const { user, history } = open('campaign', '/campaign/broadcast', STORED);
    const order = async (title: string): Promise<string | null> =>
      (await screen.findByRole('columnheader', { name: title })).getAttribute('aria-sort');
    await user.click(await tab(/^Scheduled/));
    expect(await rows(/^Broadcast/)).toEqual(['Broadcast b']);
    expect(await order('Starts (UTC+7:00)')).toBe('ascending');
    await user.click(await tab(/^Executed/));
    expect(await rows(/^Broadcast/)).toEqual(['Broadcast c']);
    expect(await order('Starts (UTC+7:00)')).toBe('descending');
    expect(history.current().location.search).toBe('?status=executed');
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await user.click(await tab(/^Scheduled/));
    expect(await rows(/^Broadcast/)).toEqual(['Broadcast b']);
    expect(await order('Name')).toBe('ascending');
    expect(history.current().location.search).toBe('?status=scheduled&sort=name');
  });

  it('says of which segment a broadcast is in the cell that says that it is for one', async () => {
    const forVip = { ...broadcast('b', 'scheduled'), target: 'segment', segment: 's1' };
    const dataProvider = { getMany: async () => ({ data: [{ id: 's1', name: 'VIP', version: 1 }] }) };
    open('campaign', '/campaign/broadcast?status=scheduled', [forVip], dataProvider);
    expect(await screen.findByRole('cell', { name: 'Segment · VIP' })).toBeInTheDocument();
    expect(screen.queryByRole('columnheader', { name: 'Segment' })).toBeNull();
  });

  it('shows the filter of a URL in place of the first tab', async () => {
    open('campaign', '/campaign/broadcast?keyword=Broadcast', STORED);
    expect(await rows(/^Broadcast/)).toHaveLength(3);
    expect(await tab(/^All/)).toHaveAttribute('aria-selected', 'true');
  });

  it('says that the tab has none, leads to all, and clears a search without leaving the tab', async () => {
    const { user, history } = open('campaign', '/campaign/broadcast?status=failed', STORED);
    expect(await screen.findByRole('heading', { name: 'No broadcasts in “Failed”' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await rows(/^Broadcast/)).toHaveLength(3);
    history.push('/campaign/broadcast?status=draft&keyword=zzz');
    await user.click(await screen.findByRole('button', { name: 'Clear search and filters' }));
    expect(await rows(/^Broadcast/)).toEqual(['Broadcast a']);
    expect(history.current().location.search).toBe('?status=draft');
  });

  it('that has nothing in any of them says what it is for', async () => {
    open('campaign', '/campaign/broadcast', []);
    expect(await screen.findByRole('heading', { name: 'No broadcasts yet' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Create broadcast' })).toBeInTheDocument();
  });

  it('opens with all records where their tab is the first', async () => {
    const stored = [menu('a', 'free'), menu('b', 'used')];
    const { history } = open('rich-menu', '/richmenu', stored);
    expect(await rows(/^Menu/)).toHaveLength(2);
    expect(tabs()[0]).toBe('All 2');
    expect(await tab(/^All/)).toHaveAttribute('aria-selected', 'true');
    expect(history.current().location.search).toBe('');
  });

  it('has them in the bar of its filters where other lists stand beside it', async () => {
    const sentence = { ...broadcast('a', ''), sentence: 'hello', expects: 'nothing', result: 'passed' };
    const own = ['intent:read', 'test-sentence:read'];
    renderList('test-sentence', '/chatbot/intent/tests', {
      access: { ...access, actions: own },
      dataProvider: {
        getList: async () => ({ data: [sentence], pageInfo: { hasNextPage: false, hasPreviousPage: false } }),
        counts: async () => ({ all: 1, passed: 1 }),
        views: async () => ({ views: [], preference: {} }),
      },
    });
    const lists = await screen.findByRole('tablist', { name: 'Lists' });
    const results = await screen.findByRole('tablist', { name: 'Result' });
    const bar = screen.getByRole('searchbox').closest('div:has(> [data-bare])');
    expect(bar).toContainElement(results);
    expect(bar).not.toContainElement(lists);
  });

  it('is shown in the tab that a record is in, once that is saved', async () => {
    const Form = () => {
      const { done } = useCloseForm(entityByName('campaign'), false);
      const saved: EntityRecord = broadcast('a', 'draft');
      return <button onClick={() => done(saved, false)}>Save</button>;
    };
    const { user, history } = renderInConsole(<Form />, {
      path: '/campaign/broadcast/editor/:id',
      at: '/campaign/broadcast/editor/a',
      routes: { '/campaign/broadcast': <h1>List</h1> },
    });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { name: 'List' })).toBeInTheDocument();
    expect(history.current().location.search).toBe('?status=draft');
  });
});
