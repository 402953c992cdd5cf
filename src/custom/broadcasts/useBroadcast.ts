import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type {
  OutboxEntry,
  SlotsResponse,
  ProgressResponse,
  ReachResponse,
} from '../../../schemas/campaigns/responses.ts';
import type { JsonObject } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { useRefetchOnChanges } from '../../resources/live/subscribeToChanges.ts';

/** Delay in which changes are collected before the data is fetched again. */
const REFETCH_DELAY_MS = 500;
const PROGRESS_KEY = 'broadcast progress';
const PLACES_KEY = 'broadcast places';

const useProvider = () => useDataProvider<ConsoleDataProvider>();

/** Live progress of a broadcast. */
export function useProgress(id: string) {
  const provider = useProvider();
  useRefetchOnChanges('campaign', [PROGRESS_KEY], REFETCH_DELAY_MS);
  return useQuery({
    queryKey: [PROGRESS_KEY, id],
    queryFn: async ({ signal }) =>
      (await provider.query('campaign', id, 'progress', { signal })) as unknown as ProgressResponse,
  });
}

/** A page of a broadcast's outbox. @param after id of the last entry of the previous page */
export function useOutbox(id: string, after: string | undefined) {
  const provider = useProvider();
  return useQuery({
    queryKey: [PROGRESS_KEY, id, 'outbox', after ?? ''],
    queryFn: async ({ signal }) =>
      (await provider.query('campaign', id, after ? `outbox?after=${after}` : 'outbox', {
        signal,
      })) as unknown as OutboxEntry[],
    placeholderData: keepPreviousData,
  });
}

/** Live number of free slots in the hours of a day. @param day `2026-11-24` */
export function useSlots(day: string) {
  const provider = useProvider();
  useRefetchOnChanges('campaign', [PLACES_KEY], REFETCH_DELAY_MS);
  return useQuery({
    queryKey: [PLACES_KEY, day],
    queryFn: async ({ signal }) =>
      (await provider.query('campaign', null, 'places', {
        query: { day },
        signal,
      })) as unknown as SlotsResponse,
  });
}

/** The recipients of a broadcast; it is not fetched before there is a channel. */
export function useReach(request: JsonObject) {
  const provider = useProvider();
  return useQuery({
    queryKey: ['broadcast reach', request],
    queryFn: async ({ signal }) =>
      (await provider.query('campaign', null, 'reach', {
        body: request,
        signal,
      })) as unknown as ReachResponse,
    enabled: typeof request['channel'] === 'string',
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Fetches the people who did not receive a broadcast, for a file. */
export function useFailures(id: string) {
  const provider = useProvider();
  return async (): Promise<{ person: string; name: string; state: string; reason: string }[]> =>
    (await provider.query('campaign', id, 'failures')) as never;
}
