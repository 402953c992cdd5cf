import { useCallback } from 'react';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { type Failure, toFailure } from './failures.ts';
import {
  isScrolled,
  refreshRecords,
  removeRecords,
  replaceRecord,
  suspendUsageQueries,
} from '../live/recordCache.ts';

export type MutationOutcome<T> =
  { answer: T; failure?: undefined } | { failure: Failure; answer?: undefined };

interface MutationEffect<T> {
  /** Ids of the records to delete. */
  deletedIds?: readonly string[];
  /** Ids of the records that the response says are deleted. */
  toDeletedIds?: (answer: T) => string[];
  /** Alias by which the record is addressed instead of its id (`me`). */
  id?: string;
}

const isRecord = (answer: unknown): answer is EntityRecord =>
  answer !== null &&
  typeof answer === 'object' &&
  typeof (answer as Partial<EntityRecord>).id === 'string' &&
  typeof (answer as Partial<EntityRecord>).version === 'number';

/** A list that is fetching its next page, which may bring deleted rows back. */
const isFetchingNextPage = (query: Query): boolean =>
  isScrolled(query) && query.state.fetchStatus === 'fetching';

/** Refreshes changed rows of lists with several loaded pages; all rows unless `changed` is given. */
export const refreshChangedRows = (
  client: QueryClient,
  dataProvider: ConsoleDataProvider,
  resource: string,
  changed?: ReadonlyMap<string, number | null>,
  predicate: (query: Query) => boolean = isScrolled,
): void => {
  if (client.getQueryCache().findAll({ queryKey: [resource], predicate }).length === 0) return;
  import('../live/applyRemoteChanges.ts').then(
    ({ refreshLists }) =>
      // On failure the list keeps its rows; the next fetch shows the error.
      refreshLists(client, dataProvider, resource, changed, predicate).catch(() => undefined),
    () => client.invalidateQueries({ queryKey: [resource], predicate }),
  );
};

/**
 * All changes of records go through this hook: it sends the change and updates the caches. A returned record replaces
 * the cached one. A rejected change resolves with a `failure`, with messages by field where fields caused it.
 */
export const useRecordMutation = (resource: string) => {
  const client = useQueryClient();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  return useCallback(
    async <T>(
      send: (dataProvider: ConsoleDataProvider) => Promise<T>,
      { deletedIds = [], toDeletedIds, id }: MutationEffect<T> = {},
    ): Promise<MutationOutcome<T>> => {
      const resumeUsageQueries = await suspendUsageQueries(client, resource, deletedIds);
      try {
        const answer = await send(dataProvider);
        if (toDeletedIds) {
          const ids = toDeletedIds(answer);
          removeRecords(client, resource, ids);
          if (ids.length < deletedIds.length) refreshChangedRows(client, dataProvider, resource);
          else
            refreshChangedRows(
              client,
              dataProvider,
              resource,
              new Map(ids.map((id) => [id, null])),
              isFetchingNextPage,
            );
        } else if (isRecord(answer)) {
          replaceRecord(client, resource, answer, id);
          refreshChangedRows(client, dataProvider, resource, new Map([[answer.id, answer.version]]));
        } else {
          refreshRecords(client, resource);
          refreshChangedRows(client, dataProvider, resource);
        }
        return { answer };
      } catch (error) {
        const failure = toFailure(error);
        // The shown record is outdated.
        if (failure.status === 404 || failure.status === 409) {
          refreshRecords(client, resource);
          refreshChangedRows(client, dataProvider, resource);
        }
        if (failure.status !== 404) resumeUsageQueries();
        return { failure };
      }
    },
    [client, dataProvider, resource],
  );
};
