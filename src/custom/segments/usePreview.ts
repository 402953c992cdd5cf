import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { Conditions } from '../../../schemas/segments/conditions.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { useDebouncedValue } from '../../resources/fields/shared/useDebouncedText.ts';

export interface Person {
  id: string;
  displayName: string;
  pictureUrl?: string;
  channel: string;
  lastSeen?: string;
}

export interface Preview {
  /** JSON of the counted conditions. */
  conditionsKey: string;
  count: number;
  channels: { channel: string; count: number }[];
  people: Person[];
}

/** The people who meet conditions that are being edited: requested after a pause in typing, aborted on the next change. */
export function usePreview(conditions: Conditions, skip: number) {
  const provider = useDataProvider<ConsoleDataProvider>();
  const who = useDebouncedValue(conditions);
  const conditionsKey = JSON.stringify(who);
  const preview = useQuery({
    queryKey: ['segment', 'preview', who, skip],
    queryFn: async ({ signal }) => {
      const body = { who, skip } as never;
      const answer = (await provider.query('segment', null, 'preview', {
        body,
        signal,
      })) as unknown as Preview;
      return { ...answer, conditionsKey };
    },
    placeholderData: keepPreviousData,
    retry: false,
  });
  // Estimate for a large audience, until it is counted.
  const { data: estimate } = useQuery({
    queryKey: ['segment', 'estimate', who],
    queryFn: async ({ signal }) =>
      (await provider.query('segment', null, 'estimate', { body: { who } as never, signal })) as unknown as {
        about: number | null;
      },
    retry: false,
  });
  const isCounted = preview.data?.conditionsKey === conditionsKey;
  // Both read the whole audience: the second request must not delay the first.
  const each = useQuery({
    enabled: isCounted,
    queryKey: ['segment', 'count', who.conditions],
    queryFn: async ({ signal }) =>
      (await provider.query('segment', null, 'count', {
        body: { who: { ...who, match: 'all' } } as never,
        signal,
      })) as unknown as { of: number; each: number[] },
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isChanging = conditionsKey !== JSON.stringify(conditions);
  const isStale = isChanging || preview.isPlaceholderData;
  const about = isChanging || isCounted ? undefined : (estimate?.about ?? undefined);
  return { preview, each, isStale, about };
}
