import { createContext, useCallback, useContext } from 'react';
import { type Access, mayDo } from './access.ts';

const AccessContext = createContext<Access | undefined>(undefined);
export const AccessProvider = AccessContext.Provider;

const RefreshContext = createContext<() => Promise<void>>(() => Promise.resolve());
export const AccessRefreshProvider = RefreshContext.Provider;
/** Asks for the rights and the person's data anew, after one of them was changed here. */
export const useRefreshAccess = (): (() => Promise<void>) => useContext(RefreshContext);

/** Who is signed in and what they may do; there from the first screen on. */
export const useAccess = (): Access => {
  const access = useContext(AccessContext);
  if (!access) throw new Error('useAccess needs an AccessProvider above it.');
  return access;
};

/** `may(entity, action)` without waiting: `list`, `show`, `create`, `edit`, `delete`, `export` or an action's id. */
export const useMay = (): ((entity: string, action: string) => boolean) => {
  const access = useAccess();
  return useCallback((entity, action) => mayDo(access, entity, action), [access]);
};
