import { createContext, useCallback, useContext } from 'react';
import { type Access, mayDo } from './access.ts';

const AccessContext = createContext<Access | undefined>(undefined);
export const AccessProvider = AccessContext.Provider;

const RefreshContext = createContext<() => Promise<void>>(() => Promise.resolve());
export const AccessRefreshProvider = RefreshContext.Provider;
/** Reloads the rights and the person's data, after one of them was changed here. */
export const useRefreshAccess = (): (() => Promise<void>) => useContext(RefreshContext);

/** The signed-in person and their rights; available from the first screen on. */
export const useAccess = (): Access => {
  const access = useContext(AccessContext);
  if (!access) throw new Error('useAccess needs an AccessProvider above it.');
  return access;
};

/** Synchronous `may(entity, action)`: `list`, `show`, `create`, `edit`, `delete`, `export` or an action's id. */
export const useMay = (): ((entity: string, action: string) => boolean) => {
  const access = useAccess();
  return useCallback((entity, action) => mayDo(access, entity, action), [access]);
};
