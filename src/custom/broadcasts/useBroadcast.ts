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

/** Milliseconds that changes wait for others before the services are asked. */
const GATHER_MS = 500;
const PROGRESS = 'broadcast progress';
const PLACES = 'broadcast places';

const useProvider = () => useDataProvider<ConsoleDataProvider>();

/** How far a broadcast is, live: what changes of it is asked for anew. */
export function useProgress(id: string) {
  const provider = useProvider();
  useRefetchOnChanges('campaign', [PROGRESS], GATHER_MS);
  return useQuery({
    queryKey: [PROGRESS, id],
    queryFn: async ({ signal }) =>
      (await provider.query('campaign', id, 'progress', { signal })) as unknown as ProgressResponse,
  });
}

/** A page of who gets a broadcast. @param after id of the last one of the page before */
export function useOutbox(id: string, after: string | undefined) {
  const provider = useProvider();
  return useQuery({
    queryKey: [PROGRESS, id, 'outbox', after ?? ''],
    queryFn: async ({ signal }) =>
      (await provider.query('campaign', id, after ? `outbox?after=${after}` : 'outbox', {
        signal,
      })) as unknown as OutboxEntry[],
    placeholderData: keepPreviousData,
  });
}

/** How many may still begin in the hours of a day, live. @param day `2026-11-24` */
export function usePlaces(day: string) {
  const provider = useProvider();
  useRefetchOnChanges('campaign', [PLACES], GATHER_MS);
  return useQuery({
    queryKey: [PLACES, day],
    queryFn: async ({ signal }) =>
      (await provider.query('campaign', null, 'places', {
        query: { day },
        signal,
      })) as unknown as SlotsResponse,
  });
}

/** Who would get a broadcast; nothing is asked before there is a channel. */
export function useReach(asked: JsonObject) {
  const provider = useProvider();
  return useQuery({
    queryKey: ['broadcast reach', asked],
    queryFn: async ({ signal }) =>
      (await provider.query('campaign', null, 'reach', { body: asked, signal })) as unknown as ReachResponse,
    enabled: typeof asked['channel'] === 'string',
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Who did not get a broadcast, to be kept in a file. */
export function useFailures(id: string) {
  const provider = useProvider();
  return async (): Promise<{ person: string; name: string; state: string; reason: string }[]> =>
    (await provider.query('campaign', id, 'failures')) as never;
}
