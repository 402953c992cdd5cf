import { useQueries } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { useMemo } from 'react';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import { hasScreen } from '../../resources/paths.ts';
import { product } from '../../resources/product.ts';
import { useConsoleMenu } from '../useConsoleMenu.ts';
import { type ResultGroup, creationResults, recordResults, screenResults } from './results.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Records shown of each entity; its list shows more. */
const RECORDS_PER_ENTITY = 4;

/** Search results of the palette: `typed` filters screens at once, `words` (debounced) searches records. */
export const useResults = (typed: string, words: string): { groups: ResultGroup[]; isSearching: boolean } => {
  const dataProvider = useDataProvider();
  const may = useMay();
  const sections = useConsoleMenu();
  const entities = useMemo(() => {
    const reachable = product.entities.filter((model) => hasScreen(model) && !isNested(model.routes));
    return {
      // The audit log has its own list.
      searched: reachable.filter(
        (model) => model.source !== 'audit' && model.list.search.length > 0 && may(model.name, 'list'),
      ),
      created: reachable.filter((model) => may(model.name, 'create')),
    };
  }, [may]);

  const found = useQueries({
    queries: entities.searched.map((model) => ({
      queryKey: ['palette', model.name, words],
      enabled: words.trim() !== '',
      staleTime: 10_000,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { data } = await dataProvider.getList<EntityRecord>(model.name, {
          filter: { q: words.trim() },
          pagination: { page: 1, perPage: RECORDS_PER_ENTITY },
          sort: model.list.sort,
          signal,
        });
        return data;
      },
    })),
  });

  const groups: ResultGroup[] = [
    { label: t('Screens'), results: screenResults(sections, typed) },
    { label: t('Create'), results: creationResults(entities.created, typed) },
    ...entities.searched.map((model, at) => ({
      label: model.plural,
      results: recordResults(model, found[at]?.data ?? []),
    })),
  ];
  return {
    groups: groups.filter(({ results }) => results.length > 0),
    isSearching: typed.trim() !== words.trim() || found.some(({ isFetching }) => isFetching),
  };
};

/** Whether a list is below another record, so that it cannot be opened by itself. */
const isNested = (routes: { list: string } | false): boolean => routes !== false && routes.list.includes(':');
