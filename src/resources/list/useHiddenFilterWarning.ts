import { useNotify } from 'react-admin';
import { useEffect } from 'react';
import { parseListState } from './listState.ts';
import { fieldNamed } from '../columns.ts';
import type { ConsoleEntity } from '../product.ts';
import { t } from '../../../schemas/texts/translate.ts';

/**
 * Warns when a link or view filters by fields that the user may not read: the list then shows more rows than
 * intended, and bulk actions would affect them.
 * @param query query of the address or of the default view
 */
export const useHiddenFilterWarning = (
  fullModel: ConsoleEntity,
  visibleModel: ConsoleEntity,
  query: string,
): void => {
  const notify = useNotify();
  const hiddenFilters =
    visibleModel === fullModel
      ? ''
      : Object.keys(parseListState(fullModel, query).filters)
          .filter((name) => !fieldNamed(visibleModel, name))
          .map((name) => fieldNamed(fullModel, name)?.title ?? name)
          .join(t(', '));
  useEffect(() => {
    if (hiddenFilters)
      notify(
        t('Not filtered by %{leftOut}, which you cannot see. More rows are shown', {
          leftOut: hiddenFilters,
        }),
        {
          type: 'warning',
        },
      );
  }, [hiddenFilters, notify]);
};
