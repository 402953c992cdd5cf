import { useCallback } from 'react';
import { useLocation, useParams } from 'react-router';
import { opensInDialog } from '../../schemas/model/opensInDialog.ts';
import { readScopedName } from '../dataProvider/scope.ts';
import { scopedQuery } from './listScope.ts';
import { pathOf, screenAt } from './paths.ts';
import type { View } from './paths.ts';
import type { ConsoleEntity } from './product.ts';

/**
 * Paths of an entity's views from where the person is: the parameters of the present route are kept, and so is the
 * list's query where the list stays in sight, under a dialog or beside the record.
 */
export const useOpenPath = (model: ConsoleEntity): ((view: View, id?: string) => string) => {
  const params = useParams();
  const { search, pathname } = useLocation();
  return useCallback(
    (view, id) => {
      const known = Object.fromEntries(
        Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined),
      );
      const { parent } = readScopedName(model.name);
      if (model.parent && parent !== undefined) known[model.parent.field] = parent;
      const path = pathOf(model, view, id, known);
      const staysInSight =
        (opensInDialog(model.form, view) || model.list.layout === 'split') &&
        screenAt([model], pathname) !== undefined;
      const kept = staysInSight ? scopedQuery(search) : '';
      return kept ? `${path}?${kept}` : path;
    },
    [model, params, search, pathname],
  );
};
