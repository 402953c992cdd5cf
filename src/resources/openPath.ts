import { useCallback } from 'react';
import { useLocation, useParams } from 'react-router';
import { opensInDialog } from '../../schemas/model/opensInDialog.ts';
import { readScopedName } from '../dataProvider/scope.ts';
import { scopedQuery } from './listScope.ts';
import { pathOf, screenAt } from './paths.ts';
import type { View } from './paths.ts';
import type { ConsoleEntity } from './product.ts';

/**
 * Builds paths of an entity's views relative to the current page: they keep the parameters of its route, and the list's
 * query where the list stays visible, under a dialog or beside the record.
 */
export const useOpenPath = (model: ConsoleEntity): ((view: View, id?: string) => string) => {
  const params = useParams();
  const { search, pathname } = useLocation();
  return useCallback(
    (view, id) => {
      const routeParams = Object.fromEntries(
        Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined),
      );
      const { parent } = readScopedName(model.name);
      if (model.parent && parent !== undefined) routeParams[model.parent.field] = parent;
      const path = pathOf(model, view, id, routeParams);
      const listStaysVisible =
        (opensInDialog(model.form, view) || model.list.layout === 'split') &&
        screenAt([model], pathname) !== undefined;
      const query = listStaysVisible ? scopedQuery(search) : '';
      return query ? `${path}?${query}` : path;
    },
    [model, params, search, pathname],
  );
};
