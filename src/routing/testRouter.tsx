import type { ReactNode } from 'react';
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router';
import { ConsoleRouter } from './ConsoleRouter.tsx';
import { guardHistory } from './guardedHistory.ts';

/** The console's router over a memory history, for tests; `history` reads and changes its location. */
export const createTestRouter = (path: string, children: ReactNode) => {
  const history = guardHistory(createMemoryHistory({ initialEntries: [path], v5Compat: true }));
  return { history, element: <ConsoleRouter history={history}>{children}</ConsoleRouter> };
};
