import { useMay } from '../../authProvider/AccessContext.ts';
import { pathOf } from '../../resources/paths.ts';
import { product } from '../../resources/product.ts';

/** The path of a record; undefined for one that the person may not read, or without a screen. */
export const useRecordPath = (entity: string, id: string | null): string | undefined => {
  const may = useMay();
  const model = product.entities.find(({ name }) => name === entity);
  if (!model || id === null || model.routes === false || !may(entity, 'list')) return undefined;
  return pathOf(model, 'edit', id);
};
