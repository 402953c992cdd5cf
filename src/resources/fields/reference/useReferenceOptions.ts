import { useInfiniteGetList } from 'react-admin';
import { recordTitle } from '../../../../schemas/model/fields.ts';
import { isOperators, matches, resolveValue } from '../../../../schemas/model/match.ts';
import type {
  EntityRecord,
  Match,
  MatchContext,
  MatchTest,
  ReferenceModel,
} from '../../../../schemas/model/types.ts';
import { entityByName } from '../../product.ts';
import { useFormAccess } from '../../fieldKit/useFormAccess.ts';
import { useDebouncedText } from '../shared/useDebouncedText.ts';

/** Agreed in docs/product.md. */
const OPTIONS_PER_PAGE = 10;

export interface ReferenceOptions {
  records: EntityRecord[];
  isLoading: boolean;
  error: unknown;
  hasMore: boolean;
  /** The records are not yet those of the typed text. */
  isStale: boolean;
  /** A record of the previous search that does not match the typed text: not to be chosen. */
  isStaleOption: (record: EntityRecord) => boolean;
  loadMore: () => void;
}

/** Searches the records that a reference may choose, only while the picker is open. */
export function useReferenceOptions(
  reference: ReferenceModel,
  typed: string,
  enabled: boolean,
): ReferenceOptions {
  const keyword = useDebouncedText(typed.trim());
  const model = entityByName(reference.entity);
  const { user } = useFormAccess();
  const query = useInfiniteGetList<EntityRecord>(
    reference.entity,
    {
      pagination: { page: 1, perPage: OPTIONS_PER_PAGE },
      sort: model.list.sort,
      filter: { ...toListFilter(reference.where, { user }), ...(keyword ? { q: keyword } : {}) },
    },
    {
      enabled,
      staleTime: 10_000,
      // Keeps the previous options until the next ones load, so that none vanishes under the pointer.
      placeholderData: (last, of) => (of?.queryKey[0] === reference.entity ? last : undefined),
    },
  );
  const isStale = query.isPending || query.isPlaceholderData || typed.trim() !== keyword;
  const search = normalize(typed.trim());
  return {
    records: (query.data?.pages ?? [])
      .flatMap((page) => page.data)
      .filter((record) => matches(reference.where, record, { user })),
    isLoading: query.isFetching || typed.trim() !== keyword,
    error: query.error,
    hasMore: query.hasNextPage,
    isStale,
    isStaleOption: (record) => isStale && !normalize(recordTitle(model, record)).includes(search),
    loadMore: () => {
      if (query.hasNextPage && !query.isPlaceholderData && !query.isFetchingNextPage)
        void query.fetchNextPage();
    },
  };
}

const normalize = (text: string): string => text.normalize().toLowerCase();

/** The part of a condition that a list query supports: equal values. The rest filters the loaded records. */
function toListFilter(where: Match | undefined, context: MatchContext): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(where ?? {}).flatMap(([name, test]) => {
      if (['all', 'any', 'not'].includes(name) || !/^\w+$/.test(name)) return [];
      const values = [test as MatchTest].flat();
      if (values.some((value) => isOperators(value))) return [];
      return [[name, values.map((value) => resolveValue(value, context))]];
    }),
  );
}
