import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import {
  Link,
  Navigate,
  Outlet,
  Route,
  Routes,
  matchPath,
  useInRouterContext,
  useLocation,
  useMatch,
  useNavigate as useReactRouterNavigate,
  useParams,
} from 'react-router';

/** One function for good, so that those who only navigate are not drawn again with every move. */
const useNavigate = () => {
  const navigate = useReactRouterNavigate();
  const latest = useRef(navigate);
  useEffect(() => {
    latest.current = navigate;
  });
  return useCallback((...args: unknown[]) => (latest.current as (...all: unknown[]) => unknown)(...args), []);
};

/**
 * For react-admin's own provider of react-router, which brings a data router in case there is none around it: the
 * console has its own (`routing/ConsoleRouter.tsx`), and its own guard of unsaved input.
 */
export const reactRouterProvider = {
  useNavigate,
  useLocation,
  useParams,
  useBlocker: () => ({ state: 'unblocked' as const }),
  useMatch,
  useInRouterContext,
  useCanBlock: () => false,
  Link,
  Navigate,
  Route,
  Routes,
  Outlet,
  RouterWrapper: ({ children }: { children: ReactNode }) => <>{children}</>,
  matchPath,
};
