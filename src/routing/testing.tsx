import type { ReactNode } from 'react';
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router';
import { ConsoleRouter } from './ConsoleRouter.tsx';
import { guardHistory } from './guardedHistory.ts';

/** The console's router over an address of its own, for tests; `history` tells and changes where it stands. */
export const inMemory = (path: string, children: ReactNode) => {
  const history = guardHistory(createMemoryHistory({ initialEntries: [path], v5Compat: true }));
  return { history, element: <ConsoleRouter history={history}>{children}</ConsoleRouter> };
};
