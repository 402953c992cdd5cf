import { useMemo } from 'react';
import { useAccess } from '../authProvider/AccessContext.ts';
import { mayEnter } from '../authProvider/access.ts';
import { registeredPages } from '../resources/menu/pages.ts';
import type { MenuSection } from '../resources/menu/menuModel.ts';
import { useMenu } from '../resources/menu/useMenu.ts';

/** The side menu, including the hand-written pages. */
export const useConsoleMenu = (): MenuSection[] => {
  const access = useAccess();
  const pages = useMemo(
    () =>
      registeredPages().flatMap(({ name, pattern, menu, access: needed }) =>
        menu && (!needed || mayEnter(access, needed)) ? [{ ...menu, name, path: pattern }] : [],
      ),
    [access],
  );
  return useMenu(pages);
};
