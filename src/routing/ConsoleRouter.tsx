import { type ReactNode, createContext, use, useSyncExternalStore } from 'react';
import { Router } from 'react-router';
import type { GuardedHistory } from './guardedHistory.ts';

const HistoryContext = createContext<GuardedHistory | undefined>(undefined);

/** The history of the surrounding router; throws without one. */
export const useHistory = (): GuardedHistory => {
  const history = use(HistoryContext);
  if (!history) throw new Error('There is no ConsoleRouter around.');
  return history;
};

/**
 * Provides the location to routes and links. React-router's data routers can block navigation too, but include loaders,
 * actions and fetchers, which the console does not use: 15 KiB before the first screen.
 */
export const ConsoleRouter = ({ history, children }: { history: GuardedHistory; children: ReactNode }) => {
  const { location, action } = useSyncExternalStore(history.listen, history.current);
  return (
    <HistoryContext value={history}>
      <Router location={location} navigationType={action} navigator={history}>
        {children}
      </Router>
    </HistoryContext>
  );
};
