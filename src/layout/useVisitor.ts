import { useStore } from 'react-admin';
import { useMemo } from 'react';
import { useAccess } from '../authProvider/AccessContext.ts';
import { config } from '../dataProvider/config.ts';
import { registeredPages } from '../resources/menu/pages.ts';
import { type ProductChoice, productsOf } from './products.ts';
import { useConsoleMenu } from './useConsoleMenu.ts';

/** The product that was chosen last in this browser. */
export const useChosenProduct = () => useStore<string | null>('product', null);

/** Who looks for a way, as `landing.ts` asks. */
export const useVisitor = () => {
  const access = useAccess();
  const menu = useConsoleMenu();
  const [chosen] = useChosenProduct();
  return useMemo(
    () => ({ access, menu, chosen, pages: registeredPages().map(({ pattern }) => pattern) }),
    [access, menu, chosen],
  );
};

/** The products that the person may choose from. */
export const useProducts = (): ProductChoice[] => {
  const access = useAccess();
  const menu = useConsoleMenu();
  return useMemo(() => productsOf(access, menu, config().livechatUrl), [access, menu]);
};
