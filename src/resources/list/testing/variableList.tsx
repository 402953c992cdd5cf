import { screen } from '@testing-library/react';
import { HttpError } from 'react-admin';
import type { GetListParams } from 'react-admin';
import type { Access } from '../../../authProvider/access.ts';
import type { ListRecord } from '../../fieldKit/types.ts';
import { renderList } from '../../form/testing/renderForm.tsx';

/** Variables `variable_0`, `variable_1`… with the ids `v0`, `v1`… */
export const createRows = (count: number): ListRecord[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `v${at}`,
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    name: `variable_${at}`,
    value: `value ${at}`,
    scope: at % 2 ? 'environment' : 'bot',
  }));

const EDITOR = ['variable:read', 'variable:create', 'variable:update', 'variable:delete'];

interface VariableListOptions {
  rows?: ListRecord[];
  path?: string;
  actions?: string[];
  failing?: boolean;
}

/** Renders the list of variables over an in-memory data provider. */
export const openVariableList = ({
  rows = createRows(3),
  path = '/chatbot/bot-variable',
  actions = EDITOR,
  failing = false,
}: VariableListOptions = {}) => {
  let stored = rows;
  const server = {
    failing,
    asked: [] as Record<string, unknown>[],
    pages: [] as number[],
    inUse: new Set<string>(),
    postponed: new Set<string>(),
    /** Ids whose uses are reported before a deletion. */
    known: new Set<string>(),
    /** Ids without a response in bulk deletes and restores. */
    unanswered: new Set<string>(),
    calls: [] as string[],
    gone: [] as ListRecord[],
  };
  const dataProvider = {
    getList: async (_: string, { filter, pagination, sort }: GetListParams) => {
      const { page, perPage } = pagination ?? { page: 1, perPage: 20 };
      if (server.failing) throw new HttpError('The services are away', 503);
      server.asked.push({ ...filter, sort });
      server.pages.push(page);
      const { keyword = '', scope } = filter as { keyword?: string; scope?: string[] };
      const found = stored.filter(
        (row) => String(row['name']).includes(keyword) && (!scope || scope.includes(String(row['scope']))),
      );
      return {
        data: found.slice((page - 1) * perPage, page * perPage),
        pageInfo: { hasNextPage: found.length > page * perPage, hasPreviousPage: page > 1 },
      };
    },
    savePreference: async () => undefined,
    total: async () => ({ total: Math.min(stored.length, 1000), more: stored.length > 1000 }),
    ids: async () => stored.map(({ id, version }) => ({ id, version })),
    usedBy: (_: string, id: string, { signal }: { signal: AbortSignal }) => {
      signal.addEventListener('abort', () => server.calls.push(`no longer asks for ${id}`));
      return new Promise(() => undefined);
    },
    delete: async (_: string, { id }: { id: string }) => {
      server.calls.push(`deletes ${id}`);
      if (server.inUse.has(id)) {
        throw new HttpError('This variable is used.', 409, {
          code: 'IN_USE',
          usedBy: [{ entity: 'template', id: 't1', title: 'Welcome' }],
        });
      }
      if (server.postponed.has(id))
        return { data: { ...stored.find((row) => row.id === id), postponed: true } };
      server.gone.unshift(...stored.filter((row) => row.id === id));
      stored = stored.filter((row) => row.id !== id);
      return { data: { id } };
    },
    usedByMany: async (_: string, ids: string[]) => {
      if (server.failing) throw new HttpError('The services are away', 503);
      const usedBy = [{ entity: 'template', id: 't1', title: 'Welcome' }];
      return Object.fromEntries(
        ids.filter((id) => server.known.has(id)).map((id) => [id, { usedBy, hidden: 2 }]),
      );
    },
    deleteMany: async (_: string, { ids }: { ids: string[] }) => {
      const failed = Object.fromEntries(
        ids.filter((id) => server.inUse.has(id)).map((id) => [id, { code: 'IN_USE', message: 'It is used' }]),
      );
      const postponed = ids.filter((id) => server.postponed.has(id));
      const open = ids.filter((id) => server.unanswered.has(id));
      const gone = ids.filter((id) => ![...Object.keys(failed), ...postponed, ...open].includes(id));
      server.gone.unshift(...stored.filter((row) => gone.includes(row.id)));
      stored = stored.filter((row) => !gone.includes(row.id));
      const error = new HttpError('The services are away', 0);
      return { data: gone, postponed, failed, ...(open.length > 0 && { unanswered: { ids: open, error } }) };
    },
    deleted: async (_: string, { keyword = '' }: { keyword?: string }) =>
      server.gone
        .filter((row) => String(row['name']).includes(keyword))
        .map((row) => ({
          ...{ id: `h-${row.id}`, record: row.id, title: row['name'] },
          ...{ at: '2026-11-21T05:00:00.000Z', user: { id: 'u', name: 'Malee' } },
        })),
    restoreMany: async (_: string, ids: string[]) => {
      if (ids.some((id) => server.unanswered.has(id))) throw new HttpError('The services are away', 0);
      const back = server.gone.filter((row) => ids.includes(row.id) && !server.inUse.has(row.id));
      server.gone = server.gone.filter((row) => !back.includes(row));
      stored = [...stored, ...back];
      const failed = ids.filter((id) => !back.some((row) => row.id === id));
      return {
        restored: back.map(({ id }) => id),
        failed: Object.fromEntries(
          failed.map((id) => [id, { code: 'DUPLICATE', message: 'Variable name already existing' }]),
        ),
      };
    },
  };
  const access: Access = {
    products: {},
    actions,
    user: { id: 'u', username: 'u', name: 'U', email: 'u@example.com', roles: [] },
  };
  const { user, history } = renderList('variable', path, { dataProvider, access });
  return { user, history, server };
};

export const findRowByName = (name: string): Promise<HTMLElement> =>
  screen.findByRole('row', { name: (accessibleName) => accessibleName.includes(name) });
