import { useCallback } from 'react';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { type Failure, failureOf } from './failures.ts';
import {
  isScrolled,
  refreshRecords,
  removeRecords,
  replaceRecord,
  suspendUsageQueries,
} from '../live/recordCache.ts';

export type Outcome<T> = { answer: T; failure?: undefined } | { failure: Failure; answer?: undefined };

interface Effect<T> {
  /** Records that it is to delete. */
  leaving?: readonly string[];
  /** Those that are gone by now. */
  gone?: (answer: T) => string[];
  /** Name by which the record is addressed, where that is not its id (`me`). */
  id?: string;
}

const isRecord = (answer: unknown): answer is EntityRecord =>
  answer !== null &&
  typeof answer === 'object' &&
  typeof (answer as Partial<EntityRecord>).id === 'string' &&
  typeof (answer as Partial<EntityRecord>).version === 'number';

/** A list whose next page is on its way: that brings rows back that were taken away meanwhile. */
const isGrowing = (query: Query): boolean => isScrolled(query) && query.state.fetchStatus === 'fetching';

/** Looks at what changed in lists that were scrolled through: at all of their rows where it is not told which did. */
export const refreshChangedRows = (
  client: QueryClient,
  dataProvider: ConsoleDataProvider,
  resource: string,
  changed?: ReadonlyMap<string, number | null>,
  concerns: (query: Query) => boolean = isScrolled,
): void => {
  if (client.getQueryCache().findAll({ queryKey: [resource], predicate: concerns }).length === 0) return;
  import('../live/applyRemoteChanges.ts').then(
    ({ patchLists }) =>
      // A list that cannot be looked at keeps its rows; it says why when it is asked for more.
      patchLists(client, dataProvider, resource, changed, concerns).catch(() => undefined),
    () => client.invalidateQueries({ queryKey: [resource], predicate: concerns }),
  );
};

/**
 * The one way in which the console changes records: sends the change, and makes what is kept and shown true at once.
 * A record that is answered takes the place of the one that was kept. A refusal is no exception but an outcome:
 * `failure` says what the person is to be told, by field where fields are to blame.
 */
export const useRecordMutation = (resource: string) => {
  const client = useQueryClient();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  return useCallback(
    async <T>(
      send: (dataProvider: ConsoleDataProvider) => Promise<T>,
      { leaving = [], gone, id }: Effect<T> = {},
    ): Promise<Outcome<T>> => {
      const stayed = await suspendUsageQueries(client, resource, leaving);
      try {
        const answer = await send(dataProvider);
        if (gone) {
          const ids = gone(answer);
          removeRecords(client, resource, ids);
          if (ids.length < leaving.length) refreshChangedRows(client, dataProvider, resource);
          else
            refreshChangedRows(
              client,
              dataProvider,
              resource,
              new Map(ids.map((id) => [id, null])),
              isGrowing,
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
        const failure = failureOf(error);
        // It is not what it was when it was shown.
        if (failure.status === 404 || failure.status === 409) {
          refreshRecords(client, resource);
          refreshChangedRows(client, dataProvider, resource);
        }
        if (failure.status !== 404) stayed();
        return { failure };
      }
    },
    [client, dataProvider, resource],
  );
};
