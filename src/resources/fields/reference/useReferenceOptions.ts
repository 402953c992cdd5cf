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

/** Options loaded at a time (docs/product.md). */
const OPTIONS_PER_PAGE = 10;

export interface ReferenceOptions {
  records: EntityRecord[];
  isLoading: boolean;
  error: unknown;
  hasMore: boolean;
  /** The answer to what is typed is on its way. */
  isStale: boolean;
  /** Left from before what is typed, whose answer is on its way, and it does not say that: not to be chosen by a quick key. */
  isStaleOption: (record: EntityRecord) => boolean;
  loadMore: () => void;
}

/** The records that a reference may choose, by what is typed; asked for only while the picker is open. */
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
      filter: { ...plainFilter(reference.where, { user }), ...(keyword ? { q: keyword } : {}) },
    },
    {
      enabled,
      staleTime: 10_000,
      // An option that is about to be pressed stays where it is until there are others.
      placeholderData: (last, of) => (of?.queryKey[0] === reference.entity ? last : undefined),
    },
  );
  const isStale = query.isPending || query.isPlaceholderData || typed.trim() !== keyword;
  const wanted = folded(typed.trim());
  return {
    records: (query.data?.pages ?? [])
      .flatMap((page) => page.data)
      .filter((record) => matches(reference.where, record, { user })),
    isLoading: query.isFetching || typed.trim() !== keyword,
    error: query.error,
    hasMore: query.hasNextPage,
    isStale,
    isStaleOption: (record) => isStale && !folded(recordTitle(model, record)).includes(wanted),
    loadMore: () => {
      if (query.hasNextPage && !query.isPlaceholderData && !query.isFetchingNextPage)
        void query.fetchNextPage();
    },
  };
}

const folded = (text: string): string => text.normalize().toLowerCase();

/** The part of a condition that a list's query can say: equal values. The rest is held to what comes back. */
function plainFilter(where: Match | undefined, context: MatchContext): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(where ?? {}).flatMap(([name, test]) => {
      if (['all', 'any', 'not'].includes(name) || !/^\w+$/.test(name)) return [];
      const values = [test as MatchTest].flat();
      if (values.some((value) => isOperators(value))) return [];
      return [[name, values.map((value) => resolveValue(value, context))]];
    }),
  );
}
