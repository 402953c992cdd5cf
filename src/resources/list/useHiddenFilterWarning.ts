import { useNotify } from 'react-admin';
import { useEffect } from 'react';
import { parseListState } from './listState.ts';
import { fieldNamed } from '../columns.ts';
import type { ConsoleEntity } from '../product.ts';
import { t } from '../../../schemas/texts/translate.ts';

/**
 * Says that a link or a view filters by fields which the person may not read: the list shows more than whoever made it
 * saw, and what is done with all of its rows is done with more.
 * @param query of the address or of the view that the list opens in
 */
export const useHiddenFilterWarning = (whole: ConsoleEntity, seen: ConsoleEntity, query: string): void => {
  const notify = useNotify();
  const leftOut =
    seen === whole
      ? ''
      : Object.keys(parseListState(whole, query).filters)
          .filter((name) => !fieldNamed(seen, name))
          .map((name) => fieldNamed(whole, name)?.title ?? name)
          .join(t(', '));
  useEffect(() => {
    if (leftOut)
      notify(t('Not filtered by %{leftOut}, which you cannot see. More rows are shown', { leftOut }), {
        type: 'warning',
      });
  }, [leftOut, notify]);
};
