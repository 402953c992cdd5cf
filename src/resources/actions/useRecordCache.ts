import { useCallback, useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import type { GetListResult } from 'ra-core';

/** Keeps what is on screen true after a change: rows leave at once, everything of the entity is asked for anew. */
export const useRecordCache = (resource: string) => {
  const client = useQueryClient();

  const changed = useCallback(() => client.invalidateQueries({ queryKey: [resource] }), [client, resource]);

  const removed = useCallback(
    async (ids: string[]) => {
      const gone = new Set(ids);
      const without = <T extends GetListResult>(page: T): T => ({
        ...page,
        data: page.data.filter((record) => !gone.has(String(record.id))),
      });
      client.setQueriesData<InfiniteData<GetListResult>>(
        { queryKey: [resource, 'getInfiniteList'] },
        (old) => (old ? { ...old, pages: old.pages.map(without) } : old),
      );
      client.setQueriesData<GetListResult>({ queryKey: [resource, 'getList'] }, (old) =>
        old ? without(old) : old,
      );
      for (const id of ids) client.removeQueries({ queryKey: [resource, 'getOne', { id }] });
      await client.invalidateQueries({ queryKey: [resource] });
    },
    [client, resource],
  );

  return useMemo(() => ({ changed, removed }), [changed, removed]);
};
