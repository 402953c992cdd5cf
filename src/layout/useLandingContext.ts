import { useStore } from 'react-admin';
import { useMemo } from 'react';
import { useAccess } from '../authProvider/AccessContext.ts';
import { config } from '../dataProvider/config.ts';
import { registeredPages } from '../resources/menu/pages.ts';
import { type ProductChoice, findProductChoices } from './products.ts';
import { useConsoleMenu } from './useConsoleMenu.ts';

/** The last product chosen in this browser. */
export const useChosenProduct = () => useStore<string | null>('product', null);

/** The input of `landing.ts` for the signed-in person. */
export const useLandingContext = () => {
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
  return useMemo(() => findProductChoices(access, menu, config().livechatUrl), [access, menu]);
};
