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
  /** The conditions that were counted. */
  shape: string;
  count: number;
  channels: { channel: string; count: number }[];
  people: Person[];
}

/** Who meets conditions while they are written: asked when they rest, given up when they go on. */
export function usePreview(wanted: Conditions, skip: number) {
  const provider = useDataProvider<ConsoleDataProvider>();
  const who = useDebouncedValue(wanted);
  const shape = JSON.stringify(who);
  const preview = useQuery({
    queryKey: ['segment', 'preview', who, skip],
    queryFn: async ({ signal }) => {
      const body = { who, skip } as never;
      const answer = (await provider.query('segment', null, 'preview', {
        body,
        signal,
      })) as unknown as Preview;
      return { ...answer, shape };
    },
    placeholderData: keepPreviousData,
    retry: false,
  });
  // Of a large audience, until it is counted.
  const { data: estimate } = useQuery({
    queryKey: ['segment', 'estimate', who],
    queryFn: async ({ signal }) =>
      (await provider.query('segment', null, 'estimate', { body: { who } as never, signal })) as unknown as {
        about: number | null;
      },
    retry: false,
  });
  const isCounted = preview.data?.shape === shape;
  // Both read the whole audience: the first one is not to be held up by the other.
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
  const isChanging = shape !== JSON.stringify(wanted);
  const isStale = isChanging || preview.isPlaceholderData;
  const about = isChanging || isCounted ? undefined : (estimate?.about ?? undefined);
  return { preview, each, isStale, about };
}
