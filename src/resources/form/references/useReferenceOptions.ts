import { useInfiniteGetList } from 'ra-core';
import { useEffect, useState } from 'react';
import type { EntityRecord, Match, ReferenceModel } from '../../../../schemas/model/types.ts';
import { entityByName } from '../../product.ts';

/** Pause after the last key before a search starts (docs/product.md), in milliseconds. */
const SEARCH_DELAY = 400;
/** Options loaded at a time (docs/product.md). */
const PAGE = 10;

export interface ReferenceOptions {
  records: EntityRecord[];
  isLoading: boolean;
  error: unknown;
  hasMore: boolean;
  loadMore: () => void;
}

/** The records that a reference may choose, by what is typed; asked for only while the picker is open. */
export function useReferenceOptions(
  reference: ReferenceModel,
  typed: string,
  enabled: boolean,
): ReferenceOptions {
  const keyword = useDelayed(typed.trim());
  const model = entityByName(reference.entity);
  const query = useInfiniteGetList<EntityRecord>(
    reference.entity,
    {
      pagination: { page: 1, perPage: PAGE },
      sort: model.list.sort,
      filter: { ...plainFilter(reference.where), ...(keyword ? { q: keyword } : {}) },
    },
    { enabled, staleTime: 10_000 },
  );
  return {
    records: query.data?.pages.flatMap((page) => page.data) ?? [],
    isLoading: query.isFetching || typed.trim() !== keyword,
    error: query.error,
    hasMore: query.hasNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
  };
}

/** The part of a condition that a list's query can say; the services hold the rest when the record is saved. */
function plainFilter(where: Match | undefined): Record<string, unknown> {
  const entries = Object.entries(where ?? {});
  return Object.fromEntries(
    entries.filter(([name]) => !['all', 'any', 'not'].includes(name) && /^\w+$/.test(name)),
  );
}

export function useDelayed(text: string): string {
  const [delayed, setDelayed] = useState(text);
  useEffect(() => {
    if (text === delayed) return undefined;
    const timer = setTimeout(() => setDelayed(text), text === '' ? 0 : SEARCH_DELAY);
    return () => clearTimeout(timer);
  }, [text, delayed]);
  return delayed;
}
