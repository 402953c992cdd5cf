import { screen, waitFor, within } from '@testing-library/react';
import { type GetListParams, useListContext } from 'react-admin';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderInConsole } from '../form/testing/renderForm.tsx';
import { entityByName } from '../product.ts';
import { ChildList } from './ChildList.tsx';
import { EntityListContext } from './EntityListContext.tsx';
import { useEntityList } from './useEntityList.ts';

const ROWS = Array.from({ length: 3 }, (_, at) => ({
  id: `t${at}`,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  name: `team_${at}`,
}));

const services = () => {
  const asked: Record<string, unknown>[] = [];
  return {
    asked,
    dataProvider: {
      getList: (_: string, { filter, sort }: GetListParams) => {
        asked.push({ ...filter, sort: sort?.field });
        const keyword = String(filter?.keyword ?? '');
        const data = ROWS.filter(({ name }) => name.includes(keyword));
        return Promise.resolve({ data, total: data.length, pageInfo: { hasNextPage: false } });
      },
      getMany: () => Promise.resolve({ data: [] }),
    },
  };
};

describe('the records that belong to another one', () => {
  it('are filtered by their field, and have their own query parameters', async () => {
    const { asked, dataProvider } = services();
    const { user, history } = renderInConsole(
      <ChildList entity="team" by="members" id="m1" scope="teams" />,
      { path: '/members/:id', at: '/members/m1?keyword=mine&teams:sort=-name', dataProvider },
    );
    expect(await screen.findByText('team_0')).toBeInTheDocument();
    expect(asked[0]).toMatchObject({ members: 'm1', sort: 'name' });
    expect(asked[0]).not.toHaveProperty('keyword');

    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'team_2{Enter}');
    await waitFor(() => expect(screen.queryByText('team_0')).not.toBeInTheDocument());
    const { search } = history.current().location;
    expect(new URLSearchParams(search).get('keyword')).toBe('mine');
    expect(new URLSearchParams(search).get('teams:keyword')).toBe('team_2');
    expect(new URLSearchParams(search).get('teams:sort')).toBe('-name');
  });

  it('begin with the record that they are made for, and lead back to it', async () => {
    const { dataProvider } = services();
    const { user, history } = renderInConsole(
      <ChildList entity="team" by="members" id="m1" scope="teams" />,
      { path: '/members/:id', at: '/members/m1?_tab=teams', dataProvider, routes: { '*': <p>Elsewhere</p> } },
    );
    await user.click(await screen.findByRole('link', { name: 'Add team' }));
    expect(history.current().location.state).toEqual({
      back: '/members/m1?_tab=teams',
      record: { members: ['m1'] },
    });
  });
});

describe('records that have no screen', () => {
  const model = entityByName('channel');
  const { routes } = model;
  beforeEach(() => {
    model.routes = false;
  });
  afterEach(() => {
    model.routes = routes;
  });

  it('are listed with what can be done with them in place', async () => {
    const duplicate = vi.fn(() => Promise.resolve({ ...ROWS[0], id: 't9', name: 'team_copy' }));
    const { user, history } = renderInConsole(
      <ChildList entity="channel" by="id" id="c1" scope="channels" />,
      {
        ...{ path: '/members/:id', at: '/members/c1?_tab=channels' },
        dataProvider: { ...services().dataProvider, duplicate },
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Actions for team_0' }));
    const menu = await screen.findByRole('menu');
    expect(within(menu).getByRole('menuitem', { name: 'History' })).toBeVisible();
    expect(within(menu).getByRole('menuitem', { name: 'Delete' })).toBeVisible();
    expect(within(menu).queryByRole('menuitem', { name: 'Edit' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Add channel' })).not.toBeInTheDocument();
    expect(history.current().location.pathname).toBe('/members/c1');
  });
});

/** Other people's component: knows the list through react-admin's hook alone. */
const Foreign = () => {
  const { data, isPending, sort, setSort, setFilters, filterValues, onToggleItem, selectedIds } =
    useListContext();
  return (
    <>
      <p>{isPending ? 'loading' : `${data?.length} rows by ${sort.field}`}</p>
      <p>Filters {JSON.stringify(filterValues)}</p>
      <p>Chosen {selectedIds.join()}</p>
      <button type="button" onClick={() => setSort({ field: 'createdAt', order: 'ASC' })}>
        Oldest first
      </button>
      <button type="button" onClick={() => setFilters({ keyword: 'team', 'createdAt.gte': '2026-01-01' })}>
        Narrow
      </button>
      <button type="button" onClick={() => onToggleItem('t1')}>
        Choose
      </button>
    </>
  );
};
const Listed = () => {
  const entityList = useEntityList(entityByName('team'));
  return (
    <EntityListContext entityList={entityList}>
      <Foreign />
    </EntityListContext>
  );
};

describe("react-admin's hooks in a list", () => {
  it('read it and change it, through its address', async () => {
    const { dataProvider } = services();
    const { user, history } = renderInConsole(<Listed />, { path: '/teams', dataProvider });
    expect(await screen.findByText('3 rows by name')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Oldest first' }));
    expect(await screen.findByText('3 rows by createdAt')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Choose' }));
    expect(screen.getByText('Chosen t1')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Narrow' }));
    await waitFor(() => expect(screen.getByText(/^Filters .*team/)).toBeInTheDocument());
    const query = new URLSearchParams(history.current().location.search);
    expect(query.get('keyword')).toBe('team');
    expect(query.get('createdAt.gte')).toBe('2026-01-01');
    expect(query.get('sort')).toBe('createdAt');
  });

  it('have the very rows that are drawn, and are not called anew by a drawing that changes nothing', async () => {
    const { dataProvider } = services();
    const seen: { context: unknown; data: unknown; rows: unknown }[] = [];
    const Watcher = ({ rows }: { rows: unknown }) => {
      const context = useListContext();
      useEffect(() => void seen.push({ context, data: context.data, rows }), [context, rows]);
      return null;
    };
    const Redrawn = () => {
      const [drawn, setDrawn] = useState(0);
      const entityList = useEntityList(entityByName('team'));
      return (
        <EntityListContext entityList={entityList}>
          <button type="button" onClick={() => setDrawn(drawn + 1)}>
            Drawn {drawn}
          </button>
          <p>{entityList.phase}</p>
          <Watcher rows={entityList.list.rows} />
        </EntityListContext>
      );
    };
    const { user } = renderInConsole(<Redrawn />, { path: '/teams', dataProvider });
    expect(await screen.findByText('content')).toBeInTheDocument();
    const last = seen.at(-1);
    expect(last?.data).toBe(last?.rows);
    const before = seen.length;
    await user.click(screen.getByRole('button', { name: 'Drawn 0' }));
    expect(await screen.findByText('Drawn 1')).toBeInTheDocument();
    expect(seen).toHaveLength(before);
  });
});
