import { useCallback } from 'react';
import { useLocation, useParams } from 'react-router';
import { pathOf } from '../paths.ts';
import type { View } from '../paths.ts';
import type { ConsoleEntity } from '../product.ts';

/**
 * Paths of an entity's views from where the person is: the parameters of the present route are kept, and so is the
 * list's query where the form is a dialog above the list.
 */
export const useOpenPath = (model: ConsoleEntity): ((view: View, id?: string) => string) => {
  const params = useParams();
  const { search } = useLocation();
  return useCallback(
    (view, id) => {
      const known = Object.fromEntries(
        Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined),
      );
      const path = pathOf(model, view, id, known);
      const above = model.form.as === 'dialog' && (view === 'create' || view === 'edit');
      return above ? path + search : path;
    },
    [model, params, search],
  );
};
