import { useMay } from '../../authProvider/AccessContext.ts';
import { pathOf } from '../../resources/paths.ts';
import { product } from '../../resources/product.ts';

/** Where a record opens; nowhere for what the person may not see, or what has no screen. */
export const usePath = (entity: string, id: string | null): string | undefined => {
  const may = useMay();
  const model = product.entities.find(({ name }) => name === entity);
  if (!model || id === null || model.routes === false || !may(entity, 'list')) return undefined;
  return pathOf(model, 'edit', id);
};
