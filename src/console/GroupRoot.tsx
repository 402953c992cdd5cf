import { Navigate } from 'react-router';
import { product } from '../resources/product.ts';
import { elsewhereTarget, groupRoots } from '../layout/landing.ts';
import { useVisitor } from '../layout/useVisitor.ts';

/** Addresses of the named menu groups: `/chatbot`, `/campaign`. */
export const GROUP_PATHS = product.menu.filter(({ label }) => label !== undefined).map(({ id }) => `/${id}`);

/** The root of a group: on to its first screen, as far as the person has one. */
export const GroupRoot = ({ path }: { path: string }) => {
  const visitor = useVisitor();
  const root = groupRoots(visitor.menu).find((one) => one.path === path);
  return <Navigate to={root?.to ?? elsewhereTarget(visitor)} replace />;
};
