import { useMemo } from 'react';
import { useMay } from '../../authProvider/AccessContext.ts';
import { product } from '../product.ts';
import { type MenuPage, type MenuSection, buildMenu } from './menuModel.ts';

const NO_PAGES: readonly MenuPage[] = [];

/** The side menu of the signed-in user. */
export const useMenu = (pages: readonly MenuPage[] = NO_PAGES): MenuSection[] => {
  const may = useMay();
  return useMemo(
    () => buildMenu(product.menu, product.entities, (entity) => may(entity, 'list'), pages),
    [may, pages],
  );
};
